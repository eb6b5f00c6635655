import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { reauthenticationMail } from '../auth-mails.ts';
import { emailNotConfirmed, userNotFound } from '../protocol/error-catalogue.ts';
import { limitMails, limitRequests } from '../protocol/limits.ts';
import type { Provider } from '../provider.ts';
import { requireBearer } from '../tokens/bearer.ts';
import { lockUser, updateUser } from '../users/users.repository.ts';
import { issueReauthenticationCode } from './reauthentication-code.ts';

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
