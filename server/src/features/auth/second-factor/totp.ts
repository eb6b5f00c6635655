import { createHmac, randomBytes } from 'node:crypto';

/** Seconds that a code of an authenticator app counts for (RFC 6238, and what every app assumes). */
const STEP_SECONDS = 30;
/** Steps by which the app's clock may differ from ours, either way. */
const TOLERANCE = 1;
const DIGITS = 6;
/** 160 bits, the length of SHA-1's output: what RFC 4226 recommends. */
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The step that a moment lies in. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / STEP_SECONDS);
}

/** The six digits of one step (RFC 6238 over SHA-1). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step that a code is of, among those around `now` that come after the last one used: a code counts
 * once, and none counts that is older than one that did. Undefined when it is of none.
 */
export function findStep(
  secret: Buffer,
  code: string,
  now: Date,
  lastStep: number | null,
): number | undefined {
  const current = stepAt(now);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    if (step > (lastStep ?? -1) && totpCode(secret, step) === code) return step;
  }
  return undefined;
}

/** Bytes as people type them into an app: RFC 4648 without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let [bits, value] = [0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((value >>> bits) & 31);
    }
    // What is left is less than five bits.
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32.charAt((value << (5 - bits)) & 31) : text;
}

/** The address that apps read from a QR code. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = [
    `secret=${secret}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${DIGITS}`,
    `period=${STEP_SECONDS}`,
  ];
  return `otpauth://totp/${label}?${parameters.join('&')}`;
}
