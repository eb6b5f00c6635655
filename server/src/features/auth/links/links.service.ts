import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { newId } from '../../../platform/ids.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import type { ConfirmationProof } from '../sign-up/sign-up-choice.ts';
import type { CodeChallenge } from '../tokens/pkce.ts';
import { voidCodes } from './mail-codes.repository.ts';
import { hashMailCode, newMailCode } from './mail-codes.ts';
import { hashSecret, linkToken, newSecret } from './one-time-secret.ts';
import { deleteTokens, insertToken, type OneTimeTokenRow } from './one-time-tokens.repository.ts';

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

/** A link that is being used: its user's row is locked, and it is gone already. */
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

export interface LinkRequestedFor extends FlowStart {
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
export async function issueLink(trx: Trx, provider: Issuer, link: LinkRequestedFor): Promise<IssuedLink> {
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
export async function replaceLink(trx: Trx, provider: Issuer, link: LinkRequestedFor): Promise<IssuedLink> {
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
