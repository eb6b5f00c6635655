import { createHmac, randomInt } from 'node:crypto';
import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { FastifyInstance } from 'fastify';
import { isoIn, isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { reauthenticationMail } from '../auth-mails.ts';
import { consumeToken, deleteTokens, findLiveToken, insertToken } from '../links/links.repository.ts';
import { emailNotConfirmed, reauthenticationNotValid, userNotFound } from '../protocol/error-catalogue.ts';
import { limitMails, limitRequests } from '../protocol/limits.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { requireBearer } from '../tokens/bearer.ts';
import { lockUser, updateUser } from '../users/users.repository.ts';

const KIND = 'reauthentication';

/** Stores a new code of six digits in the place of an older one, and returns it for the mail. */
async function issueReauthenticationCode(trx: Trx, provider: Provider, user: UserRow): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await deleteTokens(trx, user.id, [KIND]);
  await insertToken(trx, {
    id: newId(),
    token_hash: hashCode(provider, user.id, code),
    user_id: user.id,
    kind: KIND,
    email: user.email,
    pending_password_hash: null,
    pending_metadata: null,
    browser_hash: null,
    code_hash: null,
    code_tries: 0,
    challenge: null,
    challenge_method: null,
    created_at: isoNow(provider.clock),
    expires_at: isoIn(provider.clock, LINK_SECONDS),
  });
  return code;
}

/** Uses a code up. The caller limits the tries. Throws reauthentication_not_valid. */
export async function consumeReauthenticationCode(
  trx: Trx,
  provider: Provider,
  userId: string,
  code: string,
): Promise<void> {
  const hash = hashCode(provider, userId, code.trim());
  const found = await findLiveToken(trx, hash, [KIND], isoNow(provider.clock));
  if (!found || !(await consumeToken(trx, found.id))) throw reauthenticationNotValid();
}

/** Six digits are soon tried out, so a copy of the database must not be enough to do it: the hash has a key. */
function hashCode({ secret }: Pick<Provider, 'secret'>, userId: string, code: string): string {
  return createHmac('sha256', secret.deriveKey('auth.reauthentication'))
    .update(`${userId}:${code}`)
    .digest('base64url');
}

/** `GET /reauthenticate`: mails a code that a change of password may have to be accompanied by. */
export function addReauthenticate(scope: FastifyInstance, provider: Provider): void {
  scope.get('/reauthenticate', async (request) => {
    const { user } = await requireBearer(provider, request);
    await limitRequests(provider, 'reauthenticate', request.ip);
    if (user.email_confirmed_at === null) throw emailNotConfirmed(422);
    await limitMails(provider, 'reauthentication', user.email, { ip: request.ip });
    await transaction(provider.db, async (trx) => {
      const locked = await lockUser(trx, user.id);
      if (!locked) throw userNotFound();
      const code = await issueReauthenticationCode(trx, provider, locked);
      const now = isoNow(provider.clock);
      await updateUser(trx, locked.id, { reauthentication_sent_at: now, updated_at: now });
      await provider.mailer.enqueue(trx, {
        kind: 'auth.reauthentication',
        to: locked.email,
        ...reauthenticationMail(provider, code),
      });
    });
    return {};
  });
}
