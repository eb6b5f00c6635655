import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import { findMailboxState } from '../../server/src/features/mail-in/mailbox-positions.repository.ts';
import { ReplyAddresses } from '../../server/src/features/mail-in/reply-addresses.ts';
import type { Engine } from '../../server/src/platform/db/database.ts';
import type { DatabaseLocation } from '../../server/src/platform/db/open.ts';
import { transaction } from '../../server/src/platform/db/transaction.ts';
import type { MailboxState } from '../../server/src/platform/mail-in/mailbox-position.ts';
import { loadServerSecret } from '../../server/src/platform/server-secret.ts';
import { databaseEnv } from '../../server/test/harness/child.ts';
import { createTestLocation } from '../../server/test/harness/database.ts';
import { freePort } from '../../server/test/harness/free-port.ts';
import { bring, createMailDomains, writeMail } from '../../server/test/harness/mail-domains.ts';
import { startNameServer } from '../../server/test/harness/name-server.ts';
import { type RunningProduct, startProduct } from '../../server/test/harness/running-product.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import { withDatabase } from './kept.ts';
import { type Change, without } from './without.ts';

const CLIENT = 'ada@client.example';
const ADDRESS = { name: 'reply', domain: 'studio.example' };

/** A studio that answers by mail reach, in a process that is killed and started again. */
export class MailInStudio implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #env: Record<string, string>;
  readonly #location: DatabaseLocation;
  readonly #domains: ReturnType<typeof createMailDomains>;
  readonly #port: number;
  #server: RunningProduct;
  #to = '';

  private constructor(
    parts: {
      env: Record<string, string>;
      location: DatabaseLocation;
      domains: ReturnType<typeof createMailDomains>;
      port: number;
      server: RunningProduct;
    },
    stack: AsyncDisposableStack,
  ) {
    this.#env = parts.env;
    this.#location = parts.location;
    this.#domains = parts.domains;
    this.#port = parts.port;
    this.#server = parts.server;
    this.#stack = stack;
  }

  /** @param extra what it has in its environment beside its port for mails */
  static async open(engine: Engine, extra: Record<string, string> = {}): Promise<MailInStudio> {
    const stack = new AsyncDisposableStack();
    const { location, remove } = await createTestLocation(engine);
    stack.defer(remove);
    const folder = mkdtempSync(`${tmpdir()}/atelier-mail-in-`);
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const domains = createMailDomains();
    const names = stack.use(await startNameServer(domains.records));
    const port = await freePort();
    const env = {
      DATA_DIR: folder,
      ...databaseEnv(location),
      MAIL_IN_ADDRESS: `${ADDRESS.name}@${ADDRESS.domain}`,
      MAIL_IN_PORT: String(port),
      MAIL_IN_NAME_SERVERS: names.address,
      ...extra,
    };
    const server = await startProduct(env);
    const studio = new MailInStudio({ env, location, domains, port, server }, stack);
    const token = await server.signUp(CLIENT);
    const me = await server.call(token, api.getMe);
    const { body } = await server.call(token, api.submitOnboarding, { body: { final: sampleBrief } });
    // With SQLite it is the folder of the database.
    const addresses = new ReplyAddresses(ADDRESS, await loadServerSecret(env.DATA_DIR));
    studio.#to = await withDatabase(location, (db) =>
      transaction(db, (trx) =>
        addresses.issue(trx, {
          kind: 'project',
          subject_id: body.id,
          side: 'client',
          account_id: me.body.user._id,
          email: CLIENT,
          created_at: new Date().toISOString(),
        }),
      ),
    );
    return studio;
  }

  /** Ends the process in order and starts one whose sources are changed; the product as it is without changes. */
  async restart(changes: readonly Change[] = [], extra: Record<string, string> = {}): Promise<void> {
    await this.stop();
    Object.assign(this.#env, extra);
    await this.startAgain(changes);
  }

  /** Ends the process in order. */
  async stop(): Promise<void> {
    await this.#server.stop();
  }

  /** A signed mail with a file. */
  write(text: string, subject = 'Re: Your website'): Promise<string> {
    const file =
      'Content-Disposition: attachment; filename="notes.txt"\r\nContent-Type: text/plain\r\n\r\nNotes';
    return this.#domains.sign(
      writeMail({
        from: CLIENT,
        to: this.#to,
        subject,
        content: `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${text}\r\n--b\r\n${file}\r\n--b--`,
      }),
    );
  }

  /** Brings a mail, as a server does that hasn't had an answer. @returns whether it was acknowledged */
  async bring(mail: string): Promise<boolean> {
    for (let tries = 0; tries < 50; tries += 1) {
      const answer = await bring(this.#port, mail, { from: CLIENT, to: this.#to });
      if (answer.startsWith('250')) return true;
      if (answer.startsWith('5')) throw new Error(answer);
      if (!answer.includes('ECONNREFUSED')) return false;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }

  /** Resolves with what ended the process. */
  async ended(): Promise<NodeJS.Signals | null> {
    return (await this.#server.child.ended).signal;
  }

  /** Starts the next process after the leases of the ended one. */
  async startAgain(changes: readonly Change[] = []): Promise<void> {
    await withDatabase(this.#location, async (db) => {
      await sql`update inbound_mails set due_at = ''`.execute(db);
      await db.updateTable('job_leases').set({ owner: null, leased_until: null, next_at: '' }).execute();
    });
    this.#server = await startProduct({ ...this.#env, ...(changes.length > 0 && without(changes)) });
  }

  /** The mailbox with answers as the visits left it; undefined before the first. */
  readMailbox(): Promise<MailboxState | undefined> {
    return withDatabase(this.#location, async (db) => {
      const row = await db.selectFrom('mailbox_positions').select('mailbox').executeTakeFirst();
      return row && findMailboxState(db, row.mailbox);
    });
  }

  /** The messages with a text, each with its number of files, and how many mails are still to be read. */
  async count(text: string): Promise<{ messages: number; files: number; waiting: number }> {
    return withDatabase(this.#location, async (db) => {
      const messages = await db.selectFrom('messages').select('id').where('body', '=', text).execute();
      const files = await db
        .selectFrom('message_files')
        .innerJoin('messages', 'messages.id', 'message_files.message_id')
        .select('message_files.id')
        .where('messages.body', '=', text)
        .execute();
      const waiting = await db
        .selectFrom('inbound_mails')
        .select('id')
        .where('state', '=', 'received')
        .execute();
      return { messages: messages.length, files: files.length, waiting: waiting.length };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
    await this.#stack.disposeAsync();
  }
}
