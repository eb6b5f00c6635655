import { describe, expect, it } from 'vitest';
import { draftOrder } from '../../../../test/change-orders.ts';
import { idOf, milestones } from '../../../../test/contracts.ts';
import { type ChangeInput, changeInput, isSavedAs, milestonesToWaitFor, readChange } from './change-input.ts';

const input = changeInput(draftOrder);
const read = (fields: Partial<ChangeInput>) => readChange({ ...input, ...fields });

describe('readChange', () => {
  it('reads a draft as it is saved', () => {
    expect(isSavedAs(readChange(input).draft, draftOrder)).toBe(true);
    const nothing = { ...draftOrder, terms: { lines: [], payments: [], days: 0, milestones: [] } };
    expect(isSavedAs(readChange(changeInput(nothing)).draft, nothing)).toBe(true);
  });

  it.each([
    ['', 0],
    [' 3 ', 3],
    ['-2', -2],
    ['−2', -2],
  ])('accepts %j as the days to move', (days, expected) => {
    expect(read({ days }).draft?.terms.days).toBe(expected);
  });

  it.each(['some', '1.5', '366'])('refuses %j as the days to move', (days) => {
    expect(read({ days }).errors).toHaveProperty(['terms.days']);
  });

  it('needs a price for each line, and payments of 100% where there is something to pay', () => {
    const [line, other] = input.lines;
    if (!line || !other) throw new Error('There are two lines.');
    expect(read({ lines: [line, { ...other, price: '' }] }).errors).toHaveProperty(['terms.lines.1.price']);
    expect(read({ payments: input.payments.slice(1) }).errors).toHaveProperty(['terms.payments']);
    expect(read({ lines: [other], payments: [] }).draft?.terms.payments).toEqual([]);
  });

  it('names the place of each error', () => {
    const [milestone] = input.milestones;
    if (!milestone) throw new Error('There is a milestone.');
    expect(read({ title: ' ', milestones: [{ ...milestone, title: '', due: 'soon' }] }).errors).toEqual({
      title: 'Say what changes.',
      'terms.milestones.0.title': 'Name the milestone.',
      'terms.milestones.0.due': expect.any(String),
    });
  });
});

it('milestonesToWaitFor adds new milestones that have a title', () => {
  const added = [
    { id: idOf(81), title: ' Shop ', description: '', due: '' },
    { id: idOf(82), title: ' ', description: '', due: '' },
  ];
  expect(milestonesToWaitFor(milestones, added).slice(milestones.length)).toEqual([
    { id: idOf(81), title: 'Shop' },
  ]);
});
