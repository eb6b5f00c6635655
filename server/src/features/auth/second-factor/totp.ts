import { HOTP, Secret, TOTP } from 'otpauth';

/** Steps by which the app's clock may differ from ours, either way. */
const TOLERANCE = 1;
/** 160 bits, the length of SHA-1's output: what RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret for an authenticator app, and how the user's app gets it: typed, or as an address in a QR code. */
export function newTotp(issuer: string, label: string): { secret: Buffer; base32: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ issuer, label, secret }).toString();
  return { secret: Buffer.from(secret.bytes), base32: secret.base32, uri };
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
  const key = new Secret({ buffer: Uint8Array.from(secret).buffer });
  const current = TOTP.counter({ timestamp: now.getTime() });
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    if (step > (lastStep ?? -1) && HOTP.generate({ secret: key, counter: step }) === code) return step;
  }
  return undefined;
}
