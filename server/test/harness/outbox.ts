import { MAIL_KINDS } from '../../src/mails.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { transaction } from '../../src/platform/db/transaction.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMailer, type Mail } from '../../src/platform/mail/mailer.ts';
import { OutboxWorker } from '../../src/platform/mail/outbox-worker.ts';
import type { MailTransport, OutgoingMail } from '../../src/platform/mail/transport.ts';
import { createTestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

export const MAIL: Mail = {
  kind: 'contact.enquiry',
  to: 'client@example.com',
  replyTo: 'studio@example.com',
  subject: 'Hello\r\nBcc: other@example.com',
  text: 'https://studio.example/?token=secret',
  html: '<p>Hello</p>',
};

/** An outbox on a database of its own: mails are enqueued, workers send them to `sent`. */
export async function createTestOutbox(engine: Engine) {
  const database = await createTestDatabase(engine);
  const clock = createTestClock();
  const sent: OutgoingMail[] = [];
  const logged: { level: number; msg: string }[] = [];
  const keep = async (mail: OutgoingMail) => {
    sent.push(mail);
  };
  function worker(send: MailTransport['send'] = keep, renewMs?: number) {
    return new OutboxWorker({
      ...(renewMs ? { renewMs } : {}),
      db: database.db,
      transport: { send, close: async () => {}, description: '' },
      from: { name: 'Studio', address: 'studio@example.com' },
      clock,
      log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
    });
  }
  const mailer = (onEnqueued = () => {}) =>
    createMailer({ clock, messageIdDomain: 'studio.example', rules: MAIL_KINDS, scale: 1, onEnqueued });
  const enqueue = (mail: Partial<Mail> = {}) =>
    transaction(database.db, (trx) => mailer().enqueue(trx, { ...MAIL, ...mail }));
  const rows = () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();
  return { database, clock, sent, logged, worker, mailer, enqueue, rows, remove: database.remove };
}

export type TestOutbox = Awaited<ReturnType<typeof createTestOutbox>>;
