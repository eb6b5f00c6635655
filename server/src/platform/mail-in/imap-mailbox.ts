import type { ImapFlow } from 'imapflow';
import { type Clock, isoNow } from '../clock.ts';
import {
  failedMail,
  isMailDue,
  MailboxError,
  type MailboxPosition,
  type MailboxStep,
  passMail,
  postponedMail,
  type WaitingMail,
} from './mailbox-position.ts';

/** A folder of a mailbox at another server. */
export interface MailboxLocation {
  host: string;
  port: number;
  /** Encrypted from the first byte; without it by STARTTLS. */
  isSecure: boolean;
  /** Whether it may stay unencrypted: on this machine alone. */
  mayBePlain: boolean;
  user: string;
  password: string;
  folder: string;
  /** Where mails go that were taken; without it they are marked as read where they are. */
  doneFolder: string | undefined;
}

/** What a mailbox is called where its state is kept. */
export const mailboxName = ({ user, host, port, folder }: MailboxLocation): string =>
  `${user}@${host}:${port}/${folder}`;

/** A mail in a folder, by its headers. */
export interface MailboxMail {
  /** Undefined where the server doesn't say it. */
  arrivedAt: Date | undefined;
  size: number;
  /** Every address that it says it is for, in lower case. */
  recipients: readonly string[];
  /** Whether a mail server reports on a delivery. */
  isReport: boolean;
  /** All of it; undefined if it is gone. */
  read(): Promise<Buffer | undefined>;
}

/** What became of a mail: `taken` ones are marked, `left` ones aren't ours, `later` ones wait for their turn. */
export type Visited = 'taken' | 'left' | 'later';

export interface MailboxVisit {
  clock: Clock;
  from: MailboxPosition | undefined;
  /** Without a position, or with one that no longer counts, mails that arrived after this are visited. */
  since: Date;
  /** How many new mails one visit looks at, and how many that wait. */
  limit: number;
  /** The longest mail that is read, in bytes. */
  maxBytes: number;
  /**
   * Resolves once the mail is stored for good: only then is it marked or moved. What it throws is the mail's fault, which is tried
   * again later; a MailboxError ends the visit and is nobody's.
   */
  visit(mail: MailboxMail): Promise<Visited>;
  /** Called after each mail, and before the next. */
  reached(position: MailboxPosition): Promise<void>;
}

const STEP_TIMEOUT_MS = 20_000;
const MAX_HEADERS = 64 * 1024;
const ADDRESS_HEADERS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const NO_ADDRESS = /[^a-z0-9.!#$%&'*+/=?^_`{|}~@-]/;
const MAX_RECIPIENTS = 200;
/** So many mails wait at most: new ones that would have to are left where they are, and so are those behind them. */
const MAX_WAITING = 300;
/** After so many mails that fail, it isn't the mails. */
const MAX_FAILURES = 10;

/**
 * Looks at the mails of a folder that it hasn't seen, oldest first, then at those that wait. Each visit has a connection of its own.
 * A mail that fails holds up no other: the position remembers it, and it is tried again for as long as it is there.
 * @throws MailboxError
 */
export async function visitMailbox(location: MailboxLocation, visit: MailboxVisit): Promise<void> {
  await withMailbox(location, async (client, uidValidity) => {
    const { from, limit, clock, since } = visit;
    const isKnown = from?.uidValidity === uidValidity;
    const position = isKnown ? from : { uidValidity, lastUid: 0, waiting: [] };
    const uids = await listUids(client, isKnown ? { after: position.lastUid } : { since });
    const round = new Round(client, location.doneFolder, visit, position);
    for (const uid of uids.slice(0, limit)) {
      if (!(await round.look(uid))) break;
    }
    const due = position.waiting.filter((mail) => isMailDue(mail, clock));
    for (const mail of due.slice(0, limit)) await round.look(mail.uid, mail);
    if (round.fault) throw round.fault;
  });
}

/** One visit's way through the mails. */
class Round {
  readonly #client: ImapFlow;
  readonly #doneFolder: string | undefined;
  readonly #visit: MailboxVisit;
  #position: MailboxPosition;
  #failures = 0;
  #isMarkingOff = false;
  /** What ends the visit once it has seen the other mails. */
  fault: MailboxError | undefined;

  constructor(
    client: ImapFlow,
    doneFolder: string | undefined,
    visit: MailboxVisit,
    position: MailboxPosition,
  ) {
    this.#client = client;
    this.#doneFolder = doneFolder;
    this.#visit = visit;
    this.#position = position;
  }

  /**
   * Looks at a mail, and passes it.
   * @returns whether it was passed: one that would have to wait isn't while too many do
   * @throws what isn't the mail's fault, or may not be
   */
  async look(uid: number, before?: WaitingMail): Promise<boolean> {
    const { waits, error } = await this.#try(uid, before);
    const hasRoom = before !== undefined || this.#position.waiting.length < MAX_WAITING;
    if (waits && !waits.isTaken && !hasRoom) {
      this.fault ??= new MailboxError('read', new Error(`${MAX_WAITING} emails wait there already`));
      return false;
    }
    this.#position = passMail(this.#position, uid, hasRoom ? waits : undefined);
    await this.#visit.reached(this.#position);
    // Where the connection broke off, only further visits can show whether it was because of the mail.
    if (error && (!this.#client.usable || this.#failures >= MAX_FAILURES)) throw error;
    return true;
  }

  /** Without `waits` nothing has to be done about the mail any more. */
  async #try(uid: number, before?: WaitingMail): Promise<{ waits?: WaitingMail; error?: unknown }> {
    const { clock } = this.#visit;
    const mail = before ?? { uid, isTaken: false, attempts: 0, fault: '', arrivedAt: isoNow(clock) };
    let [isTaken, arrivedAt] = [mail.isTaken, mail.arrivedAt];
    try {
      if (!isTaken) {
        const found = await findMail(this.#client, uid, this.#visit.maxBytes);
        arrivedAt = found?.arrivedAt?.toISOString() ?? arrivedAt;
        const visited = found ? await this.#visit.visit(found) : 'left';
        if (visited === 'left') return {};
        if (visited === 'later') return { waits: postponedMail(clock, { ...mail, arrivedAt }) };
        isTaken = true;
      }
      await this.#mark(uid);
      return {};
    } catch (error) {
      if (error instanceof MailboxError && error.step === 'store') throw error;
      if (!isTaken) this.#failures += 1;
      const { message } = error instanceof MailboxError ? error : new MailboxError('read', error);
      return { error, waits: failedMail(clock, { ...mail, isTaken, arrivedAt, fault: message }) };
    }
  }

  /** Marking that failed once isn't tried with further mails of this visit. */
  async #mark(uid: number): Promise<void> {
    if (this.#isMarkingOff && this.fault) throw this.fault;
    try {
      await markTaken(this.#client, uid, this.#doneFolder);
    } catch (error) {
      this.#isMarkingOff = true;
      this.fault = new MailboxError('mark', error);
      throw this.fault;
    }
  }
}

/** Signs in and looks whether the folders are there. @throws MailboxError */
export async function checkMailbox(location: MailboxLocation): Promise<void> {
  await withMailbox(location, async (client) => {
    const { doneFolder } = location;
    if (!doneFolder) return;
    const found = await client.status(doneFolder, { messages: true }).catch((error: unknown) => {
      throw new MailboxError('mark', error);
    });
    if (!found) throw new MailboxError('mark', new Error(`${doneFolder} can’t be opened`));
  });
}

async function withMailbox(
  location: MailboxLocation,
  work: (client: ImapFlow, uidValidity: string) => Promise<void>,
): Promise<void> {
  const { ImapFlow: Client } = await import('imapflow');
  const { host, port, isSecure, mayBePlain, user, password, folder } = location;
  const client = new Client({
    host,
    port,
    secure: isSecure,
    ...(isSecure || mayBePlain ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
  });
  let fault: unknown;
  client.on('error', (error: unknown) => {
    fault ??= error;
  });
  let step: MailboxStep = 'connect';
  try {
    await client.connect();
    step = 'folder';
    const { uidValidity } = await client.mailboxOpen(folder);
    step = 'read';
    await work(client, String(uidValidity));
    // All is done by then.
    await client.logout().catch(() => undefined);
  } catch (error) {
    if (error instanceof MailboxError) throw error;
    if (step === 'connect' && isRefusal(error)) step = 'sign-in';
    if (step === 'folder' && fault) step = 'connect';
    throw new MailboxError(step, fault ?? error);
  } finally {
    client.close();
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true;

async function listUids(client: ImapFlow, range: { after: number } | { since: Date }): Promise<number[]> {
  const last = 'after' in range ? range.after : 0;
  const query = 'after' in range ? { uid: `${last + 1}:*` } : { since: range.since };
  const found = await client.search(query, { uid: true });
  if (!found) throw new Error('The mailbox can’t be searched');
  // "n:*" has the last mail even where its number is below n.
  return found.filter((uid) => uid > last).sort((one, other) => one - other);
}

async function findMail(client: ImapFlow, uid: number, maxBytes: number): Promise<MailboxMail | undefined> {
  const headers = [...ADDRESS_HEADERS, 'content-type'];
  const query = { uid: true, size: true, internalDate: true, headers };
  const found = await client.fetchOne(String(uid), query, { uid: true });
  if (!found) return undefined;
  const text = (found.headers ?? Buffer.alloc(0)).subarray(0, MAX_HEADERS).toString('latin1').toLowerCase();
  return {
    arrivedAt: found.internalDate instanceof Date ? found.internalDate : undefined,
    size: found.size ?? 0,
    recipients: listAddresses(text),
    isReport: /^content-type:\s*multipart\/report/m.test(text),
    read: async () => {
      const { source } =
        (await client.fetchOne(
          String(uid),
          { uid: true, source: { start: 0, maxLength: maxBytes + 1 } },
          { uid: true },
        )) || {};
      return source;
    },
  };
}

/** Everything that looks like an address: the caller knows its own. */
const listAddresses = (headers: string) =>
  [...new Set(headers.split(NO_ADDRESS).filter((word) => word.includes('@')))].slice(0, MAX_RECIPIENTS);

async function markTaken(client: ImapFlow, uid: number, doneFolder: string | undefined): Promise<void> {
  const done = doneFolder
    ? await client.messageMove(String(uid), doneFolder, { uid: true })
    : await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  if (!done)
    throw new Error(doneFolder ? `Emails can’t be moved to ${doneFolder}` : 'Emails can’t be marked');
}
