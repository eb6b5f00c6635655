import { comparableEmail } from '@atelier/domain/email-address.ts';
import { MAIL_REASONS, type MailReason } from '@atelier/domain/mail-in/rules.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Trx } from '../../platform/db/database.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import type { BouncedAddressRow } from './mail-in.table.ts';
import type { DecidedMail, NotPosted } from './reading.service.ts';

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

/** What keeps an answer from being posted, in words for who wrote it. */
const NOT_POSTED: Partial<Record<MailReason, string>> = {
  empty: 'It had no words besides the email that it quotes.',
  sealed: 'It’s signed or encrypted in a way that I can’t read here. Please send it again without.',
  project_closed: 'The project is archived.',
  second_factor: 'You sign in with a second factor, which an email can’t show. Please answer in the portal.',
};

/** Tells a person that their answer waits, at most once a day: by a mail that nothing answers. */
export async function announceNotPosted(
  ports: MailPorts,
  trx: Trx,
  { to, kind, reason, mailId, today }: NotPosted & { today: string },
): Promise<void> {
  const content = renderMail(ports.look, {
    subject: 'Your reply wasn’t posted',
    preview: NOT_POSTED[reason] ?? '',
    heading: 'Your reply wasn’t posted',
    paragraphs: [
      `Your email arrived, but it isn’t in the conversation. ${NOT_POSTED[reason] ?? ''}`.trim(),
      kind === 'project'
        ? 'I can see it and will take care of it. To be sure, write your message in the portal.'
        : 'I can see it and will take care of it.',
    ],
    ...(kind === 'project'
      ? { action: { label: 'Open the portal', url: `${ports.publicUrl}${PAGES.portal}` } }
      : {}),
  });
  await ports.mailer.enqueue(trx, {
    kind: 'mail-in.not-posted',
    to,
    isNotice: true,
    answers: MESSAGE_ID.test(mailId) ? [mailId] : [],
    onceKey: `mail-in.not-posted ${today} ${to}`,
    ...content,
  });
}

/** One that can stand in a header. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>$/;

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
    if (comparableEmail(to) === bounced.email) continue;
    await ports.mailer.enqueue(trx, {
      kind: 'mail-in.bounced',
      to,
      onceKey: `mail-in.bounced ${bounced.id} ${to}`,
      ...content,
    });
  }
}
