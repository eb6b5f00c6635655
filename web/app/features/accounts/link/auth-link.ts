import { type AuthErrorCode, parseAuthErrorCode } from '@atelier/domain/auth/rules.ts';
import type { AuthError, EmailOtpType, GoTrueClient, Session } from '@supabase/auth-js';
import {
  authProvider,
  claimsOfToken,
  isEmbeddedProvider,
  recordOf,
} from '../../../lib/session/auth-provider.ts';

/** The parameters that a mailed link brings to a landing page. */
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
 * Reads a landing page's address. The provider answers in the query, in the fragment or in both;
 * the query counts first, and a refusal counts before everything else.
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

/** Parameters that are as good as a password, or useless a second time. */
const SECRETS = ['code', 'sb_flow_id', 'token_hash', 'access_token', 'refresh_token', 'provider_token'];

/** A landing page's address without its link's secrets; the rest of the query stays. */
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
function forgetSecrets(): void {
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

/** The outcome of exchanging a link's code. */
export type Exchange =
  | { kind: 'session'; session: Session }
  /**
   * The mail was requested in another browser. `isGenuine` when the provider has really used the
   * link.
   */
  | { kind: 'elsewhere'; isGenuine: boolean }
  /** `isGenuine` when the provider has used the link, though no session came of it. */
  | { kind: 'failed'; error: AuthError; isGenuine: boolean };

/** Exchanges a link's code for a session of the link's client, and removes it from the address. */
export async function exchangeCode(
  client: GoTrueClient,
  link: Extract<AuthLink, { kind: 'code' }>,
): Promise<Exchange> {
  const flow = link.flowId ? { flowId: link.flowId } : undefined;
  const { data, error } = await client.exchangeCodeForSession(link.code, flow);
  if (!error) {
    forgetSecrets();
    return { kind: 'session', session: data.session };
  }
  if (error.code === 'pkce_code_verifier_not_found') {
    return { kind: 'elsewhere', isGenuine: await isGenuineCode(link.code) };
  }
  return { kind: 'failed', error, isGenuine: isOfGenuineCode(error.code) };
}

/** Uses a link after the press: opens a session of the link's client. Throws the client's error. */
export async function consumeLink(
  client: GoTrueClient,
  { tokenHash }: Extract<AuthLink, { kind: 'hash' }>,
  type: EmailOtpType,
): Promise<Session | null> {
  const { data, error } = await client.verifyOtp({ token_hash: tokenHash, type });
  if (error) throw error;
  forgetSecrets();
  return data.session;
}

/**
 * The address that a link was mailed to, before its use. Undefined with another provider, which
 * doesn't reveal it, and when the provider is unreachable. Throws `LinkGoneError` for a link that
 * no longer works.
 */
export async function findAddressOfLink(
  { tokenHash }: Extract<AuthLink, { kind: 'hash' }>,
  type: 'recovery' | 'invite',
): Promise<string | undefined> {
  if (!isEmbeddedProvider()) return undefined;
  const query = new URLSearchParams({ token_hash: tokenHash, type });
  const reply = await fetch(`${authProvider().url}/verify/link?${query}`).catch(() => undefined);
  if (reply?.status === 403) throw new LinkGoneError();
  const { email } = recordOf(reply?.ok ? await reply.json().catch(() => undefined) : undefined);
  return typeof email === 'string' ? email : undefined;
}

/** A link that is used, replaced or expired. */
export class LinkGoneError extends Error {}

/**
 * Whether a session in an address is a real one of the provider's; ends it then. The page never
 * adopts it, but the link's purpose is done.
 */
export async function endForeignSession(client: GoTrueClient, accessToken: string): Promise<boolean> {
  forgetSecrets();
  const { data } = await client.getUser(accessToken);
  if (!data.user) return false;
  await client.admin.signOut(accessToken, 'local');
  return true;
}

/**
 * Whether a session was opened by a link or a code in a mail: the token says how its holder signed
 * in, so this survives a reload.
 */
export function isMailSession(session: Session): boolean {
  const { amr } = claimsOfToken(session.access_token);
  return (
    Array.isArray(amr) &&
    amr.some((entry) => ['recovery', 'invite', 'otp'].includes(String(recordOf(entry).method)))
  );
}

/**
 * Whether the provider knows a code that this browser has no verifier for: it refuses a wrong
 * verifier differently from an invented code. The code is useless here in either case.
 */
async function isGenuineCode(code: string): Promise<boolean> {
  const { url, headers } = authProvider();
  const reply = await fetch(`${url}/token?grant_type=pkce`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ auth_code: code, code_verifier: 'none-in-this-browser'.padEnd(43, '-') }),
  });
  const { code: errorCode } = recordOf(await reply.json());
  return isOfGenuineCode(errorCode);
}

const GENUINE_CODE_REFUSALS: readonly AuthErrorCode[] = ['bad_code_verifier', 'flow_state_expired'];

/** Whether the exchange was refused for a reason other than an unknown code. */
function isOfGenuineCode(errorCode: unknown): boolean {
  return GENUINE_CODE_REFUSALS.some((code) => code === errorCode);
}
