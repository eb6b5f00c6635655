import type { FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { isAttemptedPassword } from '../passwords/attempted-passwords.ts';
import { findWeakness, type PasswordWeakness } from '../passwords/password-policy.ts';
import {
  emailNotConfirmed,
  invalidCredentials,
  phoneDisabled,
  userBanned,
  validationFailed,
} from '../protocol/error-catalogue.ts';
import { limitSignIns } from '../protocol/limits.ts';
import type { RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { findKnownDevice } from '../sessions/known-device.ts';
import { type GrantedSession, openSession } from '../sessions/sessions.service.ts';
import { findUserByEmail, isBanned, lockUser } from '../users/users.repository.ts';

/**
 * Signs in by address and password. An unknown address, one without a password and a wrong password are
 * not distinguishable by the answer or its time. Only a caller who knows its password learns that an
 * account is disabled. Only a caller who knows the password of a sign-up learns that the address waits
 * for its confirmation, with or without an account.
 */
export async function grantByPassword(
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
): Promise<GrantedSession & { weakness?: PasswordWeakness }> {
  const [email, password] = [body.text('email').toLowerCase(), body.text('password')];
  if (email !== '' && body.text('phone') !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (body.text('phone') !== '') throw phoneDisabled(400);
  if (email === '') throw validationFailed('missing email or phone');
  const found = await findUserByEmail(provider.db, email);
  const device = findKnownDevice(provider, request, found);
  const takeBack = await limitSignIns(provider, email, { ip: request.ip, device });

  const isRight = await provider.hasher.verify(found?.password_hash, password);
  if (!found || !isRight) {
    // Every refusal costs two hashes.
    const isAttempted = await isAttemptedPassword(provider, email, password);
    throw isAttempted ? emailNotConfirmed(400) : invalidCredentials();
  }
  await takeBack();
  if (isBanned(found, isoNow(provider.clock))) throw userBanned(400);
  if (found.email_confirmed_at === null) throw emailNotConfirmed(400);

  const granted = await transaction(provider.db, async (trx) => {
    const user = await lockUser(trx, found.id);
    // The password may have been changed, or the account shut, while the hash was being computed.
    if (!user || user.password_hash !== found.password_hash) throw invalidCredentials();
    if (isBanned(user, isoNow(provider.clock))) throw userBanned(400);
    return openSession(trx, provider, user, 'password', clientFacts(request));
  });
  const weakness = findWeakness(password, provider.settings.passwordMinLength);
  return weakness ? { ...granted, weakness } : granted;
}
