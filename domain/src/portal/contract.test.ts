import { describe, expect, it, test } from 'vitest';
import {
  acceptContractSchema,
  CONTRACT_STATUSES,
  CONTRACT_TRANSITIONS,
  type ContractAction,
  requestContractChangeSchema,
} from './contract.ts';

/** From each state, what may be done and where it leads. */
const TABLE: Record<ContractAction, readonly [by: string, ...reached: (string | null)[]]> = {
  //               draft    sent                 change_requested     accepted
  send: ['studio', 'sent', 'sent', 'sent', null],
  accept: ['client', null, 'accepted', 'accepted', null],
  request_change: ['client', null, 'change_requested', 'change_requested', null],
};

describe.each(Object.entries(TABLE))('%s', (action, [by, ...reached]) => {
  const transition = CONTRACT_TRANSITIONS[action as ContractAction];
  it(`is the ${by}'s`, () => expect(transition.by).toBe(by));
  test.each(CONTRACT_STATUSES.map((status, index) => [status, reached[index]] as const))(
    'from %s leads to %s',
    (from, to) => {
      expect(transition.from.includes(from) ? transition.to : null).toBe(to);
    },
  );
});

it('has a row for every action', () => {
  expect(Object.keys(CONTRACT_TRANSITIONS).sort()).toEqual(Object.keys(TABLE).sort());
});

test.each([
  [undefined, {}],
  [null, {}],
  [{}, {}],
  [{ version: 3 }, { version: 3 }],
  [
    { version: 1, name: ' Ada\u0000 ' },
    { version: 1, name: 'Ada' },
  ],
])('accepting with %j reads %j', (body, read) => {
  expect(acceptContractSchema.parse(body)).toEqual(read);
});

test.each([
  ['', false],
  ['   ', false],
  ['\u0000', false],
  ['The total, please.', true],
])('a change request of %j is taken: %s', (message, taken) => {
  expect(requestContractChangeSchema.safeParse({ message }).success).toBe(taken);
});
