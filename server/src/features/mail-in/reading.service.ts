import { buffer } from 'node:stream/consumers';
import { AppError } from '@atelier/domain/errors.ts';
import type { MailProof, MailReason } from '@atelier/domain/mail-in/rules.ts';
import { cleanText } from '@atelier/domain/text.ts';
import type { ProjectActor } from '../../core/projects/project-event.ts';
import { isoIn, isoNow, latestMeant } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { WokenWork } from '../../platform/jobs/woken-work.ts';
import type { SenderTrust } from '../../platform/mail-in/authenticate-sender.ts';
import { findAutomaticKind } from '../../platform/mail-in/automatic-mail.ts';
import type { IncomingMail } from '../../platform/mail-in/parse-mail.ts';
import type { MailReader, ReadMail } from '../../platform/mail-in/read-mail.ts';
import type { TrimmedReply } from '../../platform/mail-in/trim-reply.ts';
import type { Platform } from '../../platform/platform.ts';
import { kindOf, Repeats } from '../../platform/repeats.ts';
import { chooseFiles, composeAnswer, shortName } from './answer-text.ts';
import type { Bounced, BouncesService } from './bounces.service.ts';
import {
  claimInboundMail,
  findReplyAddress,
  isPosted,
  type MailClaim,
  updateClaimedMail,
} from './mail-in.repository.ts';
import type { InboundMailRow, ReplyAddressRow } from './mail-in.table.ts';
import { keyOf, uuidOf } from './message-key.ts';
import { type OwnWordsDeps, trimAnswer } from './own-words.ts';

/** Who answers at an address. */
export interface AnswerAuthor {
  by: ProjectActor;
  /** The only address that they write from, in lower case. */
  email: string;
  /** Whether a mail may stand for their session. Posting by hand is the studio's act. */
  mayActByMail: boolean;
}

/** What answers about one kind of thing become. A workflow implements it. */
export interface AnswerPort {
  /** Whether this side may answer by mail at all, as things are set now. */
  canAnswerByMail(side: ReplyAddressRow['side']): boolean;
  /** Who may answer at this moment; undefined if nobody may. `from` is the sender's address, which may be forged. */
  findAuthor(address: ReplyAddressRow, from: string): Promise<AnswerAuthor | undefined>;
  /** Stores a file for an answer, once for a key. Throws an AppError for one that can't be. */
  attach(
    address: ReplyAddressRow,
    author: AnswerAuthor,
    file: { name: string; content: Buffer; key: string },
  ): Promise<string>;
  /** Adds the answer, once for a key. Throws an AppError if it can't be. */
  post(
    address: ReplyAddressRow,
    author: AnswerAuthor,
    answer: {
      body: string;
      /** What else the mail says and may not be its sender's words. */
      folded: string | null;
      key: string;
      files: string[];
      byMail: MailProof;
      /** The mail's Message-ID as its sender wrote it; empty without one. */
      mailId: string;
    },
  ): Promise<void>;
}

export interface ReadingDeps extends Pick<Platform, 'db' | 'clock' | 'storage' | 'log'> {
  portFor(kind: ReplyAddressRow['kind']): AnswerPort;
  bounces: Pick<BouncesService, 'find' | 'mark' | 'clear'>;
  read: MailReader;
  nameServers: readonly string[];
  trust: SenderTrust;
  /** Right side of the Message-IDs of our own mails. */
  ownHost: string;
  /** Tells an answer from the mails of ours that it quotes. */
  ownWords: OwnWordsDeps;
  /** Called in the transaction that keeps a proven person's answer from being posted. */
  notPosted(trx: Trx, notice: NotPosted): Promise<void>;
  /** Called in the transaction that decides what becomes of a mail. */
  decided(trx: Trx, mail: DecidedMail): Promise<void>;
}

/** A mail, and what became of it. */
export interface DecidedMail {
  id: string;
  state: Outcome['state'];
  reason: MailReason | null;
  fromAddress: string;
  subject: string;
}

/** An answer of a proven person's that waits for the studio. */
export interface NotPosted {
  to: string;
  /** What they answered about. */
  kind: ReplyAddressRow['kind'];
  reason: MailReason;
  /** The Message-ID of their mail; empty without one. */
  mailId: string;
}

type Outcome = { state: 'posted'; reason: null } | { state: 'quarantined' | 'discarded'; reason: MailReason };

const POSTED: Outcome = { state: 'posted', reason: null };
const quarantine = (reason: MailReason): Outcome => ({ state: 'quarantined', reason });
const discard = (reason: MailReason): Outcome => ({ state: 'discarded', reason });

const LEASE_SECONDS = 300;
/** After so many attempts that ended without a decision, a mail is left to the owner. */
const MAX_ATTEMPTS = 8;
const RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3_600;
const BODY_MAX = 20_000;

/** Mails that are read at once, each to another address: a domain whose name servers are silent holds up its own. */
const READERS = 3;

/** Reads the mails that were stored, and posts each once: it can stop anywhere and go on later. */
export class ReadingService {
  readonly #deps: ReadingDeps;
  readonly #repeats = new Repeats();
  readonly #stopping = new AbortController();
  /** Each of them looks again when it is woken during a look: a mail that came meanwhile doesn't wait for another's. */
  readonly #readers = Array.from(
    { length: READERS },
    () =>
      new WokenWork(
        () => this.#readUntilNoneIsDue(),
        (error) => {
          this.#fault = error;
          this.#warn(error, 'the mails that are due cannot be read');
        },
      ),
  );
  #fault: unknown;
  /** Of the job while it runs. */
  #jobStopping: AbortSignal | undefined;

  constructor(deps: ReadingDeps) {
    this.#deps = deps;
  }

  /** Reads what is due, soon. */
  wake(): void {
    for (const reader of this.#readers) reader.wake();
  }

  /** Begins no further mail. */
  stop(): void {
    this.#stopping.abort();
  }

  async whenIdle(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.whenIdle()));
  }

  /** Reads every mail that is due until it is stopped. A recurring job calls it. @throws what keeps all mails from being read */
  async readDue(stopping: AbortSignal): Promise<void> {
    this.#jobStopping = stopping;
    this.#fault = undefined;
    this.wake();
    await this.whenIdle();
    this.#jobStopping = undefined;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** What one reader does: one mail after another. */
  async #readUntilNoneIsDue(): Promise<void> {
    for (;;) {
      const row = await transaction(this.#deps.db, (trx) => claimInboundMail(trx, () => this.#makeClaim()));
      if (!row) return;
      try {
        await this.#read(row);
      } catch (error) {
        this.#warn(error, 'a mail could not be read; trying again');
        await this.#postpone(row);
      }
    }
  }

  #makeClaim(): MailClaim | undefined {
    const { clock } = this.#deps;
    if ((this.#jobStopping ?? this.#stopping.signal).aborted) return undefined;
    return {
      // Each claim of its own: a lease that ran out isn't ours any more.
      owner: newId(),
      now: isoNow(clock),
      leasedUntil: isoIn(clock, LEASE_SECONDS),
      latest: latestMeant(clock, MAX_RETRY_SECONDS),
    };
  }

  /**
   * Posts a mail as its author's, on the studio's word.
   * @param posters the addresses of admins: the first who still is one writes the studio's
   * @throws invalid_transition if nothing of it can be posted, and what posting throws
   */
  async postByHand(row: InboundMailRow, posters: readonly string[]): Promise<void> {
    const address = row.reply_address_id
      ? await findReplyAddress(this.#deps.db, row.reply_address_id)
      : undefined;
    const port = address && this.#deps.portFor(address.kind);
    let author: AnswerAuthor | undefined;
    for (const poster of posters) author ??= address && (await port?.findAuthor(address, poster));
    const found = author && (await this.#load(row));
    if (!port || !address || !author || !found)
      throw new AppError('invalid_transition', 'This email can’t be posted any more.');
    const { text, folded } = await trimAnswer(this.#deps.ownWords, found.mail, address.email);
    // The studio has seen that the rest is theirs where there is nothing else.
    const trimmed = text === '' ? { text: folded, folded: '' } : { text, folded };
    await this.#post({ row, port, address, author, mail: found.mail, trimmed, proof: 'unproven' });
  }

  async #read(row: InboundMailRow): Promise<void> {
    const read = await this.#load(row);
    if (!read) {
      await this.#finish(row, quarantine('unreadable'), {});
      return;
    }
    const { mail, proof } = read;
    const address = row.reply_address_id
      ? await findReplyAddress(this.#deps.db, row.reply_address_id)
      : undefined;
    const trimmed = await trimAnswer(this.#deps.ownWords, mail, address?.email ?? '');
    const facts = {
      message_key: keyOf(mail, row),
      from_name: mail.from?.name ?? '',
      from_address: mail.from?.address ?? '',
      subject: mail.subject,
      body: (trimmed.text || trimmed.folded).slice(0, BODY_MAX).toWellFormed(),
      proof: proof?.summary ?? 'The name servers didn’t answer.',
    };
    const place = placeOf(address);
    if (!proof && row.attempts < MAX_ATTEMPTS && !this.#isAutomatic(mail, row)) {
      await this.#postpone(row);
      return;
    }
    const { outcome, told } = await this.#decide({ ...row, ...facts }, { read, address, trimmed });
    const bounced =
      outcome.reason === 'bounce' ? await this.#deps.bounces.find(mail, address?.email) : undefined;
    const notice =
      told !== undefined && address && outcome.state === 'quarantined'
        ? { to: told, kind: address.kind, reason: outcome.reason, mailId: mail.messageId }
        : undefined;
    await this.#finish(row, outcome, { ...facts, ...place }, { bounced, notice });
  }

  #isAutomatic(mail: IncomingMail, row: InboundMailRow) {
    return findAutomaticKind(mail, {
      ownHost: this.#deps.ownHost,
      envelopeFrom: row.source === 'smtp' ? row.envelope_from : undefined,
    });
  }

  async #decide(
    row: InboundMailRow,
    {
      read: { mail, proof },
      address,
      trimmed,
    }: { read: ReadMail; address: ReplyAddressRow | undefined; trimmed: TrimmedReply },
  ): Promise<{ outcome: Outcome; told?: string }> {
    const automatic = this.#isAutomatic(mail, row);
    if (automatic === 'calendar' || automatic === 'maybe_automatic')
      return { outcome: quarantine(automatic) };
    if (automatic) return { outcome: discard(automatic) };
    const port = address && this.#deps.portFor(address.kind);
    if (!port) return { outcome: quarantine('unknown_address') };
    if (row.message_key !== null && (await isPosted(this.#deps.db, row.message_key, row.id)))
      return { outcome: discard('duplicate') };
    if (!port.canAnswerByMail(address.side)) return { outcome: quarantine('no_access') };
    // The studio's words are believed by its clients: only what it signed itself counts as them.
    const isEnough = address.side === 'studio' ? proof?.by === 'signature' : proof?.by !== undefined;
    if (!isEnough || !mail.from) return { outcome: quarantine('unproven') };
    const author = await port.findAuthor(address, mail.from.address);
    if (!author) return { outcome: quarantine(address.side === 'studio' ? 'other_sender' : 'no_access') };
    if (author.email !== mail.from.address) return { outcome: quarantine('other_sender') };
    const told = author.email;
    if (!author.mayActByMail) return { outcome: quarantine('second_factor'), told };
    if (trimmed.text === '' && chooseFiles(mail.parts).chosen.length === 0)
      return { outcome: quarantine(mail.isSealed ? 'sealed' : 'empty'), told };
    try {
      await this.#post({ row, port, address, author, mail, trimmed, proof: 'proven' });
      return { outcome: POSTED };
    } catch (error) {
      const outcome = error instanceof AppError ? outcomeOf(error) : undefined;
      if (outcome) return { outcome, told };
      throw error;
    }
  }

  async #post({
    row,
    port,
    address,
    author,
    mail,
    trimmed,
    proof,
  }: {
    row: InboundMailRow;
    port: AnswerPort;
    address: ReplyAddressRow;
    author: AnswerAuthor;
    mail: IncomingMail;
    trimmed: TrimmedReply;
    proof: MailProof;
  }): Promise<void> {
    const key = keyOf(mail, row);
    const { chosen, leftOut } = chooseFiles(mail.parts);
    const files: string[] = [];
    for (const [index, { name, content }] of chosen.entries()) {
      try {
        files.push(await port.attach(address, author, { name, content, key: uuidOf(`${key} ${index}`) }));
      } catch (error) {
        const isFinal = error instanceof AppError && FILE_FAULTS.includes(error.code);
        if (!isFinal) throw error;
        leftOut.push(`${shortName(name)} (${error.message})`);
      }
    }
    const { text, folded } = trimmed;
    const body = composeAnswer({ text, isCut: mail.isCut }, leftOut, files.length > 0);
    await port.post(address, author, {
      body,
      folded: folded === '' ? null : cleanText(folded),
      key,
      files,
      byMail: proof,
      mailId: mail.messageId,
    });
  }

  async #load(row: InboundMailRow): Promise<ReadMail | undefined> {
    const { storage, read, nameServers, trust } = this.#deps;
    const raw = await buffer(await storage.openRead(row.stored_key));
    const peer = row.source === 'smtp' ? { address: row.peer_address, helo: row.peer_name } : undefined;
    const arrival = { peer, envelopeFrom: row.envelope_from, place: row.reply_address_id };
    return read({ raw, arrival, nameServers, trust });
  }

  async #finish(
    row: InboundMailRow,
    outcome: Outcome,
    facts: Partial<InboundMailRow>,
    { bounced, notice }: { bounced?: Bounced | undefined; notice?: NotPosted | undefined } = {},
  ): Promise<void> {
    const { db, clock, decided, notPosted, bounces } = this.#deps;
    await transaction(db, async (trx) => {
      const isOurs = await updateClaimedMail(trx, row, { ...facts, ...outcome, finished_at: isoNow(clock) });
      const { from_address: fromAddress = '', subject = '' } = facts;
      if (!isOurs) return;
      await decided(trx, { id: row.id, ...outcome, fromAddress, subject });
      if (notice) await notPosted(trx, notice);
      if (bounced) await bounces.mark(trx, bounced);
      if (outcome.state === 'posted') await bounces.clear(trx, fromAddress);
    });
  }

  async #postpone(row: InboundMailRow): Promise<void> {
    const { db, clock } = this.#deps;
    if (row.attempts >= MAX_ATTEMPTS) return this.#finish(row, quarantine('unreadable'), {});
    const pause = Math.min(MAX_RETRY_SECONDS, RETRY_SECONDS * 2 ** (row.attempts - 1));
    await updateClaimedMail(db, row, { due_at: isoIn(clock, pause) });
  }

  #warn(error: unknown, sentence: string): void {
    const repeated = this.#repeats.note(kindOf(error));
    if (repeated) this.#deps.log.warn({ err: error, ...repeated }, sentence);
  }
}

const FILE_FAULTS: readonly string[] = [
  'file_empty',
  'payload_too_large',
  'quota_exceeded',
  'file_type_refused',
];

/** Statuses of failures that another attempt may avoid, beside those of the server (5xx). */
const PASSING_STATUSES: readonly number[] = [408, 429];

/** What a refusal means for a mail; undefined if trying again may help. An unknown one is for the studio to judge. */
function outcomeOf({ code, status }: AppError): Outcome | undefined {
  if (status >= 500 || PASSING_STATUSES.includes(status)) return undefined;
  if (code === 'project_closed') return quarantine('project_closed');
  if (code === 'not_found') return quarantine('no_access');
  // The key is made of the mail's contents: it was posted before, with other files or another trimming.
  return code === 'other_key' ? discard('duplicate') : quarantine('refused');
}

const placeOf = (address: ReplyAddressRow | undefined) => ({
  project_id: address?.kind === 'project' ? address.subject_id : null,
  enquiry_id: address?.kind === 'enquiry' ? address.subject_id : null,
});
