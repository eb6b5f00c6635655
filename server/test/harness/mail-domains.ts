import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import nodemailer from 'nodemailer';

interface HeldLookups {
  /** Resolves with the first look-up. */
  begun: Promise<void>;
  /** How many are held up. */
  count: number;
  /** Has them, and those to come, answered as ever. */
  end(): void;
}

/** Name servers that know the domains of a test's senders. */
export interface MailDomains {
  resolver(name: string, type: string): Promise<string[][] | string[]>;
  /** The texts that domains publish, by their names. */
  records: Map<string, string>;
  /** The mail with a signature of a domain of the test's. */
  sign(mail: string, domain?: string): Promise<string>;
  /** Has no server answer from now on, or answer again. */
  setSilent(isSilent: boolean): void;
  /** Holds every look-up below a domain up until it is ended. */
  holdLookups(domain: string): HeldLookups;
  /** Has something happen while a name is looked up. */
  onLookup(happen: (() => void) | undefined): void;
}

/** The address whose mails pass SPF for client.example. */
export const MAIL_SERVER = '192.0.2.10';

/** `client.example` signs and has a policy; `plain.example` signs without one; `other.example` is a stranger's. */
export function createMailDomains(): MailDomains {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const records = new Map<string, string>();
  for (const domain of [
    'client.example',
    'plain.example',
    'other.example',
    'studio.example',
    'visitor.example',
  ]) {
    records.set(`s1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${key}`);
    if (domain !== 'plain.example') records.set(`_dmarc.${domain}`, 'v=DMARC1; p=reject');
  }
  records.set('client.example', `v=spf1 ip4:${MAIL_SERVER} -all`);
  let isSilent = false;
  let happen: (() => void) | undefined;
  const held = new Map<string, { each(): Promise<void> }>();
  return {
    records,
    resolver: async (name, type) => {
      happen?.();
      for (const [domain, { each }] of held) if (name.endsWith(domain)) await each();
      if (isSilent) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
      const found = type === 'TXT' ? records.get(name.toLowerCase()) : undefined;
      if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return [[found]];
    },
    sign: async (mail, domain = 'client.example') => {
      const signer = {
        signingDomain: domain,
        selector: 's1',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
      const { signatures, errors } = await dkimSign(mail, {
        canonicalization: 'relaxed/relaxed',
        ...signer,
        // The types ask for one signer, the function reads a list of them.
        signatureData: [signer],
      });
      if (errors.length > 0) throw errors[0];
      return signatures + mail;
    },
    holdLookups: (domain) => {
      const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const lookups: HeldLookups = {
        begun: begun.promise,
        count: 0,
        end: () => {
          held.delete(domain);
          ended.resolve();
        },
      };
      held.set(domain, {
        each: () => {
          lookups.count += 1;
          begun.resolve();
          return ended.promise;
        },
      });
      return lookups;
    },
    setSilent: (now) => {
      isSilent = now;
    },
    onLookup: (now) => {
      happen = now;
    },
  };
}

/** An answer to a mail of ours. */
export interface Reply {
  from: string;
  to: string;
  text?: string;
  subject?: string;
  /** Header lines beside those of every mail. */
  headers?: readonly string[];
  messageId?: string;
  /** What follows the headers, in place of a plain text. */
  content?: string;
}

let count = 0;

/** A mail as its sender's program writes it. */
export function writeMail({
  from,
  to,
  text = 'Looks good.',
  subject = 'Re: Your website',
  headers = [],
  messageId,
  content,
}: Reply): string {
  count += 1;
  const lines = [
    `From: Ada <${from}>`,
    `To: <${to}>`,
    `Message-ID: ${messageId ?? `<${count}.${process.pid}@${from.split('@')[1]}>`}`,
    `Subject: ${subject}`,
    'Date: Tue, 3 Mar 2026 10:00:00 +0000',
    ...headers,
    content ?? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
  ];
  return lines.join('\r\n');
}

/** Brings a mail to a listener. @returns the last answer of the listener, such as "250 OK" */
export async function bring(
  port: number,
  raw: string | Buffer,
  { from, to }: { from: string; to: string | string[] },
): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  try {
    const { response } = await transport.sendMail({ envelope: { from, to }, raw });
    return response;
  } catch (error) {
    return error instanceof Error && 'response' in error ? String(error.response) : String(error);
  } finally {
    transport.close();
  }
}
