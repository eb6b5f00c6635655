import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';
import { accountExistsMail, confirmationMail, passwordMissingMail } from '../auth-mails.ts';
import {
  deleteOldTokens,
  deleteTokens,
  listAttempts,
  MAX_ATTEMPTS,
  type OneTimeTokenRow,
  SIGN_UP_KINDS,
} from '../links/links.repository.ts';
import { type ConfirmationProof, issueLink, type UsedLink } from '../links/links.service.ts';
import { redirectOf } from '../links/redirects.ts';
import {
  hashAttemptedPassword,
  keepAttemptedPassword,
  passwordOwner,
  requireStrongPassword,
} from '../passwords/passwords.ts';
import {
  anonymousDisabled,
  linkExpired,
  phoneDisabled,
  userAlreadyExists,
  validationFailed,
} from '../protocol/errors.ts';
import { limitMails, limitRequests, reserveMailSlot } from '../protocol/limits.ts';
import {
  type CodeChallenge,
  type Metadata,
  parseEmail,
  parseMetadata,
  RequestBody,
} from '../protocol/request-body.ts';
import { presentUser, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { nameAttempt } from '../sessions/cookies.ts';
import { type GrantedSession, openSession, presentSession } from '../sessions/sessions.service.ts';
import { insertOrLockUser, newUserRow, updateUser } from '../users/users.repository.ts';

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
  // The used link's own row is already deleted.
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
  await provider.mailer.enqueue(trx, { to: user.email, ...passwordMissingMail(provider) });
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

interface SignUp {
  email: string;
  passwordHash: string;
  /** Names the attempt to the browser that made it. */
  browserHash: string;
  metadata: Metadata;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
  client: ClientFacts;
}

/**
 * `POST /signup`. Whether the address is new, waits for its confirmation or has an account, the reply, its
 * time and its limits are the same; only the mail to its owner differs.
 */
export function addSignUp(scope: FastifyInstance, provider: Provider): void {
  scope.post('/signup', async (request, reply) => {
    const body = new RequestBody(request.body);
    const typed = { email: body.text('email'), phone: body.text('phone'), password: body.text('password') };
    if (typed.email === '' && typed.phone === '') throw anonymousDisabled();
    await limitRequests(provider, 'signup', request.ip);
    if (typed.password === '') throw validationFailed('Signup requires a valid password');
    if (typed.email !== '' && typed.phone !== '') {
      throw validationFailed('Only an email address or phone number should be provided on signup.');
    }
    if (typed.phone !== '') throw phoneDisabled(400, 'Phone signups are disabled');
    const challenge = body.codeChallenge();
    const email = parseEmail(typed.email);
    const metadata = parseMetadata(body.value('data'));
    requireStrongPassword(provider, typed.password, passwordOwner(email, metadata));
    if (!provider.settings.autoconfirm) await limitMails(provider, 'signup', email, { ip: request.ip });

    const signUp: SignUp = {
      email,
      passwordHash: await hashAttemptedPassword(provider, email, typed.password),
      browserHash: provider.settings.autoconfirm ? '' : nameAttempt(provider, request, reply),
      metadata,
      challenge,
      redirectTo: redirectOf(provider.settings.redirects, request),
      client: clientFacts(request),
    };
    if (provider.settings.autoconfirm) {
      const granted = await transaction(provider.db, (trx) => signUpConfirmed(trx, provider, signUp));
      return presentSession(provider, granted);
    }
    return presentUser(
      await transaction(provider.db, (trx) => requestConfirmation(trx, provider, signUp)),
      [],
    );
  });
}

/**
 * Stores the attempt with its own link and mails it.
 * @returns what the reply shows: this attempt, and nothing of what was there before it
 */
async function requestConfirmation(trx: Trx, provider: Provider, signUp: SignUp): Promise<UserRow> {
  const { email, client } = signUp;
  const now = isoNow(provider.clock);
  // The row that a new address gets. Where there is one already, it is only the face of the reply: its random
  // id and its metadata are this request's, so that nothing is learned of an account or of another attempt.
  const shown = { ...newUserRow(email, now, signUp.metadata), confirmation_sent_at: now };
  const user = await insertOrLockUser(trx, { ...shown, user_metadata: '{}' });

  const hasAccount = user.email_confirmed_at !== null;
  const kind = hasAccount ? 'auth.account-exists' : 'auth.confirm';
  const leavesAt = await reserveMailSlot(trx, provider, {
    purpose: 'signup',
    kind,
    to: email,
    audience: hasAccount ? 'accounts' : 'strangers',
    isCoalesced: true,
  });
  // The same is written either way, so that its time reveals nothing: where there is an account, the link
  // confirms nothing and is not sent.
  const link = await issueLink(trx, provider, {
    kind: 'signup',
    userId: user.id,
    email,
    challenge: signUp.challenge,
    redirectTo: signUp.redirectTo,
    leavesAt,
    ...(hasAccount
      ? { withoutMail: 'no-recipient' }
      : {
          ...(leavesAt ? {} : { withoutMail: 'one-waits' }),
          attempt: {
            passwordHash: signUp.passwordHash,
            metadata: JSON.stringify(signUp.metadata),
            browserHash: signUp.browserHash,
          },
        }),
  });
  await deleteOldTokens(trx, user.id, 'signup', MAX_ATTEMPTS);
  await keepAttemptedPassword(trx, provider, email, signUp.passwordHash);
  await updateUser(
    trx,
    user.id,
    hasAccount ? { updated_at: user.updated_at } : { confirmation_sent_at: now },
  );
  const mail = hasAccount ? accountExistsMail(provider) : confirmationMail(provider, link);
  if (leavesAt) await provider.mailer.enqueue(trx, { to: email, leavesAt, ...mail });
  await recordAudit(trx, provider.clock, { action: 'sign_up_requested', userId: user.id, client });
  return shown;
}

/** With AUTH_AUTOCONFIRM: the account is confirmed and signed in at once. */
async function signUpConfirmed(trx: Trx, provider: Provider, signUp: SignUp): Promise<GrantedSession> {
  const now = isoNow(provider.clock);
  const user = await insertOrLockUser(trx, newUserRow(signUp.email, now));
  if (user.email_confirmed_at !== null) throw userAlreadyExists();
  await deleteTokens(trx, user.id, SIGN_UP_KINDS);
  const confirmed = await updateUser(trx, user.id, {
    password_hash: signUp.passwordHash,
    user_metadata: JSON.stringify(signUp.metadata),
    email_confirmed_at: now,
    updated_at: now,
  });
  await recordAudit(trx, provider.clock, {
    action: 'sign_up_confirmed',
    userId: user.id,
    client: signUp.client,
    detail: { by: 'configuration' },
  });
  return openSession(trx, provider, confirmed, 'password', signUp.client);
}
