import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGES } from '@atelier/domain/pages.ts';
import { PROJECT_TABS } from '@atelier/domain/project-parts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../server/test/harness/free-port.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { TEXT_FIELDS } from '../server/test/harness/text-fields.ts';
import { MarkedStudio, REVIEWED_FILE } from './harness/marked-studio.ts';
import { BEACON, CALLED, HOSTILE_FILES, PAYLOAD_COUNT, payload } from './harness/payloads.ts';
import { keepResult } from './harness/results.ts';
import { isFull, sized } from './harness/size.ts';
import {
  embedEverywhere,
  openScreen,
  type PolicyMode,
  type Screen,
  WatchedBrowser,
} from './harness/watched-browser.ts';
import { without } from './harness/without.ts';

/** In each round every field that is too short for all payloads has another one. */
const ROUNDS = sized({ quick: 1, full: 4 });
const MODES = sized<PolicyMode[]>({ quick: ['report-only'], full: ['enforced', 'report-only'] });

const folder = mkdtempSync(join(tmpdir(), 'atelier-xss-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The product at its own public address, with its mails in a folder. */
async function start(name: string, env: Record<string, string> = {}) {
  const port = await freePort();
  const dataDir = join(folder, name);
  const settings = { DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  return { product: await startProduct({ ...settings, ...env }), mailbox: join(dataDir, 'mailbox') };
}

interface KeptMail {
  id: string;
  subject: string;
  html: string;
}

const listMails = (mailbox: string): KeptMail[] =>
  readdirSync(mailbox)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      id: name.slice(0, -5),
      ...(JSON.parse(readFileSync(join(mailbox, name), 'utf8')) as Omit<KeptMail, 'id'>),
    }));

/** Serves HTML at `/0`, `/1` and so on, without any policy. */
async function serveBare(pages: readonly string[]): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, reply) => {
    const html = pages[Number(request.url?.slice(1))];
    reply.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const shows = (path: string): Screen => ({ path, shows: true });
const hides = (path: string): Screen => ({ path, shows: false });

/** Every screen of each side that has something written on it. */
function screensOf({
  projectIds,
  enquiryId,
  client,
}: MarkedStudio): Record<'client' | 'owner' | 'visitor', Screen[]> {
  const [first = '', second = ''] = projectIds;
  const tabs = PROJECT_TABS.map((tab) => `?tab=${tab}`);
  const text = encodeURIComponent(payload(1));
  const all = {
    client: [
      // A username has letters only, and a device is named by what is known of it.
      hides(PAGES.profile),
      shows(PAGES.start),
      shows(PAGES.portal),
      ...tabs.map((tab) => shows(`${PAGES.portal}/${first}${tab}`)),
      shows(`${PAGES.portal}/${second}?tab=contract`),
      { ...shows(`${PAGES.portal}/${first}?tab=files`), press: `Review ${REVIEWED_FILE}` },
      hides(`${PAGES.portal}/${text}?tab=${text}`),
    ],
    owner: [
      shows(PAGES.studio),
      shows(PAGES.studioProjects),
      shows(`${PAGES.studioProjects}?q=${text}&status=${text}`),
      shows(PAGES.acceptedContracts),
      shows(PAGES.money),
      ...tabs.map((tab) => shows(`/admin/portal/${first}${tab}`)),
      shows(`/admin/portal/${second}?tab=contract`),
      { ...shows(`/admin/portal/${first}?tab=files`), press: `Review ${REVIEWED_FILE}` },
      shows(`/admin/portal/${first}/as-client`),
      hides(PAGES.users),
      shows(`${PAGES.users}/${client.user.id}`),
      shows(PAGES.audit),
      hides(PAGES.health),
      shows(PAGES.inbox),
      shows(`${PAGES.inbox}?enquiry=${enquiryId}`),
    ],
    visitor: [
      ...Object.values(PAGES)
        .filter((path) => !path.includes(':'))
        .map((path) =>
          hides(`${path}?q=${text}&next=javascript:${CALLED}(1)&error_description=${text}#${text}`),
        ),
      hides(`/${text}`),
      hides(`/login?return=javascript:${CALLED}(1)`),
      hides(
        `/auth/callback?error=${text}&error_description=${text}#error_description=${text}&access_token=${text}`,
      ),
      hides(`/auth/v1/verify?token=${text}&type=${text}&redirect_to=javascript:${CALLED}(1)`),
      hides(`/auth/v1/authorize?provider=${text}`),
      hides(`/unsubscribe?token=${text}`),
      hides(`/files/${text}`),
      hides(`/api/${text}`),
      hides(`/work/${text}`),
    ],
  };
  if (isFull) return all;
  const few = (screens: Screen[], ...parts: string[]) =>
    screens.filter(({ path }) => parts.some((part) => path.includes(part)));
  return {
    client: few(all.client, 'tab=feedback', 'tab=contract', 'tab=invoices', 'tab=files'),
    owner: few(
      all.owner,
      `${first}?tab=overview`,
      `${first}?tab=invoices`,
      PAGES.money,
      'enquiry=',
      '/admin/audit',
    ),
    visitor: few(all.visitor, '/auth/callback', '/auth/v1/verify'),
  };
}

describe('markup that people write', () => {
  let product: RunningProduct;
  let mailbox: string;
  let browser: WatchedBrowser;
  const studios: MarkedStudio[] = [];
  let opened = 0;
  beforeAll(async () => {
    ({ product, mailbox } = await start('product'));
    browser = await WatchedBrowser.open();
    for (let round = 0; round < ROUNDS; round++) {
      studios.push(await MarkedStudio.write(product.origin, round * 7, studios[0]?.owner));
    }
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await product.stop();
  });

  it('is taken by the fields of every call that has any', () => {
    const marked = new Set(studios.flatMap((studio) => [...studio.calls.marked]));
    const calls = new Set([...marked].map((field) => field.split(' ')[0]));
    expect([...TEXT_FIELDS.keys()].filter((name) => !calls.has(name))).toEqual([
      'updateProfile',
      // A call's secret, the address of a calendar, and one that mail has to reach.
      ...['findOwnBooking', 'confirmOwnBooking', 'moveOwnBooking', 'cancelOwnBooking'],
      ...['setBusyCalendar', 'inviteColleague'],
      // Its words are those of a review or of an answer.
      ...['findDecision', 'decide'],
    ]);
    // A field may belong to one kind of change alone, as a preview to sending for review.
    const refused = [...(studios[0]?.calls.refused ?? [])].filter((field) => !marked.has(field));
    // Zones and times of the day are no text, and an address is one that mail can reach.
    const noText = /^setCallSettings .*(zone|from|until)$|[ .]email$/;
    expect(refused.filter((field) => !noText.test(field))).toEqual([]);
  });

  it('runs on no screen and loads nothing, and no page asks for what its policy refuses', async () => {
    for (const studio of studios) {
      const sides = screensOf(studio);
      for (const mode of MODES) {
        for (const side of ['client', 'owner', 'visitor'] as const) {
          const session = side === 'visitor' ? undefined : studio[side];
          const { context, watch } = await browser.newContext({ origin: product.origin, mode, session });
          const page = await context.newPage();
          const injected: string[] = [];
          for (const screen of sides[side]) {
            injected.push(...(await openScreen(page, product.origin, screen)));
            opened += 1;
          }
          await context.close();
          expect({ ...watch, injected }, `${side}, ${mode}`).toEqual({
            executions: [],
            violations: [],
            injected: [],
          });
        }
      }
    }
  });

  it('runs in no mail, neither in the mailbox nor where a program shows it without any policy', async () => {
    await expect.poll(() => listMails(mailbox).length).toBeGreaterThan(4);
    const mails = listMails(mailbox);
    const bare = await serveBare(mails.map(({ html }) => html));
    const { context, watch } = await browser.newContext({ origin: product.origin, mode: 'report-only' });
    const page = await context.newPage();
    const injected: string[] = [];
    for (const [index, { id }] of mails.entries()) {
      injected.push(...(await openScreen(page, bare.origin, hides(`/${index}`))));
      opened += 1;
      if (!isFull && index > 2) continue;
      for (const path of [`/dev/mailbox/${id}`, `/dev/mailbox/${id}/html`]) {
        injected.push(...(await openScreen(page, product.origin, hides(path))));
      }
    }
    await context.close();
    bare.close();
    expect({ ...watch, injected }).toEqual({ executions: [], violations: [], injected: [] });
  });

  it('is sent as a file that a browser only saves, whatever it is and however it is opened', async () => {
    const [studio] = studios;
    const files = (await studio?.listFiles()) ?? [];
    // The reviewed one and the studio's drawing come on top.
    expect(files.length + (studio?.calls.refusedFiles.size ?? 0)).toBe(HOSTILE_FILES.length + 2);
    expect(files.length).toBeGreaterThan(15);
    const { context, watch } = await browser.newContext({ origin: product.origin, mode: 'report-only' });
    const page = await context.newPage();
    const embedding = await browser.newContext({ origin: product.origin, mode: 'ignored' });
    const inside = await embedding.context.newPage();
    for (const { name, url } of files) {
      const { headers } = await fetch(url);
      expect(headers.get('content-type'), name).not.toMatch(/html|javascript|^(text|application)\/xml/);
      expect(headers.get('content-disposition'), name).toMatch(
        /^attachment; filename=("[^"\\/\r\n]*"|[\w.-]+)(; filename\*=UTF-8''[^;"/\\\s]*)?$/,
      );
      expect(headers.get('content-security-policy'), name).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options'), name).toBe('nosniff');
      expect(headers.get('set-cookie'), name).toBeNull();
      await openScreen(page, '', hides(url));
      await inside.goto(`${product.origin}/robots.txt`);
      await embedEverywhere(inside, url);
    }
    await context.close();
    await embedding.context.close();
    expect(watch).toEqual({ executions: [], violations: [] });
    expect(embedding.watch.executions).toEqual([]);
    keepResult('xss', {
      on: 'Chromium',
      tried: `${studios[0]?.calls.marked.size} fields of ${TEXT_FIELDS.size} calls with ${PAYLOAD_COUNT} payloads, ${files.length} hostile files; ${opened} pages and mails opened, under the policy and with it report-only`,
      outcome:
        'no execution, no request, no element of a payload; no violation of the policy by a page of the product',
      control:
        'payloads served as HTML are counted; without the escaping of mails, they run there (own tests)',
    });
  });
});

describe('the proof of markup', () => {
  it('counts payloads that are served as HTML', async () => {
    await using browser = await WatchedBrowser.open();
    const pages = Array.from({ length: PAYLOAD_COUNT }, (_, n) => `<!doctype html><body>${payload(n)}`);
    const bare = await serveBare(pages);
    const { context, watch } = await browser.newContext({ origin: bare.origin, mode: 'enforced' });
    const page = await context.newPage();
    for (const n of pages.keys()) await openScreen(page, bare.origin, hides(`/${n}`));
    await expect.poll(() => new Set(watch.executions).size).toBeGreaterThan(12);
    expect(watch.executions.some((what) => what.includes(BEACON))).toBe(true);
    await context.close();
    bare.close();
  });

  it('sees payloads run in mails that aren’t escaped', async () => {
    const { product, mailbox } = await start(
      'unescaped',
      without([
        { file: 'server/src/platform/mail/layout.ts', text: ".replaceAll('<', '&lt;')", instead: '' },
        { file: 'server/src/platform/mail/layout.ts', text: ".replaceAll('>', '&gt;')", instead: '' },
      ]),
    );
    const body = { name: 'A', email: 'a@visitor.example', message: payload(0) };
    await fetch(`${product.origin}/api/contact/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await expect.poll(() => listMails(mailbox).length).toBeGreaterThan(0);
    await using browser = await WatchedBrowser.open();
    const bare = await serveBare(listMails(mailbox).map(({ html }) => html));
    const { context, watch } = await browser.newContext({ origin: bare.origin, mode: 'enforced' });
    const injected = await openScreen(await context.newPage(), bare.origin, hides('/0'));
    await expect.poll(() => watch.executions.length).toBeGreaterThan(0);
    expect(injected.length).toBeGreaterThan(0);
    await context.close();
    bare.close();
    await product.stop();
  });
});
