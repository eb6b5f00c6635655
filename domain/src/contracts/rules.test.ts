import { describe, expect, it, test } from 'vitest';
import { CONTRACT_STATUSES, CONTRACT_TRANSITIONS, type ContractAction, contractRefusal } from './rules.ts';

/** For each state, the possible steps and where they lead. */
const TABLE: Record<ContractAction, readonly [by: string, ...reached: (string | null)[]]> = {
  //               draft    sent                 change_requested     accepted
  send: ['studio', 'sent', 'sent', 'sent', null],
  accept: ['client', null, 'accepted', 'accepted', null],
  request_change: ['client', null, 'change_requested', 'change_requested', null],
};

describe.each(Object.entries(TABLE))('contract action %s', (action, [by, ...reached]) => {
  const transition = CONTRACT_TRANSITIONS[action as ContractAction];
  it(`belongs to the ${by}`, () => expect(transition.by).toBe(by));
  test.each(CONTRACT_STATUSES.map((status, index) => [status, reached[index]] as const))(
    'from %s leads to %s',
    (from, to) => {
      expect(transition.from.includes(from) ? transition.to : null).toBe(to);
    },
  );
});

it('the contract table has a row for every action', () => {
  expect(Object.keys(CONTRACT_TRANSITIONS).sort()).toEqual(Object.keys(TABLE).sort());
});

test.each([
  ['send', 'accepted', 'contract_accepted'],
  ['accept', 'draft', 'contract_not_sent'],
  ['accept', 'accepted', 'contract_accepted'],
  ['request_change', 'draft', 'contract_not_sent'],
  ['accept', 'change_requested', undefined],
] as const)('contractRefusal: %s from %s is refused with %s', (action, status, refusal) => {
  expect(contractRefusal(action, status)).toBe(refusal);
});
