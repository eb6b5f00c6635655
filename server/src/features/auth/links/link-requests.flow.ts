import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { onCommit, transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { newId } from '../../../platform/ids.ts';
import { WokenWork } from '../../../platform/jobs/woken-work.ts';
import { continueRequest } from '../../../platform/request-trace.ts';
import { recordAudit } from '../audit.repository.ts';
import { accountExistsMail, confirmationMail, recoveryMail } from '../auth-mails.ts';
import { isSignUpRecent } from '../passwords/passwords.ts';
import { phoneDisabled, validationFailed } from '../protocol/errors.ts';
import { limitMails, limitRequests, reserveMailSlot } from '../protocol/limits.ts';
import { parseEmail, RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { findCaller } from '../sessions/cookies.ts';
import { isBanned, lockUserByEmail, updateUser } from '../users/users.repository.ts';
import { resendEmailChangeLinks } from './email-change.ts';
import {
  deleteOldResentLinks,
  deleteOldTokens,
  insertLinkRequest,
  type LinkRequestRow,
  MAX_LIVE_LINKS,
  takeLinkRequest,
} from './links.repository.ts';
import { type FlowStart, issueLink } from './links.service.ts';
import { redirectOf } from './redirects.ts';

/**
 * Work begun at once for an address with an account would slow the sending of the reply measurably
 * (known against unknown: 1.17 of the median, z 10).
 */
const PAUSE_MS = 60;
/**
 * Resent links that work side by side, so that another caller's resend never voids the link that
 * the user waits for.
 */
const MAX_RESENT_LINKS = 5;
const KNOWN_TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/** A request for a link, as it came. */
interface LinkRequest extends FlowStart {
  kind: LinkRequestRow['kind'];
  email: string;
  client: ClientFacts;
}

/**
 * Requests for links to addresses that may or may not have an account. Each is stored and answered; whether
 * there is an account is looked up only afterwards, so that neither the answer nor its time reveals it.
 */
export class LinkRequests {
  readonly #provider: Provider;
  readonly #fulfilment = new WokenWork(
    async () => {
      await setTimeout(PAUSE_MS);
      await this.drain();
    },
    (error) =>
      this.#provider.log.error({ err: error }, 'a request for a link waits: it could not be looked into now'),
  );

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  /** `POST /recover` and `POST /resend`. Their reply is the same for every well-formed address. */
  addRoutes(scope: FastifyInstance): void {
    const provider = this.#provider;

    scope.post('/recover', async (request) => {
      const body = new RequestBody(request.body);
      if (body.text('email') === '') throw validationFailed('Password recovery requires an email');
      await limitRequests(provider, 'recover', request.ip);
      const challenge = body.codeChallenge();
      return this.#accept(request, { kind: 'recovery', email: parseEmail(body.text('email')), challenge });
    });

    scope.post('/resend', async (request) => {
      const body = new RequestBody(request.body);
      const kind = body.text('type');
      if (!KNOWN_TYPES.includes(kind)) {
        throw validationFailed(`Missing one of these types: ${KNOWN_TYPES.join(', ')}`);
      }
      await limitRequests(provider, 'resend', request.ip);
      requireMailType(kind, { email: body.text('email'), phone: body.text('phone') });
      const email = parseEmail(body.text('email'));
      return this.#accept(request, { kind, email, challenge: body.codeChallenge() });
    });
  }

  /** Fulfils every request that waits. Throws if one fails; it then waits on. */
  async drain(): Promise<void> {
    for (;;) {
      const done = await transaction(this.#provider.db, (trx) => this.#fulfilNext(trx));
      if (!done) return;
    }
  }

  /** Resolves when no request is being fulfilled. */
  async whenIdle(): Promise<void> {
    await this.#fulfilment.whenIdle();
  }

  async #accept(
    request: FastifyRequest,
    asked: Pick<LinkRequest, 'kind' | 'email' | 'challenge'>,
  ): Promise<object> {
    const { db, clock, settings } = this.#provider;
    const { kind, email, challenge } = asked;
    const redirectTo = redirectOf(settings.redirects, request);
    await limitMails(this.#provider, kind, email, await findCaller(this.#provider, request, email));
    const { address, userAgent } = clientFacts(request);
    await transaction(db, async (trx) => {
      await insertLinkRequest(trx, {
        id: newId(),
        kind,
        email,
        redirect_to: redirectTo,
        challenge: challenge?.challenge ?? null,
        challenge_method: challenge?.method ?? null,
        address,
        user_agent: userAgent ?? null,
        request_id: request.id,
        created_at: isoNow(clock),
      });
      // After the reply, which must not wait for the lookup.
      onCommit(trx, () => this.#fulfilment.wake());
    });
    return {};
  }

  /** Takes the oldest request and fulfils it, all or nothing: once, whichever process takes it. */
  async #fulfilNext(trx: Trx): Promise<boolean> {
    const row = await takeLinkRequest(trx);
    if (!row) return false;
    // A kind that another version stored and this one doesn't know must not hold up the others.
    await continueRequest(row.request_id, async () =>
      FULFIL[row.kind]?.(trx, this.#provider, readRequest(row)),
    );
    return true;
  }
}

function readRequest(row: LinkRequestRow): LinkRequest {
  const { challenge, challenge_method: method } = row;
  return {
    kind: row.kind,
    email: row.email,
    redirectTo: row.redirect_to,
    challenge: challenge !== null && method !== null ? { challenge, method } : undefined,
    client: { address: row.address ?? '', userAgent: row.user_agent ?? undefined, referer: undefined },
  };
}

/** Sends the link of a request, if its address has an account that may have one. */
const FULFIL: Record<
  LinkRequest['kind'],
  (trx: Trx, provider: Provider, request: LinkRequest) => Promise<void>
> = { signup: resendConfirmation, email_change: resendEmailChange, recovery: sendRecovery };

/** Refuses types that aren't sent by mail, with the protocol's reason. */
function requireMailType(
  type: string,
  { email, phone }: { email: string; phone: string },
): asserts type is 'signup' | 'email_change' {
  if (email !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  const isMailType = type === 'signup' || type === 'email_change';
  if (phone !== '') throw phoneDisabled(400);
  if (!isMailType) throw validationFailed('Type provided requires a phone number');
  if (email === '') throw validationFailed('Type provided requires an email address');
}

/**
 * Mails one more link, which proves the address like the first ones. Attempts and their links stay
 * as they are: a resend can't void another user's link. If a user signed up with the address of an
 * account and waits for the mail, a mail explains.
 */
async function resendConfirmation(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  if (!user) return;
  const hasAccount = user.email_confirmed_at !== null;
  if (hasAccount && !(await isSignUpRecent(trx, provider, user.email))) return;
  const leavesAt = await reserveMailSlot(trx, provider, {
    purpose: 'signup',
    kind: hasAccount ? 'auth.account-exists' : 'auth.confirm',
    to: user.email,
    audience: hasAccount ? 'accounts' : 'strangers',
    isCoalesced: true,
  });
  if (!leavesAt) return;
  if (hasAccount) {
    await provider.mailer.enqueue(trx, { to: user.email, leavesAt, ...accountExistsMail(provider) });
    return;
  }
  const now = isoNow(provider.clock);
  const link = await issueLink(trx, provider, { ...request, kind: 'signup', userId: user.id, leavesAt });
  await deleteOldResentLinks(trx, user.id, MAX_RESENT_LINKS);
  await updateUser(trx, user.id, { confirmation_sent_at: now, updated_at: now });
  await provider.mailer.enqueue(trx, { to: user.email, leavesAt, ...confirmationMail(provider, link) });
}

/**
 * Sends more links for a pending change of address; earlier links and confirmations still count.
 */
async function resendEmailChange(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  if (!user || user.new_email === null) return;
  await resendEmailChangeLinks(trx, provider, user, user.new_email, request);
}

async function sendRecovery(trx: Trx, provider: Provider, request: LinkRequest): Promise<void> {
  const user = await lockUserByEmail(trx, request.email);
  const now = isoNow(provider.clock);
  if (!user || isBanned(user, now)) return;
  const leavesAt = await reserveMailSlot(trx, provider, {
    purpose: 'recovery',
    kind: 'auth.recovery',
    to: user.email,
    audience: user.email_confirmed_at === null ? 'strangers' : 'accounts',
    isCoalesced: true,
  });
  if (!leavesAt) return;
  // Earlier links stay: otherwise a stranger's request would void the owner's link.
  const link = await issueLink(trx, provider, { ...request, kind: 'recovery', userId: user.id, leavesAt });
  await deleteOldTokens(trx, user.id, 'recovery', MAX_LIVE_LINKS);
  await updateUser(trx, user.id, { recovery_sent_at: now, updated_at: now });
  await recordAudit(trx, provider.clock, {
    action: 'recovery_requested',
    userId: user.id,
    client: request.client,
  });
  await provider.mailer.enqueue(trx, { to: user.email, leavesAt, ...recoveryMail(provider, link) });
}
