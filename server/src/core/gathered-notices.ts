import type { Trx } from '../platform/db/database.ts';
import type { MailKinds } from '../platform/mail/mailer.ts';
import type { MailPorts } from './feature.ts';

/** So long after the first of them, notices of a flood leave as one mail. */
export const GATHERED_AFTER_SECONDS = 600;

/**
 * Whether the studio has had as many mails of a kind as it gets in a while. What strangers send is then gathered into one mail: nothing
 * of it is refused, and no true one waits behind a hundred others.
 */
export async function isStudioFull(
  { mailer, listStudioAddresses }: Pick<MailPorts, 'mailer' | 'listStudioAddresses'>,
  trx: Trx,
  kind: keyof MailKinds & string,
): Promise<boolean> {
  for (const to of await listStudioAddresses(trx)) {
    if (await mailer.isFull(trx, { kind, to })) return true;
  }
  return false;
}
