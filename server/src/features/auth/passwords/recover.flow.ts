import type { FastifyInstance } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { recoveryMail } from '../auth-mails.ts';
import type { LinkRequest } from '../links/link-requests.ts';
import { deleteOldTokens, MAX_LIVE_LINKS } from '../links/links.repository.ts';
import { issueLink } from '../links/links.service.ts';
import { reserveMailSlot } from '../links/mail-pace.ts';
import { redirectOf } from '../links/redirect-target.ts';
import { validationFailed } from '../protocol/error-catalogue.ts';
import { limitMails, limitRequests } from '../protocol/limits.ts';
import { parseEmail, RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { findCaller } from '../sessions/known-device.ts';
import { isBanned, lockUserByEmail, updateUser } from '../users/users.repository.ts';

/** `POST /recover`: a link to choose a new password. The reply is the same for every well-formed address. */
export function addRecover(scope: FastifyInstance, provider: Provider): void {
  provider.linkRequests.handle('recovery', (trx, request) => sendRecovery(trx, provider, request));

  scope.post('/recover', async (request) => {
    const body = new RequestBody(request.body);
    if (body.text('email') === '') throw validationFailed('Password recovery requires an email');
    await limitRequests(provider, 'recover', request.ip);
    const challenge = body.codeChallenge();
    const email = parseEmail(body.text('email'));
    const redirectTo = redirectOf(provider.settings.redirects, request);
    await limitMails(provider, 'recovery', email, await findCaller(provider, request, email));
    const client = clientFacts(request);
    await transaction(provider.db, (trx) =>
      provider.linkRequests.enqueue(trx, { kind: 'recovery', email, redirectTo, challenge, client }),
    );
    return {};
  });
}

async function sendRecovery(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  const now = isoNow(provider.clock);
  if (!user || isBanned(user, now)) return;
  const kind = 'auth.recovery';
  const leavesAt = await reserveMailSlot(trx, provider, {
    purpose: 'recovery',
    kind,
    to: user.email,
    audience: user.email_confirmed_at === null ? 'strangers' : 'accounts',
    isCoalesced: true,
  });
  if (!leavesAt) return;
  // Earlier links stay: otherwise a stranger's request would void the owner's link.
  const link = await issueLink(trx, provider, { ...request, kind: 'recovery', userId: user.id, leavesAt });
  await deleteOldTokens(trx, user.id, 'recovery', MAX_LIVE_LINKS);
  await updateUser(trx, user.id, { recovery_sent_at: now, updated_at: now });
  await recordAudit(trx, provider.clock, {
    action: 'recovery_requested',
    userId: user.id,
    client: request.client,
  });
  await provider.mailer.enqueue(trx, { kind, to: user.email, leavesAt, ...recoveryMail(provider, link) });
}
