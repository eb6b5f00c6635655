import { SESSION_POLL } from '@atelier/domain/auth/rules.ts';
import type { Session } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollSession } from './confirm-sign-up.ts';

const session = { access_token: 'a' } as Session;

describe('pollSession', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([1, 2, 10])('returns the session found by look %i', async (look) => {
    const looked: number[] = [];
    const from = Date.now();
    const polling = pollSession(async () => {
      looked.push(Date.now() - from);
      return looked.length === look ? session : null;
    });
    await vi.runAllTimersAsync();
    expect(await polling).toBe(session);
    expect(looked).toEqual(Array.from({ length: look }, (_, index) => index * SESSION_POLL.intervalMs));
  });

  it('returns null right after the tenth look', async () => {
    const look = vi.fn(async () => null);
    const from = Date.now();
    const polling = pollSession(look);
    await vi.runAllTimersAsync();
    expect(await polling).toBeNull();
    expect(look).toHaveBeenCalledTimes(10);
    expect(Date.now() - from).toBe(9 * 400);
  });
});
