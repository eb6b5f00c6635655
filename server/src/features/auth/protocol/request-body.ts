import { createHash, timingSafeEqual } from 'node:crypto';
import { MAX_EMAIL_LENGTH, parseEmailAddress } from '@atelier/domain/email-address.ts';
import type { FastifyRequest } from 'fastify';
import { badJson, validationFailed } from './errors.ts';

export type ChallengeMethod = 's256' | 'plain';

/** What a client shows at the start of a flow, to be answered with its verifier at the end (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: ChallengeMethod;
}

const MIN_LENGTH = 43;
const MAX_LENGTH = 128;

/**
 * The PKCE pair of a request; undefined when it has none, so that its link ends in the implicit flow.
 * @throws validation_failed when only half is there, or it is malformed
 */
export function parseCodeChallenge(challenge: string, method: string): CodeChallenge | undefined {
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge.length < MIN_LENGTH || challenge.length > MAX_LENGTH) {
    throw validationFailed(`code challenge has to be between ${MIN_LENGTH} and ${MAX_LENGTH} characters`);
  }
  if (!/^[A-Za-z0-9\-._~]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const parsed = method.toLowerCase();
  if (parsed !== 's256' && parsed !== 'plain') {
    throw validationFailed('code_challenge_method must be s256 or plain');
  }
  return { challenge, method: parsed };
}

/** Whether the verifier is the one the challenge was made of; takes the same time whether or not it is. */
export function isVerifierOf({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const answered = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return timingSafeEqual(digest(answered), digest(challenge));
}

/** Texts of any length as bytes of one length, which a comparison in constant time needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A JSON object, as metadata is kept and sent. */
export type Metadata = Record<string, unknown>;

/**
 * Largest user metadata as JSON, in bytes. It travels in every access token, and tokens travel in headers:
 * with this much of it they stay under the 8 KB that servers commonly take.
 */
const MAX_METADATA_BYTES = 4_096;

/** Members that identify the user: set by the server, never by a client. */
const OWN_MEMBERS = ['sub', 'email', 'email_verified', 'phone_verified'] as const;

/** The `data` of a request; absent and null are an empty object. Throws validation_failed when it is no object or too large. */
export function parseMetadata(data: unknown): Metadata {
  if (data === undefined || data === null) return {};
  if (typeof data !== 'object' || Array.isArray(data)) throw validationFailed('data must be an object');
  const metadata = withoutOwnMembers(data as Metadata);
  requireSmall(metadata);
  return metadata;
}

/** Metadata changed by a request: shallow, a null takes the member away. Throws validation_failed when it grows too large. */
export function mergeMetadata(current: Metadata, change: Metadata): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...withoutOwnMembers(change) }).filter(([, value]) => value !== null),
  );
  requireSmall(merged);
  return merged;
}

/** The members of a user's metadata that identify them, as the protocol mixes them with the user's own. */
export function identityMembers(user: { id: string; email: string; isConfirmed: boolean }): Metadata {
  return { sub: user.id, email: user.email, email_verified: user.isConfirmed, phone_verified: false };
}

function withoutOwnMembers(data: Metadata): Metadata {
  const own: readonly string[] = OWN_MEMBERS;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !own.includes(name)));
}

function requireSmall(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES) {
    throw validationFailed(`User metadata is larger than ${MAX_METADATA_BYTES} bytes`);
  }
}

/**
 * An address as accounts are found by it. The longest is what mail can carry, one character less than the protocol's original takes.
 * @throws validation_failed with the protocol's sentence
 */
export function parseEmail(text: string): string {
  if (text === '') throw validationFailed('An email address is required');
  if (text.length > MAX_EMAIL_LENGTH) throw validationFailed('An email address is too long');
  const email = parseEmailAddress(text);
  if (email === undefined) throw validationFailed('Unable to validate email address: invalid format');
  return email;
}

/** The members of a request's JSON body. Unknown ones are passed over; null and absent are the same. */
export class RequestBody {
  readonly #members: Record<string, unknown>;

  /** Throws bad_json for a body that isn't an object. */
  constructor(body: unknown) {
    if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
      throw badJson('an object is expected');
    }
    this.#members = (body ?? {}) as Record<string, unknown>;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** A member as it was sent; undefined when it is null or absent. */
  value(name: string): unknown {
    return Object.hasOwn(this.#members, name) ? (this.#members[name] ?? undefined) : undefined;
  }

  /** A text, empty when it is null or absent. Throws bad_json when it is something else. */
  text(name: string): string {
    const value = this.value(name) ?? '';
    if (typeof value !== 'string') throw badJson(`${name} must be a string`);
    return value;
  }

  /** The PKCE pair, undefined when there is none. Throws validation_failed when it is wrong. */
  codeChallenge(): CodeChallenge | undefined {
    return parseCodeChallenge(this.text('code_challenge'), this.text('code_challenge_method'));
  }
}

/** A parameter of the query, empty when it is absent; of several the first. */
export function queryText(request: FastifyRequest, name: string): string {
  const query = request.query as Record<string, unknown>;
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}
