import { inflateSync } from 'node:zlib';
import { contractWords } from '@atelier/content/contract-terms.ts';
import { featureCopy } from '@atelier/content/features.ts';
import { suggestTerms } from '@atelier/domain/contracts/suggested-terms.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { renderDocument } from '../../../core/documents/document-writer.ts';
import { missingIn } from '../../../core/documents/typefaces.ts';
import { type ContractContent, contractDocument } from './contract-document.ts';

const [LAUNCH, OTHER] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'];
let count = 0;
const newId = () => {
  count += 1;
  return `id ${count}`;
};
const terms = suggestTerms({ lines: [], milestones: [], words: contractWords, newId });

const content: ContractContent = {
  version: 2,
  date: '2030-01-31T10:00:00.000Z',
  total: 9_401,
  terms,
  brief: { ...emptyBrief(), company: 'Acme', features: ['web', 'seo'] },
  clientEmail: 'ada@acme.example',
  title: 'Spring campaign',
  milestones: [{ id: LAUNCH, title: 'Launch', description: '', due: '2030-03-01' }],
};

const renderContract = (written: ContractContent) => renderDocument(contractDocument(written));

/** A PDF's number of pages and the times in it. */
function describePdf(pdf: Buffer) {
  const text = pdf.toString('latin1');
  return {
    pages: text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    dates: [...new Set(text.match(/D:\d{14}Z/g))],
  };
}

it('the contract document has the same bytes for the same content, and others for another', async () => {
  const first = await renderContract(content);
  expect((await renderContract(content)).equals(first)).toBe(true);
  for (const change of [
    { total: 9_402 },
    { total: null },
    { version: 3 },
    { milestones: [] },
    { terms: { ...terms, start: '2030-02-01' } },
    { terms: { ...terms, clauses: terms.clauses.slice(1) } },
    { title: 'Website' },
  ]) {
    expect((await renderContract({ ...content, ...change })).equals(first)).toBe(false);
  }
  expect(describePdf(first)).toMatchObject({ pages: 2, dates: ['D:20300131100000Z'] });
});

/** A4 in points, as PDFs measure: from the bottom up. Below this is the footer. */
const [PAGE_TOP, FOOTER] = [842 - 64, 72];

/** Each page's text, and the share of its height that is filled. */
async function readPages(pdf: Buffer): Promise<{ text: string; filled: number }[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      const texts = items.flatMap((item) =>
        'str' in item ? [{ text: item.str, y: item.transform[5] }] : [],
      );
      const lowest = Math.min(...texts.map(({ y }) => y).filter((y) => y > FOOTER));
      return {
        text: texts
          .map(({ text }) => text)
          .join(' ')
          .replaceAll(/\s+/g, ' '),
        filled: (PAGE_TOP - lowest) / (PAGE_TOP - FOOTER),
      };
    }),
  );
  await loading.destroy();
  return pages;
}

it('the contract document contains no path of the machine that made it', async () => {
  const pdf = await renderContract(content);
  const streams = pdf
    .toString('latin1')
    .split('stream\n')
    .map((part) => inflated(part));
  expect(`${pdf.toString('latin1')}${streams.join('')}`).not.toMatch(/node_modules|fontsource|\/tmp|\/home/);
});

function inflated(part: string): string {
  try {
    return inflateSync(Buffer.from(part, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

it('the contract document continues on further pages, whatever its length', async () => {
  const long = 'A sentence of a brief that has a lot to say about what is wanted. '.repeat(75);
  const brief = {
    ...content.brief,
    goals: long,
    constraints: long,
    mustHaves: Array(50).fill('x'.repeat(200)),
  };
  const milestones = Array(40).fill({ id: LAUNCH, title: 'y'.repeat(200), description: long, due: null });
  const { pages } = describePdf(await renderContract({ ...content, brief, milestones }));
  expect(pages).toBeGreaterThan(30);
  expect(pages).toBeLessThan(80);
});

it('missing characters are looked for in the brief and the plan', () => {
  const milestones = [{ id: LAUNCH, title: 'い', description: 'ろ', due: null }];
  const brief = { ...content.brief, company: '株', mustHaves: ['は'] };
  const part = {
    id: OTHER,
    label: 'ち',
    percent: 100,
    due: 'finish',
    milestoneId: null,
    date: null,
  } as const;
  const written = {
    ...terms,
    lines: [{ id: LAUNCH, title: 'ほへ', detail: 'と', price: 1 }],
    plan: { kind: 'custom' as const, parts: [part] },
    clauses: [{ id: LAUNCH, title: 'り', text: 'ぬる' }],
  };
  expect(
    [...missingIn(contractDocument({ ...content, brief, terms: written, milestones, title: 'に' }))].sort(),
  ).toEqual([...'株はにほへとちりぬるいろ'].sort());
});

it('the contract document has no nearly empty page, whatever its number of milestones', async () => {
  const plan = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: LAUNCH,
      title: `Step ${index + 1}`,
      description:
        'What the studio hands over at this step, in a sentence of two lines or so, for the client to approve.',
      due: '2030-03-01',
    }));
  for (let count = 0; count <= 24; count += 1) {
    const pages = await readPages(await renderContract({ ...content, milestones: plan(count) }));
    const filled = pages.map((page) => Math.round(page.filled * 100));
    expect(Math.min(...filled), `${count} milestones: pages filled by ${filled} %`).toBeGreaterThan(22);
  }
});

it('the contract document says what each feature includes', async () => {
  const text = (await readPages(await renderContract(content))).map((page) => page.text).join(' ');
  for (const bullet of featureCopy.seo.bullets) expect(text).toContain(bullet);
});

it('the contract document says what each line costs, when each part is due, and the clauses with their blanks filled', async () => {
  const parts = [
    {
      id: LAUNCH,
      label: 'at the start',
      percent: 30,
      due: 'acceptance' as const,
      milestoneId: null,
      date: null,
    },
    {
      id: OTHER,
      label: 'in spring',
      percent: 70,
      due: 'date' as const,
      milestoneId: null,
      date: '2030-03-01',
    },
  ];
  const written = {
    ...terms,
    lines: [
      { id: LAUNCH, title: 'A shop', detail: 'With 20 products', price: 9_601 },
      { id: OTHER, title: 'For an old friend', detail: '', price: -200 },
    ],
    plan: { kind: 'custom' as const, parts },
    start: '2030-02-04',
    feedbackRounds: 3,
  };
  const pages = await readPages(await renderContract({ ...content, terms: written }));
  const text = pages.map((page) => page.text).join(' ');
  for (const said of [
    'A shop With 20 products',
    '$9,601 A shop',
    '-$200 For an old friend',
    'Work begins February 4, 2030',
    '$2,820 30% at the start',
    '$6,581 70% in spring (March 1, 2030)',
    'up to 3 rounds of feedback',
    'each by invoice: 30% at the start, 70% in spring.',
  ]) {
    expect(text).toContain(said);
  }
  for (const bullet of featureCopy.seo.bullets) expect(text).not.toContain(bullet);
});
