import { isoIn } from '../../platform/clock.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { hashSecret, linkToken, newSecret } from './one-time-secret.ts';
import type { OneTimeTokenRow } from './one-time-tokens.repository.ts';
import type { CodeChallenge } from './pkce.ts';
import type { Provider } from './provider.ts';
import { LINK_SECONDS } from './provider.ts';
import type { UserRow } from './user.presenter.ts';

/** The `type` of a link, as clients name what it is for. */
export const LINK_TYPES = ['signup', 'recovery', 'email_change'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** A link that is being used: its user's row is locked, and it is gone already. */
export interface UsedLink {
  token: OneTimeTokenRow;
  user: UserRow;
  client: ClientFacts;
}

/** A new link: its address for the mail, and what is stored of it. */
export interface NewLink {
  url: string;
  tokenHash: string;
  expiresAt: string;
}

/**
 * A link to the provider's own address, which is configured and never taken from a request.
 * @param redirectTo where the flow is to end; it is checked again when the link is used
 */
export function newLink(
  provider: Pick<Provider, 'issuer' | 'clock'>,
  type: LinkType,
  challenge: CodeChallenge | undefined,
  redirectTo: string,
): NewLink {
  const secret = newSecret();
  const url = new URL(`${provider.issuer}/verify`);
  url.searchParams.set('token', linkToken(secret, { isPkce: challenge !== undefined }));
  url.searchParams.set('type', type);
  url.searchParams.set('redirect_to', redirectTo);
  return { url: url.href, tokenHash: hashSecret(secret), expiresAt: isoIn(provider.clock, LINK_SECONDS) };
}

/** The code challenge that a stored request or link was begun with. */
export function challengeOf(row: {
  challenge: string | null;
  challenge_method: CodeChallenge['method'] | null;
}): CodeChallenge | undefined {
  if (row.challenge === null || row.challenge_method === null) return undefined;
  return { challenge: row.challenge, method: row.challenge_method };
}
