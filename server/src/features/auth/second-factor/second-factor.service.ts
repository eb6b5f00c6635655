import { HOTP, Secret, TOTP } from 'otpauth';
import { isoIn, isoNow, latestMeant } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { secondFactorMail } from '../auth-mails.ts';
import { type AuthError, sessionNotFound } from '../protocol/errors.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { lockSession, parseMethods, updateSession } from '../sessions/sessions.repository.ts';
import type { GrantedSession } from '../sessions/sessions.service.ts';
import { encodeRefreshToken } from '../tokens/refresh-token.ts';
import { lockUser, renewSignIn } from '../users/users.repository.ts';
import {
  deleteFactors,
  deleteLowerSessions,
  type FactorRow,
  findSessionsRaisedBy,
  listFactors,
  updateFactor,
} from './factors.repository.ts';

/** Steps by which the app's clock may differ from ours, either way. */
const TOLERANCE = 1;
/** A last step further ahead than this was stored before the clock was set back, and counts as none: two minutes. */
const MOST_AHEAD = 4;
/** 160 bits, the length of SHA-1's output: what RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret for an authenticator app, and how the user's app gets it: typed, or as an address in a QR code. */
export function newTotp(issuer: string, label: string): { secret: Buffer; base32: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ issuer, label, secret }).toString();
  return { secret: Buffer.from(secret.bytes), base32: secret.base32, uri };
}

/**
 * The step that a code is of, among those around `now` that come after the last one used: a code counts
 * once, and none counts that is older than one that did. Undefined when it is of none.
 */
export function findStep(
  secret: Buffer,
  code: string,
  now: Date,
  lastStep: number | null,
): number | undefined {
  const key = new Secret({ buffer: Uint8Array.from(secret).buffer });
  const current = TOTP.counter({ timestamp: now.getTime() });
  const last = lastStep !== null && lastStep <= current + MOST_AHEAD ? lastStep : -1;
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    if (step > last && HOTP.generate({ secret: key, counter: step }) === code) return step;
  }
  return undefined;
}

/** What a right code changes about the count. */
export const NO_WRONG_CODES = { failed_tries: 0, locked_until: null } as const;

/** The row of a new factor that counts at once and has no secret. Not stored. */
export function newFactor(
  id: string,
  userId: string,
  type: FactorRow['factor_type'],
  now: string,
): FactorRow {
  return {
    id,
    user_id: userId,
    factor_type: type,
    friendly_name: null,
    status: 'verified',
    sealed_secret: null,
    last_step: null,
    ...NO_WRONG_CODES,
    last_challenged_at: null,
    created_at: now,
    updated_at: now,
  };
}

/** Ways by which a session is raised to aal2, as tokens name them. */
const SECOND_FACTOR_METHODS = { totp: 'totp', recovery_code: 'mfa/recovery_code' } as const;

/**
 * Raises a session for which a factor was shown: it keeps its id and gets new tokens. Sessions of the account
 * that have shown none end, and unfinished factors are deleted: they may belong to a stranger who has the password.
 * @param raise.user whose row the transaction has locked
 * @throws session_not_found
 */
export async function raiseSession(
  trx: Trx,
  provider: Provider,
  raise: { user: UserRow; sessionId: string; factor: FactorRow },
): Promise<GrantedSession> {
  const { user, sessionId, factor } = raise;
  const session = await lockSession(trx, sessionId);
  if (!session) throw sessionNotFound();
  const now = isoNow(provider.clock);
  const method = SECOND_FACTOR_METHODS[factor.factor_type];
  const others = parseMethods(session).filter((way) => way.method !== method);
  const amr = [{ method, timestamp: Math.floor(Date.parse(now) / 1000) }, ...others];
  const raised = {
    aal: 'aal2' as const,
    amr: JSON.stringify(amr),
    factor_id: factor.id,
    refresh_counter: session.refresh_counter + 1,
    refreshed_at: now,
  };
  await updateSession(trx, sessionId, raised);
  await deleteLowerSessions(trx, user.id, sessionId);
  const unfinished = (await listFactors(trx, user.id)).filter(({ status }) => status === 'unverified');
  await deleteFactors(
    trx,
    unfinished.map(({ id }) => id),
  );
  const key = provider.secret.open('auth.refresh-key', session.id, session.refresh_key);
  return {
    user,
    session: { ...session, ...raised },
    refreshToken: encodeRefreshToken(session.id, raised.refresh_counter, key),
  };
}

/**
 * Takes factors away from a user, and the level that they gave from every session. Recovery codes go with
 * the last app: alone they would be a password on paper.
 * @returns whether the account has a second factor afterwards
 */
export async function removeFactors(trx: Trx, userId: string, ids: readonly string[]): Promise<boolean> {
  const remaining = (await listFactors(trx, userId)).filter(({ id }) => !ids.includes(id));
  const hasApp = remaining.some(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
  const orphans = hasApp ? [] : remaining.filter(({ factor_type: type }) => type === 'recovery_code');
  const gone = [...ids, ...orphans.map(({ id }) => id)];
  for (const session of await findSessionsRaisedBy(trx, userId, gone)) {
    const second: readonly string[] = Object.values(SECOND_FACTOR_METHODS);
    const amr = parseMethods(session).filter(({ method }) => !second.includes(method));
    await updateSession(trx, session.id, { aal: 'aal1', amr: JSON.stringify(amr), factor_id: null });
  }
  await deleteFactors(trx, gone);
  return hasApp;
}

/** Wrong codes in a row after which a factor pauses. */
const TRIES = 5;
/** The first pause; each further one is twice as long as the one before, up to a day. */
const FIRST_PAUSE_SECONDS = 15 * 60;
const LONGEST_PAUSE_SECONDS = 24 * 3_600;

/**
 * Three of a million codes are right at any moment. With these pauses a caller who has the password gets
 * through 35 guesses on the first day and 5 on each further one, which is a chance of 1 in 180 in a year.
 * The count is in the database, so a restart or another process doesn't reset it.
 * @returns the refusal for a factor that pauses, for any code
 */
export function findPause(
  { clock }: Pick<Provider, 'clock'>,
  factor: FactorRow,
  refuse: (seconds: number) => AuthError,
): AuthError | undefined {
  if (factor.locked_until === null) return undefined;
  if (factor.locked_until > latestMeant(clock, pauseAfter(factor.failed_tries))) return undefined;
  const milliseconds = Date.parse(factor.locked_until) - clock.now().getTime();
  return milliseconds > 0 ? refuse(Math.ceil(milliseconds / 1000)) : undefined;
}

/** Counts a wrong code. The transaction has to be committed, so the refusal must not be thrown in it. */
export async function countWrongCode(
  trx: Trx,
  { clock }: Pick<Provider, 'clock'>,
  factor: FactorRow,
  client: ClientFacts,
): Promise<void> {
  const tries = factor.failed_tries + 1;
  if (tries % TRIES !== 0) {
    await updateFactor(trx, factor.id, { failed_tries: tries });
    return;
  }
  const pause = pauseAfter(tries);
  await updateFactor(trx, factor.id, { failed_tries: tries, locked_until: isoIn(clock, pause) });
  await recordAudit(trx, clock, {
    action: 'factor_locked',
    userId: factor.user_id,
    client,
    detail: { factor: factor.id, tries, seconds: pause },
  });
}

/** Seconds of the pause after so many wrong codes. */
function pauseAfter(tries: number): number {
  const pauses = Math.floor(tries / TRIES);
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (pauses - 1), LONGEST_PAUSE_SECONDS);
}

export type FactorResetDeps = Pick<Provider, 'clock' | 'mailer' | 'look' | 'signInUrl'>;

/**
 * Removes every second factor of an account whose owner has lost app and recovery codes, as part of a transaction. A
 * mail informs the owner, because it weakens the account's protection.
 * @param by who did it: on the server itself `client` is undefined
 * @returns whether there was a factor
 */
export async function resetSecondFactor(
  trx: Trx,
  deps: FactorResetDeps,
  userId: string,
  by: { who: string; client: ClientFacts | undefined },
): Promise<boolean> {
  const user = await lockUser(trx, userId);
  const factors = user ? await listFactors(trx, user.id) : [];
  if (!user || factors.length === 0) return false;
  await removeFactors(
    trx,
    user.id,
    factors.map(({ id }) => id),
  );
  for (const { id, factor_type: type } of factors) {
    await recordAudit(trx, deps.clock, {
      action: 'factor_removed',
      userId: user.id,
      client: by.client,
      detail: { factor: id, type, by: by.who },
    });
  }
  if (factors.some(({ status }) => status === 'verified')) {
    await renewSignIn(trx, user.id);
    await deps.mailer.enqueue(trx, { to: user.email, ...secondFactorMail(deps, 'removed') });
  }
  return true;
}
