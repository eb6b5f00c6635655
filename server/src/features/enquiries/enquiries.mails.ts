import { isEmailAddress } from '@atelier/domain/email-address.ts';
import { replySubject } from '@atelier/domain/enquiries/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { MailProof } from '@atelier/domain/mail-in/rules.ts';
import { enquiryPath, PAGES } from '@atelier/domain/pages.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  type MailContent,
  type MailLook,
  type RenderedMail,
  renderMail,
} from '../../platform/mail/layout.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { EnquiryRow } from './enquiries.table.ts';

/** Mails an enquiry to the studio. */
export async function announceEnquiry(ports: MailPorts, trx: Trx, enquiry: EnquiryRow): Promise<void> {
  const mail = renderEnquiryMail(ports.look, enquiry, {
    enquiryUrl: `${ports.publicUrl}${enquiryPath(enquiry.id)}`,
    canReply: isEmailAddress(enquiry.email),
  });
  for (const to of await ports.listStudioAddresses(trx)) {
    await ports.mailer.enqueue(trx, { kind: 'contact.enquiry', to, replyTo: enquiry.email, ...mail });
  }
}

/** The most enquiries that one mail names: the inbox has the rest. */
const NAMED = 50;

/** Mails the studio that so many enquiries came; nothing for none. */
export async function announceGathered(
  ports: MailPorts,
  trx: Trx,
  enquiries: readonly Pick<EnquiryRow, 'name' | 'email' | 'subject'>[],
): Promise<void> {
  const { length } = enquiries;
  if (length === 0) return;
  const title = length === 1 ? '1 more enquiry' : `${length} enquiries`;
  const lines = enquiries
    .slice(0, NAMED)
    .map(({ name, email, subject }) => `${name}, ${email}${subject ? `: ${subject}` : ''}`);
  const mail = renderMail(ports.look, {
    subject: title,
    preview: lines[0] ?? title,
    heading: title,
    paragraphs: [
      'So many came shortly after one another that this email stands for all of them.',
      lines.join('\n'),
      ...(length > NAMED ? ['The rest of them are in the inbox.'] : []),
    ],
    action: { label: 'Open the inbox', url: `${ports.publicUrl}${PAGES.inbox}` },
  });
  for (const to of await ports.listStudioAddresses(trx)) {
    await ports.mailer.enqueue(trx, { kind: 'contact.gathered', to, ...mail });
  }
}

/** Mails an invitation. Throws validation_failed if no mail can be sent to the typed address. */
export async function inviteEnquirer(
  { look, mailer, publicUrl, listStudioAddresses }: MailPorts,
  trx: Trx,
  { name, email: to }: EnquiryRow,
  note: string,
): Promise<void> {
  if (!isEmailAddress(to)) throw new AppError('validation_failed', `No mail can be sent to ${to}.`);
  const mail = renderInvitationMail(look, { name, email: to, note, startUrl: `${publicUrl}${PAGES.start}` });
  const [replyTo] = await listStudioAddresses(trx);
  await mailer.enqueue(trx, { kind: 'contact.invitation', to, ...(replyTo ? { replyTo } : {}), ...mail });
}

/** Mails a reply of the studio's. @returns its Message-ID */
export async function mailReply(
  { look, mailer, listStudioAddresses }: MailPorts,
  trx: Trx,
  {
    enquiry,
    body,
    replyTo,
    ...mail
  }: {
    enquiry: EnquiryRow;
    body: string;
    attachments: readonly MailAttachment[];
    /** Where the visitor's answer is taken in; the studio's mailbox without one. */
    replyTo: string | undefined;
    /** Message-IDs of the thread's mails, oldest first. */
    answers: readonly string[];
  },
): Promise<string> {
  const content = renderMail(look, {
    subject: replySubject(enquiry.name),
    preview: body.slice(0, 140),
    paragraphs: paragraphsOf(body),
    footnote:
      'You’re getting this because you wrote to me through the contact page. Just reply to this email.',
  });
  const [studioAddress] = await listStudioAddresses(trx);
  return mailer.enqueue(trx, {
    kind: 'contact.reply',
    to: enquiry.email,
    replyTo: replyTo ?? studioAddress,
    ...mail,
    ...content,
  });
}

/** Mails a visitor's answer to the studio. */
export async function announceAnswer(
  ports: MailPorts,
  trx: Trx,
  { enquiry, body, byMail }: { enquiry: EnquiryRow; body: string; byMail: MailProof },
): Promise<void> {
  const content = renderMail(ports.look, {
    subject: `${enquiry.name} has answered`,
    preview: body.slice(0, 140),
    heading: `${enquiry.name} has answered`,
    paragraphs: [body],
    facts: [
      ['Email', enquiry.email],
      ...(byMail === 'unproven' ? [['Sender', 'Not confirmed'] as const] : []),
    ],
    action: { label: 'Reply in the inbox', url: `${ports.publicUrl}${enquiryPath(enquiry.id)}` },
    footnote: `A reply to this email goes straight to ${enquiry.email}, and isn’t kept in the inbox.`,
  });
  for (const to of await ports.listStudioAddresses(trx)) {
    await ports.mailer.enqueue(trx, { kind: 'contact.answer', to, replyTo: enquiry.email, ...content });
  }
}

const paragraphsOf = (text: string) => text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');

/** To the studio: a new enquiry. A reply goes to the visitor. */
function renderEnquiryMail(
  look: MailLook,
  enquiry: EnquiryRow,
  { enquiryUrl, canReply }: { enquiryUrl: string; canReply: boolean },
): RenderedMail {
  const facts: MailContent['facts'] = [
    ['Name', enquiry.name],
    ['Email', enquiry.email],
    ...(enquiry.phone ? [['Phone', enquiry.phone] as const] : []),
    ...(enquiry.subject ? [['Subject', enquiry.subject] as const] : []),
  ];
  return renderMail(look, {
    subject: `New enquiry from ${enquiry.name}`,
    preview: enquiry.message.slice(0, 140),
    heading: `${enquiry.name} has a question`,
    paragraphs: [enquiry.message],
    facts,
    action: { label: 'Open the enquiry', url: enquiryUrl },
    footnote: canReply
      ? `Reply to this email to write to ${enquiry.name}. To keep your reply in the inbox, write it there.`
      : undefined,
  });
}

/** Invites an enquirer to start a project. `note` has the studio's own words; it may be empty. */
function renderInvitationMail(
  look: MailLook,
  { name, email, note, startUrl }: { name: string; email: string; note: string; startUrl: string },
): RenderedMail {
  const own = paragraphsOf(note);
  return renderMail(look, {
    subject: `Let’s start your project with ${look.studioName}`,
    preview: 'Seven short steps, saved as you go.',
    heading: `Ready to start, ${name}?`,
    paragraphs: [
      ...(own.length > 0 ? own : ['Thank you for writing. I’d be glad to take this further.']),
      'The next step is a short brief: seven steps, about ten minutes, saved as you go. At the end you have an estimate, and a portal where you can follow the work.',
      `Sign in or sign up as ${email}, and the brief begins with what you wrote to me.`,
    ],
    action: { label: 'Start the brief', url: startUrl },
    footnote:
      'You’re getting this because you wrote to me through the contact page. Questions first? Just reply to this email.',
  });
}
