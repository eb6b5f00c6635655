import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that keeps its mails, so that a journey reads them as a recipient would. */
export interface SmtpSink {
  url: string;
  /**
   * Resolves with the next unread mail to the address with a matching subject; each mail is returned once.
   */
  nextMail(to: string, subject: RegExp): Promise<ParsedMail>;
  /** Every mail to the address so far, read or not. */
  mailsTo(to: string): ParsedMail[];
  /** Refuses every mail to the address with this sentence, for good; takes them again without one. */
  refuse(to: string, sentence?: string): void;
  stop(): Promise<void>;
}

interface Waiter {
  to: string;
  subject: RegExp;
  resolve(mail: ParsedMail): void;
}

function recipients(mail: ParsedMail): string[] {
  return [mail.to ?? []]
    .flat()
    .flatMap((list) => list.value.map((entry) => entry.address?.toLowerCase() ?? ''));
}

/** Starts the sink on a free port of the loopback interface. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const all: ParsedMail[] = [];
  const unread: ParsedMail[] = [];
  const refusals = new Map<string, string>();
  const waiters: Waiter[] = [];
  const fits = (mail: ParsedMail, to: string, subject: RegExp) =>
    recipients(mail).includes(to.toLowerCase()) && subject.test(mail.subject ?? '');

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const sentence = refusals.get(address.toLowerCase());
      done(sentence ? Object.assign(new Error(sentence), { responseCode: 550 }) : null);
    },
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        all.push(mail);
        const index = waiters.findIndex((waiter) => fits(mail, waiter.to, waiter.subject));
        if (index === -1) unread.push(mail);
        else waiters.splice(index, 1)[0]?.resolve(mail);
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    nextMail(to, subject) {
      const index = unread.findIndex((mail) => fits(mail, to, subject));
      const found = index === -1 ? undefined : unread.splice(index, 1)[0];
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => waiters.push({ to, subject, resolve }));
    },
    mailsTo: (to) => all.filter((mail) => recipients(mail).includes(to.toLowerCase())),
    refuse(to, sentence) {
      if (sentence === undefined) refusals.delete(to.toLowerCase());
      else refusals.set(to.toLowerCase(), sentence);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first link in a mail's text that contains the fragment; throws when there is none. */
export function linkIn(mail: ParsedMail, fragment: string): string {
  const link = mail.text?.match(/https?:\/\/\S+/g)?.find((each) => each.includes(fragment));
  if (!link) throw new Error(`No link with "${fragment}" in the mail "${mail.subject}":\n${mail.text}`);
  return link;
}
