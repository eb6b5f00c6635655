import type { FastifyRequest } from 'fastify';
import { isoNow, isWithinLast } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { countFailedTry, deleteCode, findCode, lockCode } from '../links/codes.repository.ts';
import { hashSecret } from '../links/one-time-secret.ts';
import type { AuthError } from '../protocol/auth-error.ts';
import {
  badCodeVerifier,
  flowStateExpired,
  flowStateNotFound,
  userBanned,
  validationFailed,
} from '../protocol/error-catalogue.ts';
import type { RequestBody } from '../protocol/request-body.ts';
import { CODE_SECONDS, type Provider } from '../provider.ts';
import { type GrantedSession, openSession, type SignInMethod } from '../sessions/sessions.service.ts';
import { isBanned, lockUser } from '../users/users.repository.ts';
import { isVerifierOf } from './pkce.ts';

/** Wrong verifiers that a code bears before it is void. */
const MAX_FAILED_TRIES = 3;

/** Exchanges the code that a link has left for a session: once, within five minutes of the link's use. */
export async function grantByCode(
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
): Promise<GrantedSession> {
  const [code, verifier] = [body.text('auth_code'), body.text('code_verifier')];
  if (code === '' || verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const client = clientFacts(request);
  // A refusal is a result and not thrown in there: what it counts or deletes has to be committed.
  const result = await transaction(provider.db, (trx) =>
    exchange(trx, provider, hashSecret(code), verifier, client),
  );
  if ('refusal' in result) throw result.refusal;
  return result;
}

async function exchange(
  trx: Trx,
  provider: Provider,
  codeHash: string,
  verifier: string,
  client: ClientFacts,
): Promise<GrantedSession | { refusal: AuthError }> {
  const found = await findCode(trx, codeHash);
  const user = found && (await lockUser(trx, found.user_id));
  const code = user && (await lockCode(trx, codeHash));
  if (!code) return { refusal: flowStateNotFound() };
  if (!isWithinLast(provider.clock, code.issued_at, CODE_SECONDS)) {
    await deleteCode(trx, codeHash);
    return { refusal: flowStateExpired() };
  }
  if (!isVerifierOf({ challenge: code.challenge, method: code.challenge_method }, verifier)) {
    if (code.failed_tries + 1 >= MAX_FAILED_TRIES) await deleteCode(trx, codeHash);
    else await countFailedTry(trx, codeHash);
    return { refusal: badCodeVerifier() };
  }
  await deleteCode(trx, codeHash);
  if (isBanned(user, isoNow(provider.clock))) return { refusal: userBanned(400) };
  return openSession(trx, provider, user, code.method as SignInMethod, client);
}
