import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import {
  type BeforeUndoEnds,
  type CallLimit,
  type Endpoint,
  endpoint,
  needsRecentSignIn,
  type RecentSignIn,
} from './endpoint.ts';

describe('the endpoint table', () => {
  it('rejects, at compile time, a changing call without a limit or a word about a recent sign-in', () => {
    type Ruled = 'method' | 'limit' | 'needsRecentSignIn' | 'clientRole' | 'beforeUndoEnds';
    type Bare<M> = Omit<Endpoint, Ruled> & { method: M };
    expectTypeOf<Bare<'GET'>>().toExtend<Endpoint>();
    type Stated = { limit: CallLimit; needsRecentSignIn: RecentSignIn };
    for (const _ of ['POST', 'PATCH', 'DELETE'] as const) {
      expectTypeOf<Bare<typeof _>>().not.toExtend<Endpoint>();
      expectTypeOf<Bare<typeof _> & Omit<Stated, 'limit'>>().not.toExtend<Endpoint>();
      expectTypeOf<Bare<typeof _> & Omit<Stated, 'needsRecentSignIn'>>().not.toExtend<Endpoint>();
    }
    expectTypeOf<Bare<'POST'> & Stated>().toExtend<Endpoint>();
    expectTypeOf<Bare<'PATCH'> & Stated>().toExtend<Endpoint>();
    expectTypeOf<Bare<'DELETE'> & Stated>().toExtend<Endpoint>();
  });

  it('rejects, at compile time, a call for main contacts without a word about new ones', () => {
    type Call = Omit<Endpoint, 'method' | 'limit' | 'needsRecentSignIn' | 'clientRole' | 'beforeUndoEnds'> & {
      method: 'GET';
    };
    expectTypeOf<Call & { clientRole: 'contact' }>().not.toExtend<Endpoint>();
    expectTypeOf<Call & { clientRole: 'contact'; beforeUndoEnds: BeforeUndoEnds }>().toExtend<Endpoint>();
    expectTypeOf<Call & { clientRole: 'decides' }>().toExtend<Endpoint>();
  });

  it('limits every changing call, by account where there is one', () => {
    const changing = Object.values<Endpoint>(api).filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(30);
    for (const { method, path, access, limit } of changing) {
      const per = access === 'public' ? 'address' : 'account';
      expect([method, path, limit]).toMatchObject([method, path, { per }]);
    }
  });

  it('asks nobody without a session for a recent sign-in', () => {
    const open = Object.values<Endpoint>(api).filter(({ access }) => access === 'public');
    expect(open.filter((each) => each.needsRecentSignIn).map(({ path }) => path)).toEqual([]);
  });
});

describe('needsRecentSignIn', () => {
  const facts = {
    method: 'POST',
    path: '/it',
    access: 'signed-in',
    summary: 'It.',
    reply: z.object({}),
    limit: { max: 1, seconds: 1, per: 'account' },
  } as const;
  it.each<[RecentSignIn, unknown, boolean]>([
    [true, undefined, true],
    [false, { role: 'decides' }, false],
    [{ role: ['decides'] }, { role: 'decides' }, true],
    [{ role: ['decides'] }, { role: 'follows' }, false],
    [{ role: ['decides'] }, {}, false],
    [{ role: ['decides'] }, undefined, false],
    [{ role: ['client', 'admin'] }, { role: 'client' }, true],
  ])('by the rule %j says of the body %j: %s', (rule, body, isNeeded) => {
    expect(needsRecentSignIn(endpoint({ ...facts, needsRecentSignIn: rule }), body)).toBe(isNeeded);
  });
});
