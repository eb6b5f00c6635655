import type { Actor } from '../../src/platform/http/access.ts';

/** Who makes a call, where no account is behind it: a client who has just signed in, but for what is said here. */
export function createTestActor(said: Partial<Actor> = {}): Actor {
  return {
    accountId: 'client',
    email: 'client@example.com',
    isAdmin: false,
    isDisabled: false,
    sessionId: 's1',
    secondFactor: 'none',
    hasRecentSignIn: true,
    ...said,
  };
}
