import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { SMTPServer, SMTPServerSession } from 'smtp-server';
import { addressKey, widestNetwork } from '../http/client.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { describeError, type Log } from '../log.ts';

/** A mail while it arrives. */
interface ArrivingMail {
  bytes: Readable;
  /** Ours, in lower case. */
  recipient: string;
  /** Empty for a report of a mail server. */
  envelopeFrom: string;
  peer: { address: string; helo: string };
}

export interface SmtpListenerOptions {
  host: string;
  port: number;
  /** Of one mail, in bytes. */
  maxBytes: number;
  /** Files of a certificate and its key; without them mails arrive unencrypted. */
  tls: { certFile: string; keyFile: string } | undefined;
  limiter: RateLimiter;
  log: Log;
  /** Whether an address is one of ours, in lower case. */
  isOurs(address: string): boolean;
  /** Until a session without a mail, and one mail, are broken off, in ms. */
  times?: { session: number; mail: number };
  /** Resolves once the mail is stored for good: only then the sender is answered that it was taken. */
  store(mail: ArrivingMail): Promise<void>;
}

const CONNECTIONS = 50;
/** Of one network: a sender that keeps its connections open leaves room for others. */
const CONNECTIONS_OF_NETWORK = 20;
/** Kept for networks that have none: a few of them together don't take every place. */
const KEPT_PLACES = 15;
/** A sender that has a mail brings it after a few commands. */
const COMMANDS = 20;
const TIMES = { session: 5 * 60_000, mail: 15 * 60_000 };
const IDLE_MS = 60_000;
const CONNECTION_LIMIT = { max: 60, seconds: 60 };
const MAIL_LIMIT = { max: 60, seconds: 600 };
/** Until a port that another process still has is tried again. */
const RETRY_MS = 1_000;

/** A reply to a command of the sender's. 4xx: it may try again later. */
class SmtpReply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** A connection that is open. */
interface Place {
  network: string;
  /** Since it began, or since its last mail. */
  commands: number;
  end: NodeJS.Timeout | undefined;
}

/**
 * Takes mails for our own addresses, and for no others: it passes nothing on. One recipient a mail: a sender with several
 * sends the rest again.
 */
export class SmtpListener {
  readonly #options: SmtpListenerOptions;
  /** The open connections by their sessions. */
  readonly #places = new Map<string, Place>();
  #server: SMTPServer | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;
  #fault: string | undefined;

  constructor(options: SmtpListenerOptions) {
    this.#options = options;
  }

  /** Why it doesn't listen; undefined while it does. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Begins to listen, as soon as a process that goes leaves the port. @returns the port, or undefined while it isn't free */
  async start(): Promise<number | undefined> {
    if (this.#isStopped) return undefined;
    const { host, port, log } = this.#options;
    try {
      const server = await this.#createServer();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      // A connection that breaks off ends with an error of its own, which is the sender's business.
      server.on('error', (error) => log.debug({ err: error }, 'a connection of a mail server ended'));
      this.#server = server;
      this.#fault = undefined;
      const bound = server.server.address();
      return typeof bound === 'object' ? bound?.port : undefined;
    } catch (error) {
      if (this.#fault === undefined) {
        const advice = 'answers by email can’t arrive: check MAIL_IN_PORT and its certificate; trying again';
        log.warn({ err: error, port }, advice);
      }
      this.#fault = describeError(error);
      this.#retry = setTimeout(() => void this.start(), RETRY_MS).unref();
      return undefined;
    }
  }

  /** Takes no further mails; those under way are stored. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async #createServer(): Promise<SMTPServer> {
    const { SMTPServer } = await import('smtp-server');
    const { maxBytes, tls, limiter, isOurs } = this.#options;
    return new SMTPServer({
      ...(tls ? { cert: await readFile(tls.certFile), key: await readFile(tls.keyFile) } : {}),
      hideSTARTTLS: !tls,
      disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      authOptional: true,
      disableReverseLookup: true,
      size: maxBytes,
      maxClients: CONNECTIONS,
      socketTimeout: IDLE_MS,
      closeTimeout: 5_000,
      banner: 'Ready',
      // The library says of each command that it got one.
      logger: {
        ...{ trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
        debug: this.#countCommand,
      },
      onConnect: ({ id, remoteAddress }, answer) => {
        const network = widestNetwork(remoteAddress);
        const open = [...this.#places.values()].filter((place) => place.network === network).length;
        const isFull = open > 0 && this.#places.size >= CONNECTIONS - KEPT_PLACES;
        if (isFull || open >= CONNECTIONS_OF_NETWORK)
          return answer(new SmtpReply(421, 'Too many connections'));
        this.#places.set(id, { network, commands: 0, end: undefined });
        this.#expect(id, 'session');
        replyWith(answer, limited(limiter, `mail-in.connect ${network}`, CONNECTION_LIMIT));
      },
      onClose: ({ id }) => {
        clearTimeout(this.#places.get(id)?.end);
        this.#places.delete(id);
      },
      onRcptTo: ({ address }, session, answer) => {
        if (session.envelope.rcptTo.length > 0) return answer(new SmtpReply(452, 'One recipient at a time'));
        if (!isOurs(comparableEmail(address))) return answer(new SmtpReply(550, 'No such address here'));
        replyWith(answer, limited(limiter, `mail-in.mail ${addressKey(session.remoteAddress)}`, MAIL_LIMIT));
      },
      onData: (stream, session, answer) => {
        this.#expect(session.id, 'mail');
        const taken = this.#take(stream, session).finally(() => this.#expect(session.id, 'session'));
        replyWith(answer, taken);
      },
    });
  }

  /** Gives a connection its time for what comes next. */
  #expect(id: string, what: 'session' | 'mail'): void {
    const place = this.#places.get(id);
    if (!place) return;
    clearTimeout(place.end);
    place.commands = 0;
    place.end = setTimeout(() => this.#breakOff(id), (this.#options.times ?? TIMES)[what]).unref();
  }

  readonly #countCommand = (entry: unknown): void => {
    const { tnx, cid } = (entry ?? {}) as { tnx?: unknown; cid?: unknown };
    const place = tnx === 'command' && typeof cid === 'string' ? this.#places.get(cid) : undefined;
    if (!place || typeof cid !== 'string') return;
    place.commands += 1;
    if (place.commands > COMMANDS) this.#breakOff(cid);
  };

  #breakOff(id: string): void {
    for (const connection of this.#server?.connections ?? []) {
      if (connection.id === id) connection.send(421, 'Too long without a mail');
    }
  }

  async #take(stream: Readable & { sizeExceeded?: boolean }, session: SMTPServerSession): Promise<void> {
    const [recipient] = session.envelope.rcptTo;
    if (!recipient) throw new SmtpReply(554, 'No recipient');
    try {
      await this.#options.store({
        bytes: stream,
        recipient: comparableEmail(recipient.address),
        envelopeFrom: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        peer: {
          address: session.remoteAddress,
          helo: String(session.hostNameAppearsAs || session.clientHostname),
        },
      });
    } catch (error) {
      stream.resume();
      if (stream.sizeExceeded || (error instanceof AppError && error.code === 'payload_too_large'))
        throw new SmtpReply(552, 'Too large');
      if (error instanceof AppError && ['rate_limited', 'insufficient_storage'].includes(error.code))
        throw new SmtpReply(452, 'No room for it now. Try again later');
      this.#options.log.warn({ err: error }, 'a mail could not be stored; its sender tries again');
      throw new SmtpReply(451, 'Not stored. Try again later');
    }
  }
}

const ignore = () => {};

type Answer = (error?: Error | null) => void;

function replyWith(answer: Answer, work: Promise<void>): void {
  work.then(
    () => answer(),
    (error: unknown) => answer(error instanceof Error ? error : new SmtpReply(451, 'Try again later')),
  );
}

async function limited(
  limiter: RateLimiter,
  key: string,
  allowance: { max: number; seconds: number },
): Promise<void> {
  await limiter.consume(key, allowance).catch(() => {
    throw new SmtpReply(421, 'Too many. Try again later');
  });
}
