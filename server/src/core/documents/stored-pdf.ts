import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { MAX_CONTRACT_BYTES } from '@atelier/domain/contracts/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { cleanText, trimOf, truncate } from '@atelier/domain/text.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** A stored PDF, removed unless a transaction keeps it. */
export interface StoredPdf {
  key: string;
  sha256: string;
}

const PDF = 'application/pdf';

/** The end mark must lie within this many bytes of the end: programs append a little after it. */
const TAIL_BYTES = 2_048;
/** Characters not allowed in a file's name: separators, those that systems forbid, and direction marks. */
const FORBIDDEN = /[\p{Cc}\p{Cf}·/\\:*?"<>|]+/gu;

/**
 * Stores a complete PDF, recognized by its content and never by its name.
 * @throws validation_failed for anything else, payload_too_large, unavailable
 */
export async function putPdf(
  storage: Storage,
  { name, bytes, mayUseReserve }: { name: string; bytes: Uint8Array; mayUseReserve?: true },
): Promise<StoredPdf> {
  const fileName = pdfFileName(name);
  await using file = await storage.receive([bytes], {
    name: fileName,
    // The largest of all that are made or uploaded.
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

/** A file name valid on any system, ending in `.pdf`. */
export function pdfFileName(wanted: string): string {
  const name = cleanText(wanted)
    .replace(/\.pdf$/i, '')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ');
  return `${truncate(trimOf(name, ' .') || 'Document', 80)}.pdf`;
}

/** SHA-256 of a text in hex. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A stored file as a mail attachment; undefined if it exceeds the remaining `room` (bytes). */
export async function readAttachment(
  storage: Storage,
  key: string,
  room: number,
): Promise<MailAttachment | undefined> {
  const { name, type, size } = await storage.getFile(key);
  return size > room ? undefined : { name, type, content: await buffer(await storage.openRead(key)) };
}
