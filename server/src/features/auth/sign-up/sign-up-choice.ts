import type { OneTimeTokenKind } from '../auth.table.ts';
import type { OneTimeTokenRow } from '../links/one-time-tokens.repository.ts';
import type { UserRow } from '../protocol/user.presenter.ts';

/** How an address is confirmed, and the proof of who confirms it. */
export interface ConfirmationProof {
  /** By the provider's page, a client's call with the token of a link, a typed code, or an admin. */
  by: 'page' | 'call' | 'code' | 'admin';
  /** This browser's attempts, by the hashes of their secrets, newest first. */
  browserHashes: readonly string[];
  /** The hash of the password typed on the provider's page. */
  typedPasswordHash?: string | undefined;
}

/** A waiting sign-up attempt, whose author is not known yet. */
export type Attempt = Pick<OneTimeTokenRow, 'browser_hash' | 'pending_password_hash' | 'pending_metadata'>;

/**
 * What confirmation changes of the account: undefined leaves a value as it is; a null password
 * means none.
 */
export interface ChosenCredentials {
  passwordHash: string | null;
  metadata: string | undefined;
}

export interface WaitingSignUp {
  user: Pick<UserRow, 'password_hash' | 'invited_at'>;
  attempts: readonly Attempt[];
  /** The kind of the used link; undefined for an admin's confirmation. */
  link: OneTimeTokenKind | undefined;
  proof: ConfirmationProof;
}

/**
 * Decides whose password and metadata a confirmed sign-up gets. A link proves the address alone:
 * anyone can have one sent there, and the mails look the same. So the attempt of the confirming
 * browser counts, never the one whose mail was opened. Without such proof it is the password typed
 * on the page, or what a service gave the account. A typed code and an admin install the attempt
 * when it is the only one.
 */
export function chooseCredentials({ user, attempts, link, proof }: WaitingSignUp): ChosenCredentials {
  const ofAccount = { passwordHash: user.password_hash, metadata: undefined };
  if (link === 'signup_by_service') return ofAccount;
  const own = findOwn(attempts, proof.browserHashes);
  const typed = proof.typedPasswordHash;
  if (typed !== undefined) {
    return { passwordHash: typed, metadata: own?.pending_metadata ?? undefined };
  }
  if (own) return ofAttempt(own);
  if (user.password_hash !== null) return ofAccount;
  const [only, ...others] = attempts;
  const vouchesForOnly = proof.by === 'code' || proof.by === 'admin';
  // An invited user hasn't signed up: the only attempt may well be a stranger's.
  if (vouchesForOnly && only && others.length === 0 && user.invited_at === null) return ofAttempt(only);
  return ofAccount;
}

function findOwn(attempts: readonly Attempt[], browserHashes: readonly string[]): Attempt | undefined {
  for (const hash of browserHashes) {
    const own = attempts.find((attempt) => attempt.browser_hash === hash);
    if (own) return own;
  }
  return undefined;
}

function ofAttempt(attempt: Attempt): ChosenCredentials {
  return {
    passwordHash: attempt.pending_password_hash,
    metadata: attempt.pending_metadata ?? undefined,
  };
}
