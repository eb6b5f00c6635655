import { type AuthErrorCode, parseAuthErrorCode } from '@atelier/domain/auth/rules.ts';

/** What the link in a mail has brought to one of our landing pages. */
export type AuthLink =
  /** To be exchanged for a session, in the browser that asked for the mail. */
  | { kind: 'code'; code: string; flowId: string | undefined }
  /** An unused link; a press of the page's button uses it, in any browser. */
  | { kind: 'hash'; tokenHash: string }
  /** A session in the address. Anyone can write one there, so the page adopts none. */
  | { kind: 'tokens'; accessToken: string }
  /** The first of the two confirmations of a change of address. */
  | { kind: 'half' }
  /** The provider refused the link. */
  | { kind: 'refused'; code: string }
  /** Nothing: the page was opened by itself, or reloaded. */
  | { kind: 'bare' };

/**
 * Reads a landing page's address. The provider answers in the query, in the fragment or in both; the query
 * counts first, and a refusal counts before everything else.
 */
export function parseAuthLink(address: { search: string; hash: string }): AuthLink {
  const query = new URLSearchParams(address.search);
  const fragment = new URLSearchParams(address.hash.replace(/^#/, ''));
  const read = (name: string) => query.get(name) || fragment.get(name) || '';

  if (read('error') || read('error_code') || read('error_description')) {
    return { kind: 'refused', code: read('error_code') || read('error') };
  }
  if (read('code')) return { kind: 'code', code: read('code'), flowId: read('sb_flow_id') || undefined };
  if (read('token_hash')) return { kind: 'hash', tokenHash: read('token_hash') };
  if (read('access_token')) return { kind: 'tokens', accessToken: read('access_token') };
  if (read('message')) return { kind: 'half' };
  return { kind: 'bare' };
}

/** What a link brings that is as good as a password, or of no use a second time. */
const SECRETS = ['code', 'sb_flow_id', 'token_hash', 'access_token', 'refresh_token', 'provider_token'];

/** A landing page's address without what its link has brought: the rest of the query stays. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  if (url.searchParams.has('token_hash')) url.searchParams.delete('type');
  for (const name of SECRETS) url.searchParams.delete(name);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (SECRETS.some((name) => fragment.has(name))) url.hash = '';
  return url.href;
}

/**
 * Removes the link's parameters from the address: they stay in no history, and a reload doesn't try
 * them again.
 */
export function forgetSecrets(): void {
  history.replaceState(history.state, '', withoutSecrets(location.href));
}

interface Refusal {
  sentence: string;
  advice: string;
}

/** The provider's sentence for a refusal of a link, by its code, and advice. */
const REFUSALS: Partial<Record<AuthErrorCode, Refusal>> = {
  otp_expired: {
    sentence: 'Email link is invalid or has expired.',
    advice: 'Each link works once, for an hour. Ask for a new one.',
  },
  email_exists: {
    sentence: 'A user with this email address has already been registered.',
    advice: 'Choose another address on your profile.',
  },
  user_banned: {
    sentence: 'User is banned.',
    advice: 'If you think that’s a mistake, please write to me.',
  },
  flow_state_not_found: {
    sentence: 'Invalid flow state, no valid flow state found.',
    advice: 'Each link works once. Ask for a new one.',
  },
  flow_state_expired: {
    sentence: 'Invalid flow state, flow state has expired.',
    advice: 'Ask for a new link.',
  },
  over_request_rate_limit: {
    sentence: 'Request rate limit reached.',
    advice: 'Wait a few minutes, then open the link again.',
  },
};
const OTHER_REFUSAL: Refusal = { sentence: 'This link couldn’t be used.', advice: 'Ask for a new one.' };

/**
 * The message for a link that the provider refused: its own sentence first, then our advice. Looked
 * up by the code, because anyone can write text into an address.
 */
export function describeRefusedLink({ code }: { code: string }): string {
  const known = parseAuthErrorCode(code);
  const { sentence, advice } = (known !== 'other' && REFUSALS[known]) || OTHER_REFUSAL;
  return `${sentence} ${advice}`;
}
