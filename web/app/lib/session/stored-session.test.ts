import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findStoredSession, readFreshSession } from './stored-session.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const session = {
  access_token: 'token',
  refresh_token: 'refresh',
  expires_at: NOW / 1_000 + 3_600,
  user: { id: 'ada' },
};
let stored: string | null;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('location', { origin: 'https://studio.example' });
  vi.stubGlobal('localStorage', { getItem: () => stored });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('readFreshSession', () => {
  it('reads a stored session', () => {
    stored = JSON.stringify(session);
    expect(readFreshSession()).toEqual(session);
  });

  it.each([
    ['there is none', null],
    ['it is no JSON', '{'],
    ['its token is over', JSON.stringify({ ...session, expires_at: NOW / 1_000 - 1 })],
    ['its token is about to be renewed', JSON.stringify({ ...session, expires_at: NOW / 1_000 + 80 })],
    ['it has no user', JSON.stringify({ ...session, user: undefined })],
    ['it can’t be renewed', JSON.stringify({ ...session, refresh_token: undefined })],
  ])('reads none when %s', (_, text) => {
    stored = text;
    expect(readFreshSession()).toBeUndefined();
  });
});

describe('findStoredSession', () => {
  const user = { id: 'ada', app_metadata: {}, user_metadata: {}, aud: '', created_at: '' };

  it('finds the session of the user whom the page shows, or of any before it shows one', () => {
    stored = JSON.stringify(session);
    expect(findStoredSession({ status: 'loading' })).toEqual(session);
    const shown = { status: 'signed-in', accessToken: 'older', user, roles: [] } as const;
    expect(findStoredSession(shown)).toEqual(session);
  });

  it('finds none when another user has signed in in another tab, nor after a sign-out', () => {
    stored = JSON.stringify(session);
    const shown = { status: 'signed-in', accessToken: 'a', user: { ...user, id: 'bob' }, roles: [] } as const;
    expect(findStoredSession(shown)).toBeUndefined();
    expect(findStoredSession({ status: 'signed-out' })).toBeUndefined();
  });
});
