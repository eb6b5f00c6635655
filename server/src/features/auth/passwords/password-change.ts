import type { FastifyRequest } from 'fastify';
import { isoNow, isWithinLast } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { passwordChangedMail } from '../auth-mails.ts';
import { deleteCodesOfUser, deleteTokens } from '../links/links.repository.ts';
import {
  currentPasswordInvalid,
  currentPasswordRequired,
  reauthenticationNeeded,
  samePassword,
} from '../protocol/error-catalogue.ts';
import { limitCodes, limitSignIns } from '../protocol/limits.ts';
import type { RequestBody } from '../protocol/request-body.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { findKnownDevice } from '../sessions/known-device.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import type { Bearer } from '../tokens/bearer.ts';
import { updateUser } from '../users/users.repository.ts';
import { forgetAttemptedPassword } from './attempted-passwords.ts';
import { requireStrongPassword } from './password-policy.ts';
import { consumeReauthenticationCode } from './reauthenticate.flow.ts';

/** Age from which a session needs a code, where codes are asked for. */
const FRESH_SECONDS = 24 * 3_600;
/** Ways of signing in by mail, for users without the password. */
const BY_MAIL: readonly string[] = ['otp', 'magiclink', 'recovery', 'invite', 'email/signup', 'email_change'];
/** How long after a sign-in by mail the user needs no current password. */
const MAIL_PROOF_SECONDS = 15 * 60;

/** A password that may be set, already hashed: hashing has no place in a transaction. */
export interface NewPassword {
  hash: string;
  /** The code from a mail that has to be used up with it. */
  code: string | undefined;
}

/**
 * Checks a new password and what the settings ask for beside it.
 * @throws weak_password, same_password, current_password_required, current_password_invalid,
 * reauthentication_needed
 */
export async function preparePassword(
  provider: Provider,
  bearer: Bearer,
  body: RequestBody,
  request: FastifyRequest,
): Promise<NewPassword> {
  const { settings, hasher } = provider;
  const { user, session } = bearer;
  const password = body.text('password');
  requireStrongPassword(password, settings.passwordMinLength);
  let code: string | undefined;
  if (settings.passwordChange === 'code' && !isWithinLast(provider.clock, session.createdAt, FRESH_SECONDS)) {
    code = body.text('nonce');
    if (code === '') throw reauthenticationNeeded();
    await limitCodes(provider, user.id);
  }
  if (settings.passwordChange === 'current-password' && needsCurrentPassword(provider, bearer)) {
    if (body.text('current_password') === '') throw currentPasswordRequired();
    const caller = { ip: request.ip, device: findKnownDevice(provider, request, user) };
    const takeBack = await limitSignIns(provider, user.email, caller);
    const isRight = await hasher.verify(user.password_hash, body.text('current_password'));
    if (!isRight) throw currentPasswordInvalid();
    await takeBack();
  }
  if (user.password_hash !== null && (await hasher.verify(user.password_hash, password)))
    throw samePassword();
  return { hash: await hasher.hash(password), code };
}

/**
 * An account without a password has none to give, and a user who just signed in by mail may have
 * lost it.
 */
function needsCurrentPassword({ clock }: Pick<Provider, 'clock'>, { user, session }: Bearer): boolean {
  if (user.password_hash === null) return false;
  return !session.methods.some(
    ({ method, timestamp }) =>
      BY_MAIL.includes(method) &&
      isWithinLast(clock, new Date(timestamp * 1000).toISOString(), MAIL_PROOF_SECONDS),
  );
}

/**
 * Sets a password. Whoever got in by the old one, or has a link or a code in hand, is out: all other sessions
 * end, and every link, code and change under way is void. The owner is told by mail.
 * @param change.user whose row the transaction has locked
 * @throws reauthentication_not_valid
 */
export async function changePassword(
  trx: Trx,
  provider: Provider,
  change: { user: UserRow; sessionId: string; password: NewPassword; client: ClientFacts },
): Promise<UserRow> {
  const { user, sessionId, password, client } = change;
  if (password.code !== undefined) await consumeReauthenticationCode(trx, provider, user.id, password.code);
  await deleteTokens(trx, user.id);
  await forgetAttemptedPassword(trx, provider, user);
  await deleteCodesOfUser(trx, user.id);
  await deleteSessions(trx, user.id, 'others', sessionId);
  await recordAudit(trx, provider.clock, { action: 'password_changed', userId: user.id, client });
  await provider.mailer.enqueue(trx, {
    kind: 'auth.password-changed',
    to: user.email,
    ...passwordChangedMail(provider),
  });
  return updateUser(trx, user.id, {
    password_hash: password.hash,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_confirmed: null,
    reauthentication_sent_at: null,
    updated_at: isoNow(provider.clock),
  });
}
