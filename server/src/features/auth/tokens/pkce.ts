import { createHash, timingSafeEqual } from 'node:crypto';
import { validationFailed } from '../protocol/error-catalogue.ts';

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
