import type { Actor } from '../../src/core/access/access.ts';

/** A caller without an account: a client who has just signed in, unless overridden. */
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
