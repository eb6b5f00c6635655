import { describe, expect, it, test } from 'vitest';
import {
  acceptContractSchema,
  CONTRACT_STATUSES,
  CONTRACT_TRANSITIONS,
  type ContractAction,
  contractRefusal,
  requestContractChangeSchema,
  saveContractSchema,
} from './schema.ts';

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

test.each([
  [{ total: 9_400, source: 'link', link: ' https://studio.example/c ', revision: 0 }, true],
  [{ total: null, source: 'made', revision: 3 }, true],
  [{ total: 0, source: 'upload', link: '', revision: 1 }, true],
  [{ total: 9_400.5, source: 'made', revision: 0 }, false],
  [{ total: -1, source: 'made', revision: 0 }, false],
  [{ total: 10_000_001, source: 'made', revision: 0 }, false],
  [{ total: '9400', source: 'made', revision: 0 }, false],
  [{ source: 'made', revision: 0 }, false],
  [{ total: 1, source: 'mail', revision: 0 }, false],
  [{ total: 1, source: 'link', link: 'javascript:alert(1)', revision: 0 }, false],
  [{ total: 1, source: 'made' }, false],
])('a draft of %j is taken: %s', (body, taken) => {
  expect(saveContractSchema.safeParse(body).success).toBe(taken);
});

test.each([
  ['send', 'accepted', 'contract_accepted'],
  ['accept', 'draft', 'contract_not_sent'],
  ['accept', 'accepted', 'contract_accepted'],
  ['request_change', 'draft', 'contract_not_sent'],
  ['accept', 'change_requested', undefined],
] as const)('%s from %s is refused with %s', (action, status, refusal) => {
  expect(contractRefusal(action, status)).toBe(refusal);
});
