import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * The age format, version 1 (age-encryption.org/v1). The library reads and writes the header, which holds the key of the
 * file, encrypted to each recipient. The payload is done here with Node's ChaCha20-Poly1305, which is faster
 * than the library's JavaScript and needs less memory.
 */

/** Plain bytes of each piece of the payload but the last, which may be shorter. */
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
/** More than the header of a file to a hundred recipients. */
const MAX_HEADER_BYTES = 32 * 1024;
const END_OF_HEADER = /\n--- [A-Za-z0-9+/]{43}\n/;

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** It was encrypted to other recipients. */
export class OtherRecipientError extends Error {
  constructor(cause: unknown) {
    super('No identity is one of its recipients', { cause });
    this.name = 'OtherRecipientError';
  }
}

/** It is not what was encrypted: cut off, changed, or of another format. */
export class BrokenFileError extends Error {
  constructor(cause?: unknown) {
    super('It is not an age file as it was written', { cause });
    this.name = 'BrokenFileError';
  }
}

/** The file that bytes become for recipients (`age1…`), never more than a piece of it in memory. */
export async function* encryptTo(recipients: readonly string[], plain: Pieces): AsyncGenerator<Uint8Array> {
  const { header, fileKey } = await makeHeader(recipients);
  const nonce = randomBytes(NONCE_BYTES);
  yield header;
  yield nonce;
  const key = payloadKey(fileKey, nonce);
  const count = counter();
  for await (const { piece, isLast } of cut(plain, PIECE_BYTES)) {
    const cipher = createCipheriv('chacha20-poly1305', key, count(isLast), { authTagLength: TAG_BYTES });
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * The bytes that were encrypted to one of the identities (`AGE-SECRET-KEY-1…`).
 * @throws OtherRecipientError, BrokenFileError, and whatever the source fails with
 */
export async function* decryptWith(
  identities: readonly string[],
  encrypted: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = encrypted[Symbol.asyncIterator]();
  try {
    const { header, rest } = await readHeader(source);
    const fileKey = await openHeader(identities, header);
    let key: Buffer | undefined;
    const count = counter();
    let isFirst = true;
    const payload = skipNonce(prepend(rest, source), (nonce) => {
      key = payloadKey(fileKey, nonce);
    });
    for await (const { piece, isLast } of cut(payload, PIECE_BYTES + TAG_BYTES)) {
      if (!key || piece.length < TAG_BYTES || (!isFirst && piece.length === TAG_BYTES))
        throw new BrokenFileError();
      yield openPiece(piece, key, count(isLast));
      isFirst = false;
    }
  } finally {
    await source.return?.();
  }
}

function openPiece(piece: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const end = piece.length - TAG_BYTES;
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(piece.subarray(end));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()]);
  } catch (error) {
    throw new BrokenFileError(error);
  }
}

/** The library makes the key of a file, and hands it only to a recipient. */
async function makeHeader(recipients: readonly string[]): Promise<{ header: Buffer; fileKey: Buffer }> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  let fileKey: Buffer | undefined;
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = Buffer.from(key);
      return [];
    },
  });
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()));
  if (!fileKey || recipients.length === 0) throw new Error('There is nobody to encrypt to');
  return { header: empty.subarray(0, empty.length - NONCE_BYTES - TAG_BYTES), fileKey };
}

async function openHeader(identities: readonly string[], header: Uint8Array): Promise<Buffer> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return Buffer.from(await decrypter.decryptHeader(header));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new OtherRecipientError(error);
    throw new BrokenFileError(error);
  }
}

function payloadKey(fileKey: Buffer, nonce: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
}

/** The nonces of a payload's pieces: a number of eleven bytes, then whether it's the last one. */
function counter(): (isLast: boolean) => Buffer {
  let next = 0n;
  return (isLast) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(next, 3);
    nonce[11] = isLast ? 1 : 0;
    next += 1n;
    return nonce;
  };
}

/** Bytes in pieces of one size. The last one may be shorter; it is empty only if there is nothing at all. */
async function* cut(source: Pieces, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const bytes of source) {
    waiting.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    length += bytes.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; length - at > size; at += size) yield { piece: all.subarray(at, at + size), isLast: false };
    waiting = [all.subarray(at)];
    length -= at;
  }
  yield { piece: Buffer.concat(waiting), isLast: true };
}

async function readHeader(source: AsyncIterator<Uint8Array>): Promise<{ header: Buffer; rest: Buffer }> {
  let read = Buffer.alloc(0);
  while (read.length <= MAX_HEADER_BYTES) {
    const next = await source.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
    // Bytes as characters, one for one.
    const end = END_OF_HEADER.exec(read.toString('latin1', 0, MAX_HEADER_BYTES));
    if (end) {
      const at = end.index + end[0].length;
      return { header: read.subarray(0, at), rest: read.subarray(at) };
    }
  }
  throw new BrokenFileError();
}

async function* prepend(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** What follows the nonce, after which `found` has been called with it. */
async function* skipNonce(
  source: AsyncIterable<Uint8Array>,
  found: (nonce: Buffer) => void,
): AsyncGenerator<Uint8Array> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const bytes of source) {
    if (!start) {
      yield bytes;
      continue;
    }
    start = Buffer.concat([start, bytes]);
    if (start.length < NONCE_BYTES) continue;
    found(start.subarray(0, NONCE_BYTES));
    yield start.subarray(NONCE_BYTES);
    start = undefined;
  }
}
