import type { AuthErrorCode } from '@atelier/domain/auth/rules.ts';
import type { AuthError, EmailOtpType, GoTrueClient, Session } from '@supabase/auth-js';
import { authProvider, isEmbeddedProvider } from '../../../lib/auth-provider.ts';
import { claimsOfToken, recordOf } from '../../../lib/token-claims.ts';
import { type AuthLink, forgetSecrets } from './auth-link.ts';

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
