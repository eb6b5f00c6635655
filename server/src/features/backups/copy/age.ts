import { createDecipheriv, hkdfSync } from 'node:crypto';

/*
 * The age format, version 1 (age-encryption.org/v1): in a stream, with a piece of 64 KB in memory. Its library encrypts, and finds the
 * key of a file; OpenSSL decrypts with it, because the library's cipher in JavaScript made a restore last twice as long (decision 85).
 * What fails is named by its cause, because a restore says other things of another key than of a damaged file.
 */

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
  constructor(cause: unknown) {
    super('It is not an age file as it was written', { cause });
    this.name = 'BrokenFileError';
  }
}

/** The file that bytes become for recipients (`age1…`). */
export async function* encryptTo(recipients: readonly string[], plain: Pieces): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(streamOf(plain));
}

/** What a piece is encrypted to: 64 KB, of the last one what is left, and the tag of each. */
const TAG_BYTES = 16;
const SEALED_PIECE_BYTES = 64 * 1024 + TAG_BYTES;
const NONCE_BYTES = 16;
/** More than the keys of all who could be recipients take. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * The bytes that were encrypted to one of the identities (`AGE-SECRET-KEY-1…`).
 * @throws OtherRecipientError, BrokenFileError, and whatever the source fails with
 */
export async function* decryptWith(
  identities: readonly string[],
  encrypted: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const source = new ByteReader(encrypted);
  try {
    const fileKey = await decrypter.decryptHeader(await readHeader(source));
    const nonce = await source.take(NONCE_BYTES);
    yield* openPieces(source, Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32)));
  } catch (error) {
    if (source.fault) throw source.fault.error;
    const isOther = error instanceof Error && error.message.startsWith('no identity matched');
    throw isOther ? new OtherRecipientError(error) : new BrokenFileError(error);
  } finally {
    await source.close();
  }
}

/** Everything up to the end of the line with the header's own tag. */
async function readHeader(source: ByteReader): Promise<Buffer> {
  const bytes: number[] = [];
  for (let line = ''; !line.startsWith('--- '); ) {
    line = '';
    while (!line.endsWith('\n')) {
      const [byte] = await source.take(1);
      if (byte === undefined || bytes.length === MAX_HEADER_BYTES) throw new Error('It has no whole header');
      bytes.push(byte);
      line += String.fromCharCode(byte);
    }
  }
  return Buffer.from(bytes);
}

/** Only the last piece is marked as the last one, so that a file that was cut off between two is refused. */
async function* openPieces(source: ByteReader, key: Buffer): AsyncGenerator<Buffer> {
  let piece = await source.take(SEALED_PIECE_BYTES);
  for (let at = 0; ; at++) {
    const next = await source.take(SEALED_PIECE_BYTES);
    const isLast = next.length === 0;
    const plain = openPiece(piece, key, { at, isLast });
    if (isLast && at > 0 && plain.length === 0) throw new Error('Its last piece is empty');
    yield plain;
    if (isLast) return;
    piece = next;
  }
}

/** @throws when it, its place or its key is another than when it was encrypted */
function openPiece(piece: Buffer, key: Buffer, { at, isLast }: { at: number; isLast: boolean }): Buffer {
  const end = piece.length - TAG_BYTES;
  if (end < 0) throw new Error('It ends within a tag');
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(at, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  const cipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAuthTag(piece.subarray(end));
  const plain = cipher.update(piece.subarray(0, end));
  cipher.final();
  return plain;
}

/** Bytes of a source in as many as are asked for. */
class ByteReader {
  /** What the source failed with. */
  fault: { error: unknown } | undefined;
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns that many bytes, fewer where the source ends */
  async take(length: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for (let missing = length; missing > 0; ) {
      if (this.#held.length === 0) {
        const next = await this.#next();
        if (next.done) break;
        this.#held = next.value;
      }
      const part = this.#held.subarray(0, missing);
      this.#held = this.#held.subarray(part.length);
      missing -= part.length;
      taken.push(part);
    }
    return Buffer.concat(taken);
  }

  /** Lets go of the source, also before its end. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.#source.next();
    } catch (error) {
      this.fault = { error };
      throw error;
    }
  }
}

/** The kind of stream that the library takes. */
function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const all = (async function* () {
    yield* pieces;
  })();
  return new ReadableStream({
    async pull(controller) {
      const next = await all.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await all.return();
    },
  });
}
