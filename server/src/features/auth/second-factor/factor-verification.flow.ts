import type { FastifyInstance } from 'fastify';
import { isoNow, isWithinLast } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.ts';
import { secondFactorMail } from '../auth-mails.ts';
import type { AuthError } from '../protocol/auth-error.ts';
import {
  challengeExpired,
  challengeNotFound,
  enrollNeedsSecondFactor,
  factorNotFound,
  requestLimitReached,
  totpCodeWrong,
  userNotFound,
  validationFailed,
} from '../protocol/error-catalogue.ts';
import { limitRequests } from '../protocol/limits.ts';
import { RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { type GrantedSession, presentSession } from '../sessions/sessions.service.ts';
import { type Bearer, requireBearer, requireHighestLevel } from '../tokens/bearer.ts';
import { lockUser } from '../users/users.repository.ts';
import { CHALLENGE_SECONDS } from './factor-challenge.flow.ts';
import { countWrongCode, findPause, NO_WRONG_CODES } from './factor-tries.ts';
import { deleteChallenge, findChallenge, listFactors, updateFactor } from './factors.repository.ts';
import { raiseSession } from './second-factor.service.ts';
import { findStep } from './totp.ts';

/** `POST /factors/:id/verify`: the code of an app. The session is raised; a new factor counts from here on. */
export function addFactorVerification(scope: FastifyInstance, provider: Provider): void {
  scope.post<{ Params: { factor: string } }>('/factors/:factor/verify', async (request) => {
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
    // A refusal is a result and not thrown in there: what it counts has to be committed.
    const result = await transaction(provider.db, (trx) => verify(trx, provider, bearer, answer));
    if ('refusal' in result) throw result.refusal;
    return presentSession(provider, result);
  });
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
): Promise<GrantedSession | { refusal: AuthError }> {
  const user = await lockUser(trx, bearer.user.id);
  if (!user) throw userNotFound();
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
    await provider.mailer.enqueue(trx, {
      kind: 'auth.second-factor',
      to: user.email,
      ...secondFactorMail(provider, 'added'),
    });
  }
  return raiseSession(trx, provider, { user, sessionId: bearer.sessionId, factor });
}
