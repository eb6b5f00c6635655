import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';
import { passwordMissingMail } from '../auth-mails.ts';
import {
  deleteTokens,
  listAttempts,
  type OneTimeTokenRow,
  SIGN_UP_KINDS,
} from '../links/links.repository.ts';
import type { ConfirmationProof, UsedLink } from '../links/links.service.ts';
import { linkExpired } from '../protocol/error-catalogue.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { updateUser } from '../users/users.repository.ts';

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

/** The provider's page has to ask for a password first. The link stays unused. */
export class PasswordWanted extends Error {
  constructor() {
    super('A password has to be chosen before the address is confirmed');
    this.name = 'PasswordWanted';
  }
}

/**
 * Confirms a sign-up by a link or its code. All attempts on the address end; `chooseCredentials`
 * decides which one is installed, if any.
 * @throws PasswordWanted on the page, which can ask for one
 */
export async function confirmSignUp(
  trx: Trx,
  provider: Provider,
  { token, user, client, proof }: UsedLink,
): Promise<UserRow> {
  // Sign-ups with the address of an account wait like all others, so that they are
  // indistinguishable.
  if (user.email_confirmed_at !== null) throw linkExpired();
  // The used link's own row is gone already.
  const waiting = [token, ...(await listAttempts(trx, user.id))];
  const attempts = waiting.filter((row) => row.pending_password_hash !== null);
  const chosen = chooseCredentials({ user, attempts, link: token.kind, proof });
  if (chosen.passwordHash === null && proof.by === 'page') throw new PasswordWanted();
  await deleteTokens(trx, user.id, SIGN_UP_KINDS);
  if (attempts.length > 0) await sendPasswordMissingMail(trx, provider, user, chosen);
  await recordConfirmation(trx, provider, user, client, proof.by);
  return updateUser(trx, user.id, { ...confirmed(provider), ...columnsOf(chosen) });
}

/** Ends all waiting sign-ups and their links when an admin confirms the account. */
export async function confirmByAdmin(
  trx: Trx,
  provider: Provider,
  user: UserRow,
  client: ClientFacts,
): Promise<UserRow> {
  const proof: ConfirmationProof = { by: 'admin', browserHashes: [] };
  const attempts = await listAttempts(trx, user.id);
  const chosen = chooseCredentials({ user, attempts, link: undefined, proof });
  await deleteTokens(trx, user.id);
  if (attempts.length > 0) await sendPasswordMissingMail(trx, provider, user, chosen);
  await recordConfirmation(trx, provider, user, client, proof.by);
  return updateUser(trx, user.id, { ...confirmed(provider), ...columnsOf(chosen) });
}

/**
 * Users who signed up expect their password to count: the mail says that it doesn't, and what to
 * do.
 */
async function sendPasswordMissingMail(
  trx: Trx,
  provider: Provider,
  user: UserRow,
  { passwordHash }: ChosenCredentials,
): Promise<void> {
  if (passwordHash !== null) return;
  await provider.mailer.enqueue(trx, {
    kind: 'auth.password-missing',
    to: user.email,
    ...passwordMissingMail(provider),
  });
}

async function recordConfirmation(
  trx: Trx,
  provider: Provider,
  user: UserRow,
  client: ClientFacts,
  by: ConfirmationProof['by'],
): Promise<void> {
  await recordAudit(trx, provider.clock, {
    action: 'sign_up_confirmed',
    userId: user.id,
    client,
    detail: { by },
  });
}

function confirmed({ clock }: Pick<Provider, 'clock'>) {
  const now = isoNow(clock);
  return { email_confirmed_at: now, updated_at: now };
}

function columnsOf({ passwordHash, metadata }: ChosenCredentials) {
  return { password_hash: passwordHash, ...(metadata === undefined ? {} : { user_metadata: metadata }) };
}
