import { MAILS_AT_ONCE } from './outbox-worker.ts';
import {
  headerText,
  type MailParty,
  MailRejectedError,
  type MailTransport,
  type OutgoingMail,
  requireMailAddress,
} from './transport.ts';

/** Names the mail in what comes back of it, also where a service on the way made another Message-ID. */
const OWN_ID_HEADER = 'X-Studio-Mail';

/** Each step of a delivery may take this long; meanwhile the outbox renews its lease. */
const STEP_TIMEOUT_MS = 20_000;

export interface SmtpOptions {
  /** Whether mails go unencrypted to a server that offers no TLS; otherwise they wait. */
  mayBePlain: boolean;
}

/** Sends through the server of `url`. The library is loaded with the first mail. */
export function createSmtpTransport(url: string, options: SmtpOptions): MailTransport {
  let opening: ReturnType<typeof openPool> | undefined;
  return {
    description: `sent through ${new URL(url).hostname}`,
    async send(mail) {
      opening ??= openPool(url, options);
      const smtp = await opening;
      try {
        await smtp.sendMail(toMessage(mail));
      } catch (error) {
        throw isFinal(error) ? new MailRejectedError(error) : error;
      }
    },
    async close() {
      (await opening)?.close();
    },
  };
}

async function openPool(url: string, { mayBePlain }: SmtpOptions) {
  const address = new URL(url);
  // In the address, because what stands there wins over other options.
  if (!mayBePlain) address.searchParams.set('requireTLS', 'true');
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({
    url: address.href,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    // A message is a text and its HTML; nothing in it may make the server read files or call addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The message as the library takes it: addresses as objects, because it reads more than one out of a text. */
export function toMessage(mail: OutgoingMail) {
  return {
    messageId: mail.messageId,
    date: mail.date,
    from: party(mail.from),
    to: party(mail.to),
    ...(mail.replyTo ? { replyTo: party(mail.replyTo) } : {}),
    envelope: {
      from: mail.isNotice ? '' : requireMailAddress(mail.reportsTo ?? mail.from.address),
      to: [requireMailAddress(mail.to.address)],
    },
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.answers?.length ? { inReplyTo: mail.answers.at(-1), references: [...mail.answers] } : {}),
    headers: {
      'Auto-Submitted': mail.isNotice ? 'auto-replied' : 'auto-generated',
      ...(mail.ownId ? { [OWN_ID_HEADER]: headerText(mail.ownId) } : {}),
      ...unsubscribeHeaders(mail.unsubscribeUrl),
    },
    attachments: (mail.attachments ?? []).map(({ name, type, content }) => ({
      filename: headerText(name),
      contentType: MEDIA_TYPE.test(type) ? type : 'application/octet-stream',
      content,
    })),
  };
}

/** With parameters that need no quotes, such as the method of a calendar's file. */
const MEDIA_TYPE = /^[a-z0-9.+-]{1,100}\/[a-z0-9.+-]{1,100}(?:; [a-z0-9-]{1,50}=[a-z0-9.+-]{1,100}){0,5}$/i;

/** RFC 2369 and RFC 8058: the second header says that a POST without any page between is enough. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  // Parsed, so that nothing in it can end the header's line or its angle brackets.
  return {
    'List-Unsubscribe': `<${new URL(url).href}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function party({ name, address }: MailParty) {
  return { name: headerText(name ?? ''), address: requireMailAddress(address) };
}

/** Permanent answers (5xx) to the address or to the message. A refused sign-in is the owner's to fix, not final. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  const final = typeof error.responseCode === 'number' && error.responseCode >= 500;
  return final && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
}
