import { buffer } from 'node:stream/consumers';
import {
  ENQUIRY_FILES_MAX_BYTES,
  MAX_REPLY_FILES,
  REPLY_FILES_MAX_BYTES,
  UNSENT_REPLY_FILE_HOURS,
} from '@atelier/domain/enquiries/rules.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { formatAmount } from '@atelier/domain/files/rules.ts';
import { receiveFile, type Upload } from '../../core/projects/file-reception.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockEnquiry } from './enquiries.repository.ts';
import type { EnquiryFileRow } from './enquiries.table.ts';
import {
  deleteEnquiryFile,
  deleteWaitingFilesBefore,
  findEnquiryFileByKey,
  giveToEnquiryMessage,
  insertEnquiryFile,
  listEnquiryFiles,
  measureEnquiryFiles,
} from './enquiry-files.repository.ts';

export interface EnquiryFilesDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  /** Of one uploaded file, in bytes. */
  maxBytes: number;
}

/** Whose file it is: an admin's, for a reply, or the visitor's, whose account is empty. */
interface FileOwner {
  enquiryId: string;
  accountId: string;
}

/** The files of replies and answers. Each arrives before its message, which takes it over. */
export class EnquiryFilesService {
  readonly #deps: EnquiryFilesDeps;

  constructor(deps: EnquiryFilesDeps) {
    this.#deps = deps;
  }

  /** Of one file of a reply, in bytes. */
  get maxReplyBytes(): number {
    return Math.min(this.#deps.maxBytes, REPLY_FILES_MAX_BYTES);
  }

  /**
   * Stores a file that no message has yet. One already sent with the same key is returned unchanged.
   * @throws not_found, and what `receiveFile` throws
   */
  async receive(owner: FileOwner & { key: string }, upload: Upload): Promise<EnquiryFileRow> {
    const { enquiryId, accountId, key } = owner;
    const isReply = accountId !== '';
    const maxBytes = isReply ? this.maxReplyBytes : this.#deps.maxBytes;
    return receiveFile({ ...this.#deps, maxBytes }, upload, {
      lock: async (trx) => {
        if (!(await lockEnquiry(trx, enquiryId))) throw notFound();
      },
      findSent: (trx) => findEnquiryFileByKey(trx, { enquiryId, accountId, key }),
      assertFits: async (trx, bytes) => {
        if (bytes > maxBytes) {
          throw new AppError('payload_too_large', `A file can have up to ${formatAmount(maxBytes)} here.`);
        }
        const all = await measureEnquiryFiles(trx, enquiryId);
        if (all + bytes > ENQUIRY_FILES_MAX_BYTES) {
          throw new AppError('quota_exceeded', 'This enquiry has no room for more files.');
        }
        if (isReply) await assertReplyFits(trx, owner, bytes);
      },
      insert: async (trx, facts) => {
        const row: EnquiryFileRow = {
          ...facts,
          id: newId(),
          enquiry_id: enquiryId,
          message_id: null,
          position: 0,
          account_id: accountId,
          client_key: key,
          created_at: isoNow(this.#deps.clock),
        };
        await insertEnquiryFile(trx, row);
        return row;
      },
    });
  }

  /** Deletes the studio's file that no reply has yet. Throws not_found. */
  async deleteWaiting(enquiryId: string, fileId: string): Promise<void> {
    const { db, storage } = this.#deps;
    await transaction(db, async (trx) => {
      if (!(await lockEnquiry(trx, enquiryId))) throw notFound();
      const file = (await listEnquiryFiles(trx, enquiryId)).find(({ id }) => id === fileId);
      if (!file || file.message_id !== null || file.account_id === '')
        throw new AppError('not_found', 'This file no longer exists.');
      await storage.drop(trx, [file.stored_key]);
      await deleteEnquiryFile(trx, file.id);
    });
  }

  /** Has the bytes of all files of an enquiry deleted that is about to be deleted. */
  async dropAll(trx: Trx, enquiryId: string): Promise<void> {
    const files = await listEnquiryFiles(trx, enquiryId);
    await this.#deps.storage.drop(
      trx,
      files.map(({ stored_key }) => stored_key),
    );
  }

  /** The bytes of waiting files, in their order, for an email. Throws conflict if one is gone. */
  async readWaiting(owner: FileOwner, ids: readonly string[]): Promise<MailAttachment[]> {
    const { db, storage } = this.#deps;
    const waiting = await listWaiting(db, owner);
    const attached: MailAttachment[] = [];
    for (const id of ids) {
      const file = waiting.find((each) => each.id === id);
      if (!file) throw goneFile();
      const content = await buffer(await storage.openRead(file.stored_key));
      attached.push({ name: file.name, type: file.type, content });
    }
    return attached;
  }

  /** Gives waiting files to a message, in their order. Throws conflict if one is gone. */
  async give(trx: Trx, ids: readonly string[], to: FileOwner & { messageId: string }): Promise<void> {
    if (ids.length === 0) return;
    const own = new Set((await listWaiting(trx, to)).map(({ id }) => id));
    for (const [position, id] of ids.entries()) {
      const given =
        own.has(id) && (await giveToEnquiryMessage(trx, id, { messageId: to.messageId, position }));
      if (!given) throw goneFile();
    }
  }

  /** Deletes files whose message was never sent. */
  async deleteForgotten(): Promise<void> {
    const { db, clock, storage } = this.#deps;
    await transaction(db, async (trx) => {
      const before = isoIn(clock, -UNSENT_REPLY_FILE_HOURS * 3600);
      await storage.drop(trx, await deleteWaitingFilesBefore(trx, before));
    });
  }
}

/** An owner's files that no message has yet. */
async function listWaiting(db: Db, { enquiryId, accountId }: FileOwner): Promise<EnquiryFileRow[]> {
  const files = await listEnquiryFiles(db, enquiryId);
  return files.filter((file) => file.message_id === null && file.account_id === accountId);
}

/** What waits goes with one email. */
async function assertReplyFits(trx: Trx, owner: FileOwner, bytes: number): Promise<void> {
  const waiting = await listWaiting(trx, owner);
  if (waiting.length >= MAX_REPLY_FILES) {
    throw new AppError('quota_exceeded', `Attach up to ${MAX_REPLY_FILES} files.`);
  }
  const sum = waiting.reduce((total, { size }) => total + size, bytes);
  if (sum > REPLY_FILES_MAX_BYTES) {
    const megabytes = REPLY_FILES_MAX_BYTES / 1024 ** 2;
    throw new AppError('quota_exceeded', `The files of one email can have up to ${megabytes} MB together.`);
  }
}

const goneFile = () =>
  new AppError('gone', 'An attached file is no longer here. Remove it and attach it again.');
