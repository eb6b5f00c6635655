import type { Clock } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import type { MailLook } from '../../../platform/mail/layout.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { recordAudit } from '../audit.ts';
import { secondFactorMail } from '../auth-mails.ts';
import { lockUser } from '../users/users.repository.ts';
import { listFactors } from './factors.repository.ts';
import { removeFactors } from './second-factor.service.ts';

export interface FactorResetDeps {
  clock: Clock;
  mailer: Mailer;
  look: MailLook;
  /** Where a person signs in on this site. */
  signInUrl: string;
}

/**
 * Takes every second factor off an account whose owner has lost app and recovery codes, as part of a transaction. They
 * are told by mail, because it lowers what protects them.
 * @param by who did it: on the server itself `client` is undefined
 * @returns whether there was one
 */
export async function resetSecondFactor(
  trx: Trx,
  deps: FactorResetDeps,
  userId: string,
  by: { who: string; client: ClientFacts | undefined },
): Promise<boolean> {
  const user = await lockUser(trx, userId);
  const factors = user ? await listFactors(trx, user.id) : [];
  if (!user || factors.length === 0) return false;
  await removeFactors(
    trx,
    user.id,
    factors.map(({ id }) => id),
  );
  for (const { id, factor_type: type } of factors) {
    await recordAudit(trx, deps.clock, {
      action: 'factor_removed',
      userId: user.id,
      client: by.client,
      detail: { factor: id, type, by: by.who },
    });
  }
  if (factors.some(({ status }) => status === 'verified')) {
    const mail = secondFactorMail(deps, 'removed');
    await deps.mailer.enqueue(trx, { kind: 'auth.second-factor', to: user.email, ...mail });
  }
  return true;
}
