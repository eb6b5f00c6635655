import { createHash, createHmac } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@atelier/domain/errors.ts';
import { isFileFault, writeSynced } from '../../../platform/durable-file.ts';
import type { FileOnDisk } from '../../../platform/storage/object-store.ts';
import { BrokenFileError, decryptWith, encryptTo, OtherRecipientError } from './age.ts';
import { type Content, damaged, type Part } from './manifest.ts';

/** How a backup is encrypted, as plain data. */
export interface SealingOrder {
  /** Public keys of the age format. */
  to: readonly string[];
  /** In hexadecimal: names objects, and is not known to who sees only their names. */
  nameKey: string;
}

export interface Sealing {
  to: readonly string[];
  /** The name of the object for a content. */
  nameOf(sha256: string): string;
}

/** What was encrypted to other keys gets other names, so that it is encrypted again after a change of keys. */
export function createSealing({ to, nameKey }: SealingOrder): Sealing {
  const keys = [...to].sort().join(' ');
  return {
    to,
    nameOf: (sha256) =>
      createHmac('sha256', Buffer.from(nameKey, 'hex')).update(`${keys} ${sha256}`).digest('hex'),
  };
}

/** Writes the encrypted file of what comes. @returns it, and what it holds */
export async function seal(
  path: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { to }: Pick<Sealing, 'to'>,
): Promise<{ content: Content; file: FileOnDisk }> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* () {
    for await (const piece of source) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
  };
  const facts = await writeSynced(path, encryptTo(to, measured()));
  return { content: { size, sha256: hash.digest('hex') }, file: { path, ...facts } };
}

/** Private keys, and the file that they are from. */
export interface Identities {
  keys: readonly string[];
  file: string;
}

/** @throws validation_failed without private keys */
export function requireIdentities(
  identities: Identities | undefined,
  encryptedTo: readonly string[],
): Identities {
  if (identities) return identities;
  throw new AppError(
    'validation_failed',
    `The backup is encrypted to ${encryptedTo.join(', ')}. Name the file with the private key: --identity <file>`,
  );
}

/** The manifest, which is known to be as it was written. @throws validation_failed for another key */
export async function* unsealManifest(
  stored: Buffer,
  { keys: { keys, file }, encryptedTo }: { keys: Identities; encryptedTo: readonly string[] },
): AsyncGenerator<Uint8Array> {
  try {
    yield* decryptWith(keys, Readable.from([stored]));
  } catch (error) {
    if (!(error instanceof OtherRecipientError)) throw error;
    throw new AppError(
      'validation_failed',
      `The private key in ${file} is not one that the backup is encrypted to: ${encryptedTo.join(', ')}.`,
      { cause: error },
    );
  }
}

/** The bytes of a part, with the keys that open its manifest. @throws validation_failed */
export async function* unseal(
  { path }: Part,
  stored: AsyncIterable<Uint8Array>,
  { keys }: Identities,
): AsyncGenerator<Uint8Array> {
  try {
    yield* decryptWith(keys, stored);
  } catch (error) {
    const isChanged = error instanceof BrokenFileError || error instanceof OtherRecipientError;
    throw isChanged ? damaged(path, 'is not what was written') : error;
  }
}

/** More than any file of private keys has. */
const MAX_IDENTITY_BYTES = 64 * 1024;

/** Reads the private keys in a file that age-keygen made. @throws validation_failed, not_found */
export async function readIdentities(file: string): Promise<Identities> {
  const text = await readShort(file);
  if (text.startsWith('age-encryption.org/') || text.startsWith('-----BEGIN AGE ENCRYPTED FILE')) {
    throw new AppError(
      'validation_failed',
      `${file} is itself encrypted: decrypt it first, with age --decrypt, and remove the result afterwards.`,
    );
  }
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const key of keys) {
    try {
      decrypter.addIdentity(key);
    } catch {
      throw noIdentity(file);
    }
  }
  if (keys.length === 0) throw noIdentity(file);
  return { keys, file };
}

function noIdentity(file: string): AppError {
  return new AppError(
    'validation_failed',
    `${file} is no file of private keys: it needs a line AGE-SECRET-KEY-1… as age-keygen writes it.`,
  );
}

async function readShort(file: string): Promise<string> {
  const opened = await open(file, 'r').catch((error: unknown) => {
    throw isFileFault(error, 'ENOENT') ? new AppError('not_found', `There is no file ${file}.`) : error;
  });
  try {
    const { bytesRead, buffer } = await opened.read(
      Buffer.alloc(MAX_IDENTITY_BYTES),
      0,
      MAX_IDENTITY_BYTES,
      0,
    );
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    throw isFileFault(error, 'EISDIR') ? noIdentity(file) : error;
  } finally {
    await opened.close();
  }
}
