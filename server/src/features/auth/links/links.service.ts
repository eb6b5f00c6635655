import { createHash, randomBytes } from 'node:crypto';
import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { newId } from '../../../platform/ids.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import type { CodeChallenge } from '../tokens/pkce.ts';
import { voidCodes } from './link-mails.repository.ts';
import { deleteTokens, insertToken, type OneTimeTokenRow } from './links.repository.ts';
import { hashMailCode, newMailCode } from './mail-codes.ts';

/** Marks the token of a link that ends in a code, for clients; it is no part of what is hashed. */
const PKCE_PREFIX = 'pkce_';

/** A new secret of 256 bits for a link or a code, as text for an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret, and what it is found by. Its randomness makes salt and stretching needless. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The token that a link carries. */
function linkToken(secret: string, { isPkce }: { isPkce: boolean }): string {
  return isPkce ? `${PKCE_PREFIX}${secret}` : secret;
}

/** Whether a link's token asks for a code at its end. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

/** The secret in a link's token, with or without the prefix. */
export function secretOfToken(token: string): string {
  return isPkceToken(token) ? token.slice(PKCE_PREFIX.length) : token;
}

/** Tokens that travel in a link. */
export type LinkKind = Exclude<OneTimeTokenKind, 'reauthentication'>;

/** The `type` of a link, as clients name what it is for. */
const LINK_TYPES = {
  signup: 'signup',
  signup_by_service: 'signup',
  invite: 'invite',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
} as const satisfies Record<LinkKind, string>;

/** The purposes that a link type may have; empty for an unknown type. */
export function kindsOfType(type: string): LinkKind[] {
  return (Object.keys(LINK_TYPES) as LinkKind[]).filter((kind) => LINK_TYPES[kind] === type);
}

/** How an address is confirmed, and the proof of who confirms it. */
export interface ConfirmationProof {
  /** By the provider's page, a client's call with the token of a link, a typed code, or an admin. */
  by: 'page' | 'call' | 'code' | 'admin';
  /** This browser's attempts, by the hashes of their secrets, newest first. */
  browserHashes: readonly string[];
  /** The hash of the password typed on the provider's page. */
  typedPasswordHash?: string | undefined;
}

/** A link that is being used: its user's row is locked, and its own row is deleted. */
export interface UsedLink {
  token: OneTimeTokenRow & { kind: LinkKind };
  user: UserRow;
  client: ClientFacts;
  proof: ConfirmationProof;
}

/** How a flow was begun: what its links carry on. */
export interface FlowStart {
  challenge: CodeChallenge | undefined;
  /** Where it is to end; checked again when a link is used. */
  redirectTo: string;
}

export interface NewLink extends FlowStart {
  kind: LinkKind;
  userId: string;
  /** The address that the link goes to. */
  email: string;
  /**
   * Why no mail carries it, so that it has no code to guess: there is no recipient, or a waiting
   * mail says the same. The code of that mail stays.
   */
  withoutMail?: 'for-nobody' | 'one-waits';
  /** The sign-up attempt that the link belongs to. */
  attempt?: { passwordHash: string; metadata: string; browserHash: string } | undefined;
  /** When its mail may leave, if later than now: link and code count from then. */
  leavesAt?: Date | undefined;
}

/** The contents of a mail: both are stored as hashes and exist nowhere else. */
export interface IssuedLink {
  url: string;
  /** Six digits that the user can type instead. */
  code: string;
}

type Issuer = Pick<Provider, 'issuer' | 'clock' | 'secret'>;

/** Stores a new link with a code, which replaces the user's earlier codes of its kind. */
export async function issueLink(trx: Trx, provider: Issuer, link: NewLink): Promise<IssuedLink> {
  const [id, secret, code] = [newId(), newSecret(), newMailCode()];
  const sentAt = link.leavesAt ?? provider.clock.now();
  const codeHash = hashMailCode(provider, id, code);
  if (link.withoutMail !== 'one-waits') await voidCodes(trx, link.userId, link.kind);
  await insertToken(trx, {
    id,
    token_hash: hashSecret(secret),
    user_id: link.userId,
    kind: link.kind,
    email: link.email,
    pending_password_hash: link.attempt?.passwordHash ?? null,
    pending_metadata: link.attempt?.metadata ?? null,
    browser_hash: link.attempt?.browserHash ?? null,
    challenge: link.challenge?.challenge ?? null,
    challenge_method: link.challenge?.method ?? null,
    code_hash: link.withoutMail ? null : codeHash,
    code_tries: 0,
    created_at: sentAt.toISOString(),
    expires_at: new Date(sentAt.getTime() + LINK_SECONDS * 1000).toISOString(),
  });
  return { url: linkUrl(provider, link.kind, link, secret), code };
}

/** Stores a new link, which replaces the user's earlier ones of its kind. */
export async function replaceLink(trx: Trx, provider: Issuer, link: NewLink): Promise<IssuedLink> {
  await deleteTokens(trx, link.userId, [link.kind]);
  return issueLink(trx, provider, link);
}

/** On the provider's own address, which is configured and never taken from a request. */
function linkUrl(provider: Issuer, kind: LinkKind, start: FlowStart, secret: string): string {
  const url = new URL(`${provider.issuer}/verify`);
  url.searchParams.set('token', linkToken(secret, { isPkce: start.challenge !== undefined }));
  url.searchParams.set('type', LINK_TYPES[kind]);
  url.searchParams.set('redirect_to', start.redirectTo);
  return url.href;
}
