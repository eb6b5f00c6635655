import { describe, expect, it, test } from 'vitest';
import {
  CONTRACT_STATUSES,
  CONTRACT_TRANSITIONS,
  type ContractAction,
  contractRefusal,
  splitTotal,
} from './rules.ts';

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

test.each([
  [9_000, 50, 4_500, 4_500],
  [9_001, 50, 4_501, 4_500],
  [9_000, 30, 2_700, 6_300],
  [0, 50, 0, 0],
  [null, 50, null, null],
])('splitTotal splits %j at %i% into %j and %j', (total, percent, reserve, launch) => {
  expect(splitTotal(total, percent)).toEqual({ reserve, launch });
});
