import { MAIL_REASONS } from '@atelier/domain/mail-in/rules.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Trx } from '../../platform/db/database.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import type { BouncedAddressRow } from './mail-in.table.ts';
import type { DecidedMail } from './reading.service.ts';

/** Mails the studio that an email waits in quarantine: once a day, however many there are. */
export async function announceQuarantine(
  ports: MailPorts,
  trx: Trx,
  { mail, today }: { mail: DecidedMail; today: string },
): Promise<void> {
  const content = renderMail(ports.look, {
    subject: 'An email is in quarantine',
    preview: mail.fromAddress,
    heading: 'An email is waiting for your decision',
    paragraphs: [
      `${mail.fromAddress === '' ? 'A reply' : `A reply from ${mail.fromAddress}`} wasn’t posted. ${mail.reason ? MAIL_REASONS[mail.reason] : ''}`,
      'Have a look at it, and post it or delete it. I won’t write about further ones today.',
    ],
    action: { label: 'Open received emails', url: `${ports.publicUrl}${PAGES.receivedMails}` },
  });
  for (const to of await ports.listStudioAddresses(trx)) {
    await ports.mailer.enqueue(trx, {
      kind: 'mail-in.quarantined',
      to,
      onceKey: `mail-in.quarantined ${today} ${to}`,
      ...content,
    });
  }
}

/** Mails the studio that an email came back: once for an address while it is marked. */
export async function announceBounce(ports: MailPorts, trx: Trx, bounced: BouncedAddressRow): Promise<void> {
  const content = renderMail(ports.look, {
    subject: 'An email came back',
    preview: bounced.email,
    heading: 'An email didn’t arrive',
    paragraphs: [
      `“${bounced.subject}” to ${bounced.email} came back.`,
      'Ask for another address by phone, or have them check their mailbox. I won’t write about this address again until an email from it arrives or you remove the mark.',
    ],
    ...(bounced.report === '' ? {} : { facts: [['Mail server', bounced.report] as const] }),
    action: { label: 'Open received emails', url: `${ports.publicUrl}${PAGES.receivedMails}` },
  });
  for (const to of await ports.listStudioAddresses(trx)) {
    // Mail to this address comes back, too.
    if (to.toLowerCase() === bounced.email) continue;
    await ports.mailer.enqueue(trx, {
      kind: 'mail-in.bounced',
      to,
      onceKey: `mail-in.bounced ${bounced.id} ${to}`,
      ...content,
    });
  }
}
