import { validationFailed } from './error-catalogue.ts';

/** A JSON object, as metadata is kept and sent. */
export type Metadata = Record<string, unknown>;

/**
 * Largest user metadata as JSON, in bytes. It travels in every access token, and tokens travel in headers:
 * with this much of it they stay under the 8 KB that servers commonly take.
 */
const MAX_BYTES = 4_096;

/** Members that say who somebody is: set by the server, whatever a client sends. */
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

/** What a user's metadata says about who they are, as the protocol mixes it with what they wrote. */
export function identityMembers(user: { id: string; email: string; isConfirmed: boolean }): Metadata {
  return { sub: user.id, email: user.email, email_verified: user.isConfirmed, phone_verified: false };
}

function withoutOwnMembers(data: Metadata): Metadata {
  const own: readonly string[] = OWN_MEMBERS;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !own.includes(name)));
}

function requireSmall(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES) {
    throw validationFailed(`User metadata is larger than ${MAX_BYTES} bytes`);
  }
}
