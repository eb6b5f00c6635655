import { expect, test } from 'vitest';
import { contractTermsSchema, sentTermsSchema } from './terms-schema.ts';

const id = (n: number) => `01890a5d-ac96-774b-bcce-b3020000000${n}`;
const part = (n: number, change: object = {}) => ({
  id: id(n),
  label: 'at launch',
  percent: 50,
  due: 'acceptance',
  milestoneId: null,
  date: null,
  ...change,
});
const line = (n: number, change: object = {}) => ({
  id: id(n),
  title: 'A site',
  detail: '',
  price: 100,
  ...change,
});
const clause = (n: number, change: object = {}) => ({ id: id(n), title: 'Law', text: 'Applies.', ...change });
const plan = (...parts: object[]) => ({ plan: { kind: 'custom', parts } });
const terms = (change: object = {}) => ({
  lines: [],
  ...plan(part(1), part(2)),
  start: null,
  finish: null,
  feedbackRounds: 2,
  clauses: [],
  ...change,
});
/** The paths of what is wrong. */
const faults = (sent: object) =>
  sentTermsSchema.safeParse(sent).error?.issues.map(({ path }) => path.join('.')) ?? [];

test.each<[string, object]>([
  ['no lines and no clauses', {}],
  ['a line without a price, and a discount', { lines: [line(1, { price: null }), line(2, { price: -50 })] }],
  ['a payment at a milestone', plan(part(1), part(2, { due: 'milestone', milestoneId: id(9) }))],
  [
    'a payment on a day',
    plan(part(1, { percent: 1 }), part(2, { percent: 99, due: 'date', date: '2030-02-28' })),
  ],
  ['one payment', plan(part(1, { percent: 100 }))],
  ['a day that is both first and last', { start: '2030-01-01', finish: '2030-01-01' }],
])('sentTermsSchema accepts %s', (_what, change) => {
  const parsed = sentTermsSchema.parse(terms(change));
  expect(parsed).toEqual(terms(change));
  expect(contractTermsSchema.parse(parsed)).toEqual(parsed);
});

test.each<[string, object, string]>([
  ['a line without a name', { lines: [line(1, { title: ' ' })] }, 'lines.0.title'],
  ['a price with cents', { lines: [line(1, { price: 9.5 })] }, 'lines.0.price'],
  ['a price beyond every contract', { lines: [line(1, { price: 10_000_001 })] }, 'lines.0.price'],
  ['lines that add up to less than nothing', { lines: [line(1, { price: -1 })] }, 'lines'],
  ['lines that add up to too much', { lines: [line(1, { price: 9e6 }), line(2, { price: 9e6 })] }, 'lines'],
  ['two lines with one id', { lines: [line(1), line(1)] }, 'lines'],
  [
    'too many lines',
    {
      lines: Array.from({ length: 41 }, (_, n) =>
        line(1, { id: `01890a5d-ac96-774b-bcce-b302000000${10 + n}` }),
      ),
    },
    'lines',
  ],
  ['payments below 100%', plan(part(1), part(2, { percent: 49 })), 'plan.parts'],
  ['payments above 100%', plan(part(1), part(2, { percent: 51 })), 'plan.parts'],
  ['no payment', plan(), 'plan.parts'],
  ['a payment of nothing', plan(part(1, { percent: 0 }), part(2, { percent: 100 })), 'plan.parts.0.percent'],
  [
    'a payment of a fraction',
    plan(part(1, { percent: 33.5 }), part(2, { percent: 66.5 })),
    'plan.parts.0.percent',
  ],
  ['a payment without a name', plan(part(1, { label: '' }), part(2)), 'plan.parts.0.label'],
  ['a milestone that is not named', plan(part(1, { due: 'milestone' }), part(2)), 'plan.parts.0.milestoneId'],
  [
    'a milestone beside another due',
    plan(part(1, { milestoneId: id(9) }), part(2)),
    'plan.parts.0.milestoneId',
  ],
  ['a day that is not named', plan(part(1, { due: 'date' }), part(2)), 'plan.parts.0.date'],
  [
    'a day that there is not',
    plan(part(1, { due: 'date', date: '2030-02-30' }), part(2)),
    'plan.parts.0.date',
  ],
  ['two payments with one id', plan(part(1), part(1)), 'plan.parts'],
  ['an end before the start', { start: '2030-01-02', finish: '2030-01-01' }, 'finish'],
  ['a half round', { feedbackRounds: 1.5 }, 'feedbackRounds'],
  ['less than no rounds', { feedbackRounds: -1 }, 'feedbackRounds'],
  ['a clause without words', { clauses: [clause(1, { text: ' ' })] }, 'clauses.0.text'],
  ['a clause without a title', { clauses: [clause(1, { title: '' })] }, 'clauses.0.title'],
  ['a clause without an end', { clauses: [clause(1, { text: 'x'.repeat(5_001) })] }, 'clauses.0.text'],
])('sentTermsSchema refuses %s', (_what, change, path) => {
  expect(faults(terms(change))).toContain(path);
});
