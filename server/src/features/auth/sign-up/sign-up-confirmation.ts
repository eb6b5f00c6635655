import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.ts';
import { passwordMissingMail } from '../auth-mails.ts';
import type { UsedLink } from '../links/links.service.ts';
import { deleteTokens, listAttempts, SIGN_UP_KINDS } from '../links/one-time-tokens.repository.ts';
import { linkExpired } from '../protocol/error-catalogue.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { updateUser } from '../users/users.repository.ts';
import { type ChosenCredentials, type ConfirmationProof, chooseCredentials } from './sign-up-choice.ts';

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
  if (attempts.length > 0) await sayThatPasswordIsMissing(trx, provider, user, chosen);
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
  if (attempts.length > 0) await sayThatPasswordIsMissing(trx, provider, user, chosen);
  await recordConfirmation(trx, provider, user, client, proof.by);
  return updateUser(trx, user.id, { ...confirmed(provider), ...columnsOf(chosen) });
}

/**
 * Users who signed up expect their password to count: the mail says that it doesn't, and what to
 * do.
 */
async function sayThatPasswordIsMissing(
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
