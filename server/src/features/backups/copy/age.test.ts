import { createCipheriv, hkdfSync } from 'node:crypto';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { BrokenFileError, decryptWith, encryptTo, OtherRecipientError } from './age.ts';

const PIECE = 64 * 1024;
/** Around every place at which a piece ends. */
const SIZES = [0, 1, 15, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE - 1, 3 * PIECE, 3 * PIECE + 17];

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 31) % 251));

/** In pieces of a size of their own, as a disk or a network gives them. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

describe('the age format', () => {
  let identity: string;
  let recipient: string;
  beforeAll(async () => {
    identity = await generateX25519Identity();
    recipient = await identityToRecipient(identity);
  });
  const encrypt = (bytes: Uint8Array, to = [recipient]) => collect(encryptTo(to, inPieces(bytes, 10_007)));
  const decrypt = (bytes: Uint8Array, size = 9_973) =>
    collect(decryptWith([identity], inPieces(bytes, size)));

  it('decrypts what it encrypted, of any size, in pieces of any size', async () => {
    for (const size of SIZES) {
      const plain = bytesOf(size);
      expect((await decrypt(await encrypt(plain))).equals(plain), `${size}`).toBe(true);
    }
    expect((await decrypt(await encrypt(bytesOf(500)), 1)).equals(bytesOf(500))).toBe(true);
  });

  it('fails as its source fails', async () => {
    const encrypted = await encrypt(bytesOf(PIECE));
    const unplugged = new Error('unplugged');
    const torn = async function* (bytes: Uint8Array) {
      yield bytes.subarray(0, 300);
      throw unplugged;
    };
    await expect(collect(decryptWith([identity], torn(encrypted)))).rejects.toBe(unplugged);
    await expect(collect(encryptTo([recipient], torn(encrypted)))).rejects.toBe(unplugged);
  });

  it('encrypts to several, each of whom can decrypt', async () => {
    const other = await generateX25519Identity();
    const encrypted = await encrypt(bytesOf(9), [recipient, await identityToRecipient(other)]);
    for (const key of [identity, other]) {
      expect(await collect(decryptWith([key], inPieces(encrypted, 100)))).toEqual(bytesOf(9));
    }
    const stranger = await generateX25519Identity();
    await expect(collect(decryptWith([stranger], inPieces(encrypted, 100)))).rejects.toThrow(
      OtherRecipientError,
    );
  });

  it('security: refuses every file that was cut off, extended, reordered or changed in a bit', async () => {
    const encrypted = await encrypt(bytesOf(3 * PIECE));
    const payload = encrypted.length - 3 * (PIECE + 16);
    const piece = (at: number) =>
      encrypted.subarray(payload + at * (PIECE + 16), payload + (at + 1) * (PIECE + 16));
    const flipped = [payload - 1, payload, payload + 70_000, encrypted.length - 1].map((at) => {
      const copy = Buffer.from(encrypted);
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      return copy;
    });
    const wrong = [
      ...flipped,
      ...[10, payload - 20, payload - 16, payload, payload + 8, encrypted.length - 1].map((at) =>
        encrypted.subarray(0, at),
      ),
      // Whole pieces are gone from the end, doubled or exchanged.
      Buffer.concat([encrypted.subarray(0, payload), piece(0), piece(1)]),
      Buffer.concat([encrypted.subarray(0, payload), piece(0), piece(0), piece(1), piece(2)]),
      Buffer.concat([encrypted.subarray(0, payload), piece(1), piece(0), piece(2)]),
      Buffer.concat([encrypted, Buffer.from([0])]),
      bytesOf(100_000),
      Buffer.alloc(0),
    ];
    for (const [at, bytes] of wrong.entries()) {
      await expect(decrypt(bytes), `${at}`).rejects.toThrow(BrokenFileError);
    }
  });

  it('security: refuses a file with an empty piece at its end, though each piece is whole', async () => {
    const encrypted = await encrypt(bytesOf(0));
    const header = encrypted.subarray(0, -16 - 16);
    const nonce = encrypted.subarray(-16 - 16, -16);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const fileKey = await decrypter.decryptHeader(header);
    const key = Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
    const sealPiece = (plain: Buffer, place: number[]) => {
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.from(place), { authTagLength: 16 });
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    };
    const first = sealPiece(bytesOf(PIECE), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const endingIn = (plain: Buffer) =>
      Buffer.concat([header, nonce, first, sealPiece(plain, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])]);
    expect(await decrypt(endingIn(Buffer.from('end')))).toEqual(
      Buffer.concat([bytesOf(PIECE), Buffer.from('end')]),
    );
    await expect(decrypt(endingIn(Buffer.alloc(0)))).rejects.toThrow(BrokenFileError);
  });

  it('refuses a header without an end after 64 KB of it', async () => {
    let given = 0;
    const endless = async function* () {
      for (yield Buffer.from('age-encryption.org/v1\n'); ; given += 1000) yield Buffer.alloc(1000, 'a');
    };
    await expect(collect(decryptWith([identity], endless()))).rejects.toThrow(BrokenFileError);
    expect(given).toBeLessThan(70_000);
  });

  it('lets go of its source when its reader stops early', async () => {
    let isClosed = false;
    const encrypted = await encrypt(bytesOf(3 * PIECE));
    const source = async function* () {
      try {
        yield* inPieces(encrypted, 1000);
      } finally {
        isClosed = true;
      }
    };
    for await (const piece of decryptWith([identity], source())) {
      expect(piece).toHaveLength(PIECE);
      break;
    }
    expect(isClosed).toBe(true);
  });
});
