import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** An authenticator app (RFC 6238) that holds one secret. */
export class Authenticator {
  readonly #key: Buffer;
  #lastStep = 0;

  constructor(secret: string) {
    const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  }

  /** Returns an unused code: the current one, or the next one, which the server accepts too. */
  nextCode(): string {
    this.#lastStep = Math.max(Math.floor(Date.now() / STEP_MS), this.#lastStep + 1);
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.#lastStep));
    const digest = createHmac('sha1', this.#key).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 15;
    return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }
}
