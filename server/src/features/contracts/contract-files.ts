import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { MAX_CONTRACT_BYTES } from '@atelier/domain/contracts/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { cleanText, trimOf, truncate } from '@atelier/domain/text.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** A PDF that lies in the store, and is removed unless a transaction keeps it. */
export interface StoredPdf {
  key: string;
  sha256: string;
}

const PDF = 'application/pdf';
/** How near to its end a PDF has its end mark: programs append a little after it. */
const TAIL_BYTES = 2_048;
/** What a file's name may not have: separators, what systems forbid, and marks that turn text around. */
const FORBIDDEN = /[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu;

/**
 * Puts a PDF into the store: a whole one, by its content and never by what it is called.
 * @throws validation_failed for anything else, payload_too_large, unavailable
 */
export async function putPdf(
  storage: Storage,
  { name, bytes, mayUseReserve }: { name: string; bytes: Uint8Array; mayUseReserve?: true },
): Promise<StoredPdf> {
  const fileName = pdfFileName(name);
  await using file = await storage.receive([bytes], {
    name: fileName,
    maxBytes: MAX_CONTRACT_BYTES,
    ...(mayUseReserve && { mayUseReserve }),
  });
  if (file.type !== PDF) {
    throw new AppError(
      'validation_failed',
      'That isn’t a PDF. Export your document as a PDF and upload that.',
    );
  }
  if (!Buffer.from(bytes.subarray(-TAIL_BYTES)).includes('%%EOF')) {
    throw new AppError('validation_failed', 'That PDF is incomplete. Export it again and upload that.');
  }
  return { key: await storage.put(file, { name: fileName }), sha256: file.sha256 };
}

/** A name that any system takes for a file, ending in `.pdf`. */
export function pdfFileName(wanted: string): string {
  const name = cleanText(wanted)
    .replace(/\.pdf$/i, '')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ');
  return `${truncate(trimOf(name, ' .') || 'Contract', 80)}.pdf`;
}

/** SHA-256 of a text in hex. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A stored file as a mail carries it; undefined where it is too much for the `room` (bytes) that is left. */
export async function readAttachment(
  storage: Storage,
  key: string,
  room: number,
): Promise<MailAttachment | undefined> {
  const { name, type, size } = await storage.getFile(key);
  return size > room ? undefined : { name, type, content: await buffer(await storage.openRead(key)) };
}
