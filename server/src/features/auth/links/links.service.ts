import { randomInt, timingSafeEqual } from 'node:crypto';
import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import { isoIn, isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { newId } from '../../../platform/ids.ts';
import { hashSecret, newSecret } from '../../../platform/link-secret.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';
import type { CodeChallenge } from '../protocol/request-body.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import {
  countCodeTry,
  deleteTokens,
  insertToken,
  lockUsersOfCodes,
  type OneTimeTokenRow,
  tryCodes,
  voidCodes,
} from './links.repository.ts';

/*
 * The six-digit code beside a link in a mail: the user reads the mail on one device and types the
 * code on another. An attacker soon tries a million codes, so tries are few and counted in the
 * database, for addresses without an account too. Guessing uses up codes, never a link.
 */

/** How long a code works, in seconds; its link works longer. */
const MAIL_CODE_SECONDS = 600;
/** Tries of one code. */
const TRIES_PER_CODE = 5;
/** Tries of all codes of one address in a day; after that only its links work. */
const TRIES_PER_DAY = 20;
export const DAY_SECONDS = 24 * 3_600;

type Secret = Pick<Provider, 'secret'>;

export function newMailCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * The stored form of a code. Its hash has a key, so a copy of the database isn't enough to try all
 * codes.
 */
function hashMailCode({ secret }: Secret, linkId: string, code: string): string {
  return secret.hmac('auth.mail-code', `${linkId}:${code}`).toString('base64url');
}

/**
 * Tries a typed code. The try counts in any case, so the caller must not throw for a wrong code
 * inside the transaction. An address without a code takes the same steps.
 * @returns the link beside the code; undefined if there is none
 */
export async function tryMailCode<Kind extends OneTimeTokenKind>(
  trx: Trx,
  provider: Pick<Provider, 'secret' | 'clock'>,
  typed: { email: string; kinds: readonly Kind[]; code: string },
): Promise<(OneTimeTokenRow & { kind: Kind }) | undefined> {
  const { clock } = provider;
  const { email, kinds, code } = typed;
  const addressKey = provider.secret.hmac('auth.mail-code-address', email).toString('base64url');
  const tries = await countCodeTry(trx, addressKey, {
    now: isoNow(clock),
    dayAgo: isoIn(clock, -DAY_SECONDS),
  });
  await lockUsersOfCodes(trx, email, kinds);
  const tried = await tryCodes(trx, email, kinds, {
    sentAfter: isoIn(clock, -MAIL_CODE_SECONDS),
    maxTries: TRIES_PER_CODE,
  });
  if (tries > TRIES_PER_DAY) return undefined;
  return tried.find(({ id, code_hash: hash }) => isSame(hash, hashMailCode(provider, id, code)));
}

function isSame(stored: string | null, computed: string): boolean {
  return stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(computed));
}

/** Marks the token of a link that ends in a code, for clients; it is no part of what is hashed. */
const PKCE_PREFIX = 'pkce_';

/** The token that a link carries. */
function linkToken(secret: string, { isPkce }: { isPkce: boolean }): string {
  return isPkce ? `${PKCE_PREFIX}${secret}` : secret;
}

/** Whether a link's token is of a flow that ends in a code. */
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
  /** The redirect target; checked again when a link is used. */
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
  withoutMail?: 'no-recipient' | 'one-waits';
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
