import { describe, expect, expectTypeOf, it } from 'vitest';
import { api } from './api.ts';
import type { CallLimit, Endpoint } from './endpoint.ts';

describe('the endpoint table', () => {
  it('rejects, at compile time, a changing call without a limit', () => {
    type Bare<M> = Omit<Endpoint, 'method' | 'limit'> & { method: M };
    expectTypeOf<Bare<'GET'>>().toExtend<Endpoint>();
    expectTypeOf<Bare<'POST'>>().not.toExtend<Endpoint>();
    expectTypeOf<Bare<'PATCH'>>().not.toExtend<Endpoint>();
    expectTypeOf<Bare<'DELETE'>>().not.toExtend<Endpoint>();
    expectTypeOf<Bare<'DELETE'> & { limit: CallLimit }>().toExtend<Endpoint>();
  });

  it('limits every changing call, by account where there is one', () => {
    const changing = Object.values<Endpoint>(api).filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(30);
    for (const { method, path, access, limit } of changing) {
      const per = access === 'public' ? 'address' : 'account';
      expect([method, path, limit]).toMatchObject([method, path, { per }]);
    }
  });
});
