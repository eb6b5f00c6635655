import type { FastifyRequest } from 'fastify';
import { isoNow } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { clientFacts } from '../../platform/http/client.ts';
import {
  emailNotConfirmed,
  invalidCredentials,
  phoneDisabled,
  userBanned,
  validationFailed,
} from './error-catalogue.ts';
import { limitSignIns } from './limits.ts';
import { findWeakness } from './password-policy.ts';
import type { Provider } from './provider.ts';
import type { RequestBody } from './request-body.ts';
import { openSession, type PresentedSession, presentSession } from './sessions.service.ts';
import { findCredentials, isBanned, lockUser } from './users.repository.ts';

/**
 * Signs in by address and password. An unknown address, one without a password and a wrong password are
 * told apart neither by the answer nor by its time; that an account is shut or unconfirmed is said to
 * whoever knows its password alone.
 */
export async function grantByPassword(
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
): Promise<PresentedSession> {
  const [email, password] = [body.text('email').toLowerCase(), body.text('password')];
  if (email !== '' && body.text('phone') !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (body.text('phone') !== '') throw phoneDisabled(400);
  if (email === '') throw validationFailed('missing email or phone');
  await limitSignIns(provider, email, request.ip);

  const found = await findCredentials(provider.db, email);
  const isRight = await provider.hasher.verify(found?.passwordHash, password);
  if (!found || !isRight) throw invalidCredentials();
  if (isBanned(found, isoNow(provider.clock))) throw userBanned(400);
  if (found.email_confirmed_at === null) throw emailNotConfirmed(400);

  const granted = await transaction(provider.db, async (trx) => {
    const user = await lockUser(trx, found.id);
    // The password may have been changed, or the account shut, while the hash was being computed.
    if (!user || user.password_hash !== found.passwordHash) throw invalidCredentials();
    if (isBanned(user, isoNow(provider.clock))) throw userBanned(400);
    return openSession(trx, provider, user, 'password', clientFacts(request));
  });
  const session = await presentSession(provider, granted);
  const weakness = findWeakness(password, provider.settings.passwordMinLength);
  return weakness ? { ...session, weak_password: weakness } : session;
}
