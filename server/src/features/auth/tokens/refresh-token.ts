import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Refresh tokens of the protocol's second scheme: the token names its session and how many times
 * that session has been refreshed, signed with a key of the session's own. The current token can therefore
 * be made again at any time (for a second tab, or a client that lost the answer) and none is stored.
 *
 *   base64url( 0x00 | session id, 16 bytes | counter, LEB128 | HMAC-SHA256 of what precedes, 16 bytes
 *            | SHA-256 of what precedes, 4 bytes )
 */
const VERSION = 0;
const ID_LENGTH = 16;
const SIGNATURE_LENGTH = 16;
const CHECKSUM_LENGTH = 4;
/** 2^49 refreshes: seven bytes of counter, and still a safe integer. */
const MAX_COUNTER_BYTES = 7;
const MIN_LENGTH = 1 + ID_LENGTH + 1 + SIGNATURE_LENGTH + CHECKSUM_LENGTH;
const MAX_LENGTH = MIN_LENGTH - 1 + MAX_COUNTER_BYTES;

/** A well-formed token, which any caller can make: `isSignedWith` checks whether this server did. */
export interface RefreshToken {
  sessionId: string;
  counter: number;
  signed: Buffer;
  signature: Buffer;
}

/** A new 256-bit key to sign one session's tokens with. */
export function newRefreshKey(): Buffer {
  return randomBytes(32);
}

/** The token of a session at a count of refreshes. The same arguments always give the same token. */
export function encodeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const signed = Buffer.concat([Buffer.from([VERSION]), id, encodeCounter(counter)]);
  const body = Buffer.concat([signed, sign(signed, key)]);
  return Buffer.concat([body, checksum(body)]).toString('base64url');
}

/** Parses a token; undefined when it is malformed (its checksum shows that without a look at the database). */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  if (text.length > Math.ceil((MAX_LENGTH * 4) / 3)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Node's decoder passes over what is not base64url: only what decodes to itself is well-formed.
  if (bytes.toString('base64url') !== text || bytes.length < MIN_LENGTH || bytes[0] !== VERSION)
    return undefined;
  const body = bytes.subarray(0, -CHECKSUM_LENGTH);
  if (!timingSafeEqual(checksum(body), bytes.subarray(-CHECKSUM_LENGTH))) return undefined;
  const signed = body.subarray(0, -SIGNATURE_LENGTH);
  const counter = decodeCounter(signed.subarray(1 + ID_LENGTH));
  if (counter === undefined) return undefined;
  return {
    sessionId: formatId(signed.subarray(1, 1 + ID_LENGTH)),
    counter,
    signed,
    signature: body.subarray(-SIGNATURE_LENGTH),
  };
}

/** Whether the token was made with this key; in constant time. */
export function isSignedWith(token: RefreshToken, key: Buffer): boolean {
  return timingSafeEqual(sign(token.signed, key), token.signature);
}

function sign(bytes: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(bytes).digest().subarray(0, SIGNATURE_LENGTH);
}

function checksum(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM_LENGTH);
}

function encodeCounter(counter: number): Buffer {
  const bytes: number[] = [];
  let rest = counter;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

/** The counter, or undefined unless the bytes are exactly one number in its shortest form. */
function decodeCounter(bytes: Buffer): number | undefined {
  if (bytes.length === 0 || bytes.length > MAX_COUNTER_BYTES) return undefined;
  let counter = 0;
  for (const [index, byte] of bytes.entries()) {
    const isLast = index === bytes.length - 1;
    if (byte < 0x80 !== isLast) return undefined;
    counter += (byte % 0x80) * 0x80 ** index;
  }
  return encodeCounter(counter).equals(bytes) ? counter : undefined;
}

function formatId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
