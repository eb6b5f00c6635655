import type { Readable } from 'node:stream';
import type { ClientWords } from '../../core/access/client-words.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { newId } from '../../platform/ids.ts';
import type { SpooledFile } from '../../platform/storage/spool.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { findReplyAddress, insertInboundMail } from './mail-in.repository.ts';
import type { InboundMailRow } from './mail-in.table.ts';

/** A mail for one of our addresses, before anything of it was read. */
export interface NewMail
  extends Pick<InboundMailRow, 'source' | 'source_key' | 'peer_address' | 'peer_name'> {
  bytes: Readable | Iterable<Uint8Array>;
  /** What is in our address that it came to; null for a report that came to the owner's own mailbox. */
  replyAddressId: string | null;
  envelopeFrom: string;
}

export interface IntakeDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  limiter: RateLimiter;
  words: Pick<ClientWords, 'take'>;
  /** Of one mail, in bytes. */
  maxBytes: number;
  /** Called once a mail is stored. */
  onStored(): void;
}

/** One person writes less often; what is above it may be sent again later. */
const ADDRESS_LIMIT = { max: 60, seconds: 3_600 };
/** So many mails of the full size can come to an address by SMTP in a day: whole mails are kept for a month, and fill the disk. */
const FULL_MAILS_A_DAY = 8;
/** The words of one mail: what is posted of it, and what is folded. */
const MAX_WORDS = 40_000;
const MAX_TEXT = 500;

/** Takes mails in: once this resolves, the whole mail and its row are stored for good. */
export class IntakeService {
  readonly #deps: IntakeDeps;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  /** @throws rate_limited, payload_too_large, insufficient_storage, unavailable */
  async store(mail: NewMail): Promise<void> {
    const { storage, limiter, maxBytes, onStored } = this.#deps;
    const address = mail.replyAddressId ?? 'reports';
    await limiter.consume(`mail-in.address ${address}`, ADDRESS_LIMIT);
    await using spooled = await storage.receive(mail.bytes, { name: FILE_NAME, maxBytes });
    // A server keeps the rest for later. In a mailbox it would hold up the mails behind it.
    if (mail.source === 'smtp') {
      const max = (FULL_MAILS_A_DAY * maxBytes) / Math.max(1, spooled.size);
      await limiter.consume(`mail-in.bytes ${address}`, { max, seconds: 24 * 3_600 });
    }
    const uncount = await this.#countWords(mail, spooled.size);
    try {
      await this.#keep(mail, spooled);
    } catch (error) {
      await uncount();
      throw error;
    }
    onStored();
  }

  /** What a client writes by mail counts as what they write here. Files in it don't: they have limits of their own. */
  async #countWords({ source, replyAddressId }: NewMail, size: number): Promise<() => Promise<void>> {
    const { db, words } = this.#deps;
    const row =
      source === 'smtp' && replyAddressId !== null ? await findReplyAddress(db, replyAddressId) : undefined;
    if (row?.kind !== 'project' || row.side !== 'client') return async () => {};
    return words.take({
      accountId: row.account_id,
      projectId: row.subject_id,
      bytes: Math.min(size, MAX_WORDS),
      isAdded: true,
    });
  }

  async #keep(mail: NewMail, spooled: SpooledFile): Promise<void> {
    const { db, clock, storage } = this.#deps;
    const key = await storage.put(spooled, { name: FILE_NAME, type: 'message/rfc822' });
    await transaction(db, async (trx) => {
      const isNew = await insertInboundMail(trx, {
        id: newId(),
        state: 'received',
        reason: null,
        source: mail.source,
        source_key: mail.source_key,
        peer_address: mail.peer_address,
        peer_name: plain(mail.peer_name),
        envelope_from: plain(mail.envelopeFrom),
        reply_address_id: mail.replyAddressId,
        message_key: null,
        stored_key: key,
        size: spooled.size,
        proof: '',
        from_name: '',
        from_address: '',
        subject: '',
        body: '',
        project_id: null,
        enquiry_id: null,
        attempts: 0,
        due_at: isoNow(clock),
        lease_owner: null,
        received_at: isoNow(clock),
        finished_at: null,
      });
      if (isNew) await storage.keep(trx, key);
    });
  }
}

const FILE_NAME = 'mail.eml';

const plain = (text: string) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, MAX_TEXT)
    .toWellFormed();
