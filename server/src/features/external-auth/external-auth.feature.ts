import { createHash } from 'node:crypto';
import { AppError } from '@atelier/domain/errors.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { IdentityProvider } from '../../core/accounts/identity-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import { isLoopbackUrl } from '../../platform/http/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { getRemoteJson, type RemoteReply } from './remote-json.ts';
import { type RemoteClaims, RemoteKeys, RemoteTokens, rolesOf } from './remote-tokens.ts';

/** An external provider's address and its tokens' issuer and keys. */
export interface ExternalAuthSettings {
  /** Its address, with the path and without a slash at the end: `https://….supabase.co/auth/v1`. */
  url: string;
  /** What its tokens name as their issuer. */
  issuer: string;
  jwksUrl: string;
  /** The secret of a provider that signs with HS256. */
  jwtSecret: string | undefined;
  /** The public key that a hosted project wants with every call. */
  apiKey: string | undefined;
}

/** Users whose latest token is remembered, some 2 kB each. */
const MAX_REMEMBERED = 5_000;

const userSchema = z.object({
  id: z.string(),
  email: z.string().max(320).nullish(),
  email_confirmed_at: z.string().nullish(),
});

const settingsSchema = z.object({ mailer_autoconfirm: z.boolean() });
/** How long an answer about the provider's settings stays valid. */
const SETTINGS_SECONDS = 600;

/**
 * Another provider that speaks the protocol of Supabase Auth, in the place of the embedded one. Its tokens are
 * verified here; that a session has ended there is noticed when its token runs out.
 */
export function createExternalAuth(
  settings: ExternalAuthSettings,
  { clock, log, publicUrl }: Pick<Platform, 'clock' | 'log' | 'publicUrl'>,
): IdentityProvider {
  const tokens = new RemoteTokens(
    new RemoteKeys(settings.jwksUrl, clock, log),
    {
      issuer: settings.issuer,
      secret: settings.jwtSecret === undefined ? undefined : new TextEncoder().encode(settings.jwtSecret),
    },
    clock,
  );
  // The provider answers questions about users only to themselves: each is asked with the user's latest token.
  const shown = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  return {
    async identify(token) {
      const claims = await tokens.verify(token);
      if (!claims) return undefined;
      shown.set(claims.sub, token);
      return {
        accountId: claims.sub,
        email: claims.email,
        sessionId: claims.session_id,
        signedInAt: signedInAt(claims),
        roles: rolesOf(claims),
        wantedUsername: claims.user_metadata.username,
        secondFactor: claims.aal === 'aal2' ? 'given' : 'none',
      };
    },
    // On localhost, no one else can sign up first with the owner's address.
    confirmsByItself: isLoopbackUrl(publicUrl)
      ? async () => false
      : rememberAnswer(clock, () => askAutoconfirm(settings)),
    async findConfirmedEmail(accountId) {
      const token = shown.get(accountId);
      return token === undefined ? undefined : askConfirmedEmail(settings, accountId, token);
    },
  };
}

/** The first proof in the session; later ones only raised it. */
function signedInAt({ amr }: RemoteClaims): string | undefined {
  const seconds = amr.map(({ timestamp }) => timestamp);
  return seconds.length > 0 ? new Date(Math.min(...seconds) * 1000).toISOString() : undefined;
}

/**
 * The address as the provider has it now: a token's is up to an hour old, and maybe unconfirmed.
 * @throws unavailable if the provider doesn't reply
 */
async function askConfirmedEmail(
  { url, apiKey }: ExternalAuthSettings,
  accountId: string,
  token: string,
): Promise<string | undefined> {
  const { status, body } = await ask(`${url}/user`, {
    authorization: `Bearer ${token}`,
    ...(apiKey === undefined ? {} : { apikey: apiKey }),
  });
  // The session is over there, or the account is disabled.
  if (status === 401 || status === 403 || status === 404) return undefined;
  const user = userSchema.safeParse(body);
  if (status !== 200 || !user.success) throw providerSilent(new Error(`/user was answered ${status}`));
  const { id, email, email_confirmed_at: confirmedAt } = user.data;
  return id === accountId && confirmedAt && email ? email : undefined;
}

/**
 * Whether the provider confirms addresses without a mail. @throws unavailable if it doesn't answer
 */
async function askAutoconfirm({ url, apiKey }: ExternalAuthSettings): Promise<boolean> {
  const { status, body } = await ask(`${url}/settings`, apiKey === undefined ? {} : { apikey: apiKey });
  const settings = settingsSchema.safeParse(body);
  if (status !== 200 || !settings.success) {
    throw providerSilent(new Error(`/settings was answered ${status}`));
  }
  return settings.data.mailer_autoconfirm;
}

/** The latest answer, requested again when it expires. */
function rememberAnswer(clock: Clock, requestAnswer: () => Promise<boolean>): () => Promise<boolean> {
  let known: { answer: boolean; until: number } | undefined;
  return async () => {
    const now = clock.now().getTime();
    if (known && now < known.until && known.until - now <= SETTINGS_SECONDS * 1000) return known.answer;
    known = { answer: await requestAnswer(), until: now + SETTINGS_SECONDS * 1000 };
    return known.answer;
  };
}

async function ask(url: string, headers: Record<string, string>): Promise<RemoteReply> {
  try {
    return await getRemoteJson(url, headers);
  } catch (error) {
    throw providerSilent(error);
  }
}

function providerSilent(cause: unknown): AppError {
  return new AppError('unavailable', 'The sign-in service isn’t responding right now. Please try again.', {
    cause,
  });
}

/**
 * How a page learns that another provider signs users in: a tag of its head, with the provider's address and public
 * key as JSON. Read by `web/app/lib/session/auth-provider.ts`. The id is another for each address: a browser keeps the
 * session of each apart.
 */
export function presentProviderTag({ url, apiKey }: Pick<ExternalAuthSettings, 'url' | 'apiKey'>): string {
  const id = createHash('sha256').update(url).digest('hex').slice(0, 12);
  const facts = JSON.stringify({ id, url, ...(apiKey === undefined ? {} : { apiKey }) });
  const escaped = facts.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<meta name="auth-provider" content="${escaped}"/>`;
}
