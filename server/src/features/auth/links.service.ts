import { LINK_SECONDS } from '@atelier/domain/auth.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { newId } from '../../platform/ids.ts';
import type { OneTimeTokenKind } from './auth.table.ts';
import { hashSecret, linkToken, newSecret } from './one-time-secret.ts';
import { deleteTokens, insertToken, type OneTimeTokenRow, renewToken } from './one-time-tokens.repository.ts';
import type { CodeChallenge } from './pkce.ts';
import type { Provider } from './provider.ts';
import type { UserRow } from './user.presenter.ts';

/** Tokens that travel in a link. */
export type LinkKind = Exclude<OneTimeTokenKind, 'reauthentication'>;

/** The `type` of a link, as clients name what it is for. */
const LINK_TYPES = {
  signup: 'signup',
  invite: 'invite',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
} as const satisfies Record<LinkKind, string>;

/** A link that is being used: its user's row is locked, and it is gone already. */
export interface UsedLink {
  token: OneTimeTokenRow & { kind: LinkKind };
  user: UserRow;
  client: ClientFacts;
}

/** How a flow was begun: what its links carry on. */
export interface FlowStart {
  challenge: CodeChallenge | undefined;
  /** Where it is to end; checked again when a link is used. */
  redirectTo: string;
}

export interface LinkRequestedFor extends FlowStart {
  kind: LinkKind;
  userId: string;
  /** The address that the link goes to. */
  email: string;
  /** The credentials that a sign-up's link confirms. */
  pending?: { passwordHash: string; metadata: string } | undefined;
}

type Issuer = Pick<Provider, 'issuer' | 'clock'>;

/** Stores a new link. @returns its address, for the mail: it is nowhere else */
export async function issueLink(trx: Trx, provider: Issuer, link: LinkRequestedFor): Promise<string> {
  const secret = newSecret();
  await insertToken(trx, {
    id: newId(),
    token_hash: hashSecret(secret),
    user_id: link.userId,
    kind: link.kind,
    email: link.email,
    pending_password_hash: link.pending?.passwordHash ?? null,
    pending_metadata: link.pending?.metadata ?? null,
    challenge: link.challenge?.challenge ?? null,
    challenge_method: link.challenge?.method ?? null,
    created_at: isoNow(provider.clock),
    expires_at: isoIn(provider.clock, LINK_SECONDS),
  });
  return linkUrl(provider, link.kind, link, secret);
}

/** Stores a new link in the place of those that the user has of its kind. @returns its address */
export async function replaceLink(trx: Trx, provider: Issuer, link: LinkRequestedFor): Promise<string> {
  await deleteTokens(trx, link.userId, [link.kind]);
  return issueLink(trx, provider, link);
}

/** Gives a stored link a new address and another hour; the old address stops working. @returns the new one */
export async function renewLink(
  trx: Trx,
  provider: Issuer,
  { id, kind }: { id: string; kind: LinkKind },
  start: FlowStart,
): Promise<string> {
  const secret = newSecret();
  await renewToken(trx, id, {
    tokenHash: hashSecret(secret),
    challenge: start.challenge,
    expiresAt: isoIn(provider.clock, LINK_SECONDS),
  });
  return linkUrl(provider, kind, start, secret);
}

/** On the provider's own address, which is configured and never taken from a request. */
function linkUrl(provider: Issuer, kind: LinkKind, start: FlowStart, secret: string): string {
  const url = new URL(`${provider.issuer}/verify`);
  url.searchParams.set('token', linkToken(secret, { isPkce: start.challenge !== undefined }));
  url.searchParams.set('type', LINK_TYPES[kind]);
  url.searchParams.set('redirect_to', start.redirectTo);
  return url.href;
}
