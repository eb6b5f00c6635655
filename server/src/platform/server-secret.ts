import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink } from 'node:fs/promises';
import { ifExists, isFileFault, syncFolder, writeSynced } from './durable-file.ts';

/** Its name in the data folder. */
export const SECRET_FILE = 'server.secret';
const LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** What one use of the secret seals, it alone can open: `feature.what`. */
export type SecretPurpose = `${string}.${string}`;

/**
 * What only this installation knows: it encrypts what must not be read from a copy of the database (keys), and
 * gives keys to sign with. It lies outside the database and never leaves this object.
 */
export class ServerSecret {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    if (secret.length !== LENGTH) throw new Error(`A server secret has ${LENGTH} bytes`);
    this.#secret = secret;
  }

  /**
   * Seals bytes for a purpose and a row: what was sealed for one row does not open in another.
   * AES-256-GCM; the result is base64url of nonce, tag and ciphertext.
   */
  seal(purpose: SecretPurpose, rowId: string, plain: Buffer): string {
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv('aes-256-gcm', this.deriveKey(purpose), nonce);
    cipher.setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** What was sealed. Throws when it was sealed with another secret, for another row, or was altered. */
  open(purpose: SecretPurpose, rowId: string, sealed: string): Buffer {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.deriveKey(purpose),
      bytes.subarray(0, NONCE_LENGTH),
      {
        authTagLength: TAG_LENGTH,
      },
    );
    decipher.setAAD(Buffer.from(rowId));
    decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]);
  }

  /** HMAC-SHA-256 for one purpose: a copy of the database isn't enough to guess what was hashed. */
  hmac(purpose: SecretPurpose, text: string): Buffer {
    return createHmac('sha256', this.deriveKey(purpose)).update(text).digest();
  }

  /** A key of 256 bits for one purpose, always the same: to sign what has to be recognised later. */
  deriveKey(purpose: SecretPurpose): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `atelier ${purpose}`, 32));
  }
}

/**
 * The secret of this installation, made on first use. Processes that start together agree on one: the file
 * appears complete and at once, and the second process reads the first one's.
 * @param dataDir the folder that is backed up; with several machines they share the file
 */
export async function loadServerSecret(dataDir: string): Promise<ServerSecret> {
  const path = `${dataDir}/${SECRET_FILE}`;
  const found = await readSecret(path);
  if (found) return found;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeSynced(draft, [Buffer.from(`${randomBytes(LENGTH).toString('base64url')}\n`)]);
  try {
    await link(draft, path);
    await syncFolder(dataDir);
  } catch (error) {
    if (!isFileFault(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  const made = await readSecret(path);
  if (!made) throw new Error(`${path} was taken away while it was being made`);
  return made;
}

async function readSecret(path: string): Promise<ServerSecret | undefined> {
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length !== LENGTH) throw new Error(`${path} is damaged: restore it from a backup`);
  return new ServerSecret(bytes);
}
