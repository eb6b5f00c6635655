import type { FastifyInstance } from 'fastify';
import { renderSVG } from 'uqr';
import { isoIn, isoNow, isWithinLast } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { secondFactorMail } from '../auth-mails.ts';
import {
  challengeExpired,
  challengeNotFound,
  enrollNeedsRecentSignIn,
  enrollNeedsSecondFactor,
  factorNameTaken,
  factorNotFound,
  factorTypeDisabled,
  factorTypeUnknown,
  requestLimitReached,
  sessionNotFound,
  tooManyFactors,
  totpCodeWrong,
  unenrollNeedsRecentSignIn,
  unenrollNeedsSecondFactor,
  validationFailed,
} from '../protocol/errors.ts';
import { limitRequests } from '../protocol/limits.ts';
import { RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { lockSession } from '../sessions/sessions.repository.ts';
import {
  type Bearer,
  type GrantedSession,
  grantOrRefuse,
  lockCaller,
  presentSession,
  type Refused,
  requireBearer,
  requireHighestLevel,
  requireRecentSignIn,
} from '../sessions/sessions.service.ts';
import { lockUser, newAuthId, renewSignIn } from '../users/users.repository.ts';
import {
  deleteChallenge,
  deleteFactors,
  findChallenge,
  insertFactor,
  listFactors,
  replaceChallenge,
  updateFactor,
} from './factors.repository.ts';
import {
  countWrongCode,
  findPause,
  findStep,
  NO_WRONG_CODES,
  newFactor,
  newTotp,
  raiseSession,
  removeFactors,
} from './second-factor.service.ts';

/** Factors that an account can have, as in the original. */
const MAX_FACTORS = 10;
/** Seconds in which a challenge has to be answered, as in the original. */
export const CHALLENGE_SECONDS = 300;
/** Seconds that a factor waits for its first code. */
export const UNVERIFIED_FACTOR_SECONDS = 3_600;
/** Longest name of a factor, and of the issuer that an app shows. */
const MAX_FACTOR_NAME = 100;

interface OfFactor {
  Params: { factor: string };
}

/** `/factors`: authenticator apps as second factors. */
export function addFactors(scope: FastifyInstance, provider: Provider): void {
  // A secret for an authenticator app. It counts for nothing until a code of it is shown.
  scope.post('/factors', async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const body = new RequestBody(request.body);
    const type = body.text('factor_type');
    if (type === 'phone' || type === 'webauthn') throw factorTypeDisabled(type);
    if (type !== 'totp') throw factorTypeUnknown();
    const name = readFactorName(body) || null;
    const issuer = body.text('issuer').trim() || provider.look.studioName;
    if (issuer.length > MAX_FACTOR_NAME) throw validationFailed('The issuer is too long');
    requireHighestLevel(bearer, enrollNeedsSecondFactor);
    // Another factor needs the first one; the first one needs the password again, or a link in a
    // mail.
    if (!bearer.hasSecondFactor) requireRecentSignIn(provider, bearer, enrollNeedsRecentSignIn);

    const { secret, base32, uri } = newTotp(issuer, bearer.user.email);
    const id = newAuthId();
    await transaction(provider.db, async (trx) => {
      const user = await lockCaller(trx, bearer);
      await makeRoom(trx, provider, user.id, name);
      await insertFactor(trx, {
        ...newFactor(id, user.id, 'totp', isoNow(provider.clock)),
        friendly_name: name,
        status: 'unverified',
        sealed_secret: provider.secret.seal('auth.totp-secret', id, secret),
      });
      await recordAudit(trx, provider.clock, {
        action: 'factor_enrolled',
        userId: user.id,
        client: clientFacts(request),
        detail: { factor: id },
      });
    });
    return {
      id,
      type: 'totp',
      ...(name === null ? {} : { friendly_name: name }),
      // Colours as names: clients put this into a data address as it is, where a # would end it.
      totp: { qr_code: renderSVG(uri, { whiteColor: 'white', blackColor: 'black' }), secret: base32, uri },
    };
  });

  // The session's question for a code. Only the same session can answer it.
  scope.post<OfFactor>('/factors/:factor/challenge', async (request) => {
    const { user, sessionId } = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const id = newAuthId();
    const now = isoNow(provider.clock);
    await transaction(provider.db, async (trx) => {
      await lockUser(trx, user.id);
      // Another session may have shown the factor since the token was looked at: that ends those that have not.
      if (!(await lockSession(trx, sessionId))) throw sessionNotFound();
      const factor = (await listFactors(trx, user.id)).find((own) => own.id === request.params.factor);
      if (factor?.factor_type !== 'totp') throw factorNotFound();
      await replaceChallenge(trx, { id, factor_id: factor.id, session_id: sessionId, created_at: now });
      await updateFactor(trx, factor.id, { last_challenged_at: now });
    });
    return { id, type: 'totp', expires_at: Math.floor(Date.parse(now) / 1000) + CHALLENGE_SECONDS };
  });

  // The code of an app. The session is raised; a new factor counts from here on.
  scope.post<OfFactor>('/factors/:factor/verify', async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const body = new RequestBody(request.body);
    const answer = {
      factorId: request.params.factor,
      challengeId: body.text('challenge_id'),
      code: body.text('code').replace(/\s/g, ''),
      client: clientFacts(request),
    };
    if (answer.challengeId === '') throw validationFailed('challenge_id is required');
    return presentSession(
      provider,
      await grantOrRefuse(provider, (trx) => verify(trx, provider, bearer, answer)),
    );
  });

  // One that is in use needs a session that has shown a factor.
  scope.delete<OfFactor>('/factors/:factor', async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'factors', request.ip);
    const { factor: id } = request.params;
    await transaction(provider.db, async (trx) => {
      const user = await lockCaller(trx, bearer);
      const factor = (await listFactors(trx, user.id)).find((own) => own.id === id);
      if (!factor) throw factorNotFound();
      if (factor.status === 'verified') {
        requireHighestLevel(bearer, unenrollNeedsSecondFactor);
        // A session that was copied later has the level, too.
        requireRecentSignIn(provider, bearer, unenrollNeedsRecentSignIn);
      }
      await removeFactors(trx, user.id, [id]);
      await recordAudit(trx, provider.clock, {
        action: 'factor_removed',
        userId: user.id,
        client: clientFacts(request),
        detail: { factor: id, type: factor.factor_type },
      });
      if (factor.status === 'verified') {
        await renewSignIn(trx, user.id);
        await provider.mailer.enqueue(trx, { to: user.email, ...secondFactorMail(provider, 'removed') });
      }
    });
    return { id };
  });
}

/** The name that a user gives a factor, empty for none. Throws validation_failed when it is too long. */
export function readFactorName(body: RequestBody): string {
  const name = body.text('friendly_name').trim();
  if (name.length > MAX_FACTOR_NAME) throw validationFailed('The friendly name is too long');
  return name;
}

/**
 * Makes room for another factor. Unfinished ones are deleted when their time is over, and at once
 * when the new one has their name: reloading the set-up page starts it again.
 * @throws mfa_factor_name_conflict, too_many_enrolled_mfa_factors
 */
async function makeRoom(trx: Trx, provider: Provider, userId: string, name: string | null): Promise<void> {
  const factors = await listFactors(trx, userId);
  const limit = isoIn(provider.clock, -UNVERIFIED_FACTOR_SECONDS);
  const old = factors.filter(
    (factor) =>
      factor.status === 'unverified' &&
      (factor.created_at <= limit || (name !== null && factor.friendly_name === name)),
  );
  const kept = factors.filter((factor) => !old.includes(factor));
  if (name !== null && kept.some((factor) => factor.friendly_name === name)) throw factorNameTaken(name);
  if (kept.length >= MAX_FACTORS) throw tooManyFactors();
  await deleteFactors(
    trx,
    old.map(({ id }) => id),
  );
}

interface Answer {
  factorId: string;
  challengeId: string;
  code: string;
  client: ClientFacts;
}

async function verify(
  trx: Trx,
  provider: Provider,
  bearer: Bearer,
  { factorId, challengeId, code, client }: Answer,
): Promise<GrantedSession | Refused> {
  const user = await lockCaller(trx, bearer);
  const factor = (await listFactors(trx, user.id)).find(({ id }) => id === factorId);
  if (factor?.factor_type !== 'totp' || factor.sealed_secret === null) throw factorNotFound();
  const isNew = factor.status === 'unverified';
  if (isNew) requireHighestLevel(bearer, enrollNeedsSecondFactor);

  const challenge = await findChallenge(trx, {
    id: challengeId,
    factor_id: factor.id,
    session_id: bearer.sessionId,
  });
  if (!challenge) throw challengeNotFound();
  if (!isWithinLast(provider.clock, challenge.created_at, CHALLENGE_SECONDS)) {
    await deleteChallenge(trx, challenge.id);
    return { refusal: challengeExpired(challenge.id) };
  }
  const pause = findPause(provider, factor, requestLimitReached);
  if (pause) return { refusal: pause };

  const secret = provider.secret.open('auth.totp-secret', factor.id, factor.sealed_secret);
  const step = findStep(secret, code, provider.clock.now(), factor.last_step);
  if (step === undefined) {
    await countWrongCode(trx, provider, factor, client);
    return { refusal: totpCodeWrong() };
  }
  await deleteChallenge(trx, challenge.id);
  await updateFactor(trx, factor.id, {
    ...NO_WRONG_CODES,
    status: 'verified',
    last_step: step,
    ...(isNew ? { updated_at: isoNow(provider.clock) } : {}),
  });
  await recordAudit(trx, provider.clock, {
    action: 'factor_verified',
    userId: user.id,
    client,
    detail: { factor: factor.id, session: bearer.sessionId },
  });
  if (isNew) {
    await renewSignIn(trx, user.id);
    await provider.mailer.enqueue(trx, { to: user.email, ...secondFactorMail(provider, 'added') });
  }
  return raiseSession(trx, provider, { user, sessionId: bearer.sessionId, factor });
}
