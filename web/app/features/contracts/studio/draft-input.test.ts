import { describe, expect, it } from 'vitest';
import { draft, idOf, milestones, terms } from '../../../../test/contracts.ts';
import { type DraftInput, draftInput, isSavedAs, readDraft, withLines } from './draft-input.ts';
import { planInputOf } from './plan-input.ts';

const input = draftInput(draft);
/** The form with other terms. */
const withTerms = (fields: Partial<DraftInput['terms']>): DraftInput => ({
  ...input,
  terms: { ...input.terms, ...fields },
});
const withPrice = (price: string) =>
  withTerms({ lines: [{ id: idOf(21), title: 'Site', detail: '', price }] });
const withPart = (fields: Partial<DraftInput['terms']['plan']['parts'][number]>) => {
  const [first, second] = input.terms.plan.parts;
  if (!first || !second) throw new Error('The plan has two parts.');
  return withTerms({ plan: { kind: 'custom', parts: [{ ...first, ...fields }, second] } });
};
const isSame = (typed: DraftInput) => isSavedAs(readDraft(typed, draft).draft, draft);

describe('readDraft', () => {
  it.each([
    ['12500', 12_500],
    [' $12,500 ', 12_500],
    ['0', 0],
    ['', null],
    ['  ', null],
  ])('accepts the total %j when there are no lines', (total, expected) => {
    expect(readDraft({ ...withTerms({ lines: [] }), total }, draft).draft?.total).toBe(expected);
  });

  it.each(['12.50', 'a lot', '-1', '1e9', 'Infinity', '10000001'])('rejects the total %j', (total) => {
    const { draft: read, errors } = readDraft({ ...withTerms({ lines: [] }), total }, draft);
    expect(read).toBeUndefined();
    expect(Object.keys(errors)).toEqual(['total']);
  });

  it.each([
    ['2,400', 2400],
    ['$2,400', 2400],
    ['-200', -200],
    ['−200', -200],
    ['', null],
  ])('reads the price %j', (price, expected) => {
    const other = { id: idOf(22), title: 'Other', detail: '', price: '500' };
    const typed = withPrice(price);
    const read = readDraft(withTerms({ lines: [...typed.terms.lines, other] }), draft).draft;
    expect(read?.terms.lines[0]?.price).toBe(expected);
    expect(read?.total).toBe(expected === null ? null : expected + 500);
  });

  it.each([
    [withPrice('24.50'), 'terms.lines.0.price', /whole number of dollars/],
    [withPrice('some'), 'terms.lines.0.price', /whole number of dollars/],
    [withPrice('-200'), 'terms.lines', /add up to \$0/],
    [
      withTerms({ lines: [{ id: idOf(21), title: ' ', detail: '', price: '1' }] }),
      'terms.lines.0.title',
      /Name/,
    ],
    [withPart({ percent: '40' }), 'terms.plan.parts', /add up to 100%/],
    [withPart({ percent: 'half' }), 'terms.plan.parts.0.percent', /whole percentage/],
    [withPart({ percent: '' }), 'terms.plan.parts.0.percent', /whole percentage/],
    [withPart({ label: '' }), 'terms.plan.parts.0.label', /when it is due/],
    [withPart({ due: 'milestone' }), 'terms.plan.parts.0.milestoneId', /Choose a milestone/],
    [withPart({ due: 'date' }), 'terms.plan.parts.0.date', /./],
    [withPart({ due: 'date', date: 'some day' }), 'terms.plan.parts.0.date', /./],
    [withTerms({ finish: '2027-01-03' }), 'terms.finish', /before the first/],
    [withTerms({ start: 'soon' }), 'terms.start', /./],
    [withTerms({ feedbackRounds: '' }), 'terms.feedbackRounds', /whole number/],
    [withTerms({ feedbackRounds: '21' }), 'terms.feedbackRounds', /at most 20/],
    [withTerms({ clauses: [{ id: idOf(41), title: '', text: 'x' }] }), 'terms.clauses.0.title', /title/],
    [withTerms({ clauses: [{ id: idOf(41), title: 'x', text: '' }] }), 'terms.clauses.0.text', /Write/],
  ])('has an error at its place when a value is wrong (%#)', (typed, place, words) => {
    const { draft: read, errors } = readDraft(typed, draft);
    expect(read).toBeUndefined();
    expect(Object.keys(errors)).toEqual([place]);
    expect(errors[place]).toMatch(words);
  });

  it('gives a payment only the time that it is due at', () => {
    const typed = withPart({ due: 'date', date: '2027-02-01', milestoneId: idOf(12) });
    expect(readDraft(typed, draft).draft?.terms.plan.parts[0]).toMatchObject({
      date: '2027-02-01',
      milestoneId: null,
    });
  });

  it.each(['upload', 'link'] as const)('judges nothing that the form hides for %s', (source) => {
    const hidden = withTerms({
      lines: [{ id: idOf(21), title: '', detail: '', price: 'x' }],
      feedbackRounds: '',
      clauses: [],
    });
    const { draft: read } = readDraft({ ...hidden, source, total: '9000', link: '' }, draft);
    expect(read).toMatchObject({ total: 9000, source });
    expect(read?.terms).toEqual({ ...terms, lines: [] });
  });

  it('keeps hidden lines while they add up to the total', () => {
    expect(readDraft({ ...input, source: 'upload' }, draft).draft?.terms.lines).toEqual(terms.lines);
  });

  it('takes the saved link where a hidden one is wrong', () => {
    const saved = { ...draft, link: 'https://papers.example/' };
    expect(readDraft({ ...input, link: 'javascript:alert(1)' }, saved).draft?.link).toBe(saved.link);
  });
});

describe('isSavedAs', () => {
  it('recognizes a form with a draft’s values', () => {
    expect(isSame(input)).toBe(true);
    expect(
      isSame(withTerms({ lines: input.terms.lines.map((line) => ({ ...line, title: `${line.title} ` })) })),
    ).toBe(true);
    expect(isSame(withTerms({ feedbackRounds: '3' }))).toBe(false);
    expect(isSame(withTerms({ lines: input.terms.lines.toReversed() }))).toBe(false);
    expect(isSame({ ...input, source: 'link' })).toBe(false);
    expect(isSame(withTerms({ feedbackRounds: 'x' }))).toBe(false);
    expect(draftInput({ ...draft, total: null }).total).toBe('');
  });
});

describe('withLines', () => {
  it('makes the sum of the lines the total, which stays when they are gone', () => {
    const changed = withLines({ ...input, total: '1' }, input.terms.lines.slice(0, 2));
    expect(changed.total).toBe('12700');
    expect(withLines(changed, []).total).toBe('12700');
    expect(withLines(changed, [{ id: idOf(21), title: 'Site', detail: '', price: '' }]).total).toBe('');
  });
});

describe('planInputOf', () => {
  it('keeps the payments that are due as before', () => {
    const { kind, parts } = planInputOf('thirds', milestones, input.terms.plan.parts);
    expect(kind).toBe('thirds');
    expect(parts.map(({ percent }) => percent)).toEqual(['34', '33', '33']);
    expect(parts.map(({ id }) => id)).toEqual([idOf(31), expect.any(String), idOf(32)]);
    expect(parts.map(({ milestoneId }) => milestoneId)).toEqual(['', idOf(12), idOf(13)]);
  });

  it('names a payment after a milestone in words that can be saved', () => {
    const [, ...others] = milestones;
    const long = [{ id: idOf(11), title: 'x'.repeat(200) }, ...others];
    const plan = planInputOf('milestones', long, []);
    expect(readDraft(withTerms({ plan }), draft).errors).toEqual({});
  });

  it('has halves where a project has no milestones', () => {
    expect(planInputOf('milestones', [], []).kind).toBe('halves');
  });
});
