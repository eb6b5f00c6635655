import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { useRecovery } from '../passwords/recovery-use.ts';
import { linkExpired, userBanned } from '../protocol/error-catalogue.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { type GrantedSession, openSession, type SignInMethod } from '../sessions/sessions.service.ts';
import type { ConfirmationProof } from '../sign-up/sign-up-choice.ts';
import { confirmSignUp } from '../sign-up/sign-up-confirmation.ts';
import { isBanned, lockUser } from '../users/users.repository.ts';
import { insertCode } from './codes.repository.ts';
import { confirmEmailChange } from './email-change-confirmation.ts';
import { useInvitation } from './invitation-use.ts';
import type { LinkKind, UsedLink } from './links.service.ts';
import { hashSecret, newSecret, secretOfToken } from './one-time-secret.ts';
import { consumeToken, findLiveToken } from './one-time-tokens.repository.ts';

/** What a link does to its account: the user afterwards, or undefined when a second link has to follow. */
type LinkEffect = (trx: Trx, provider: Provider, link: UsedLink) => Promise<UserRow | undefined>;

const EFFECTS: Record<LinkKind, { apply: LinkEffect; method: SignInMethod }> = {
  signup: { apply: confirmSignUp, method: 'email/signup' },
  signup_by_service: { apply: confirmSignUp, method: 'email/signup' },
  invite: { apply: useInvitation, method: 'invite' },
  recovery: { apply: useRecovery, method: 'recovery' },
  email_change_current: { apply: confirmEmailChange, method: 'email_change' },
  email_change_new: { apply: confirmEmailChange, method: 'email_change' },
};

/** What the use of a link leads to. */
export type LinkResult =
  | { outcome: 'code'; code: string }
  | { outcome: 'session'; granted: GrantedSession }
  /** One of the two links of a change of address: the other one is still to come. */
  | { outcome: 'half' };

export interface LinkRequest {
  /** The token of the link, with or without its prefix. */
  token: string;
  kinds: readonly LinkKind[];
  /** `session` whatever the link was made for: for clients that verify by a call of their own. */
  result: 'as-begun' | 'session';
  client: ClientFacts;
  proof: ConfirmationProof;
}

/**
 * Uses a link, once. What it confirms counts from here on, whether or not its code is ever exchanged. A link
 * that was asked for with a code challenge ends in a code, whatever is done to its address.
 * @throws otp_expired, user_banned; PasswordWanted on the provider's page
 */
export async function useLink(trx: Trx, provider: Provider, request: LinkRequest): Promise<LinkResult> {
  const now = isoNow(provider.clock);
  const tokenHash = hashSecret(secretOfToken(request.token));
  const token = await findLiveToken(trx, tokenHash, request.kinds, now);
  if (!token) throw linkExpired();
  return useToken(trx, provider, token, request);
}

/**
 * Uses a link by its row, which was found by what is known of it alone.
 * @throws otp_expired, user_banned
 */
export async function useToken(
  trx: Trx,
  provider: Provider,
  token: UsedLink['token'],
  request: Pick<LinkRequest, 'result' | 'client' | 'proof'>,
): Promise<LinkResult> {
  const { client, proof } = request;
  const now = isoNow(provider.clock);
  const user = await lockUser(trx, token.user_id);
  if (!user || !(await consumeToken(trx, token.id))) throw linkExpired();
  if (isBanned(user, now)) throw userBanned(403);

  const { apply, method } = EFFECTS[token.kind];
  const changed = await apply(trx, provider, { token, user, client, proof });
  if (!changed) return { outcome: 'half' };
  if (request.result === 'as-begun' && token.challenge !== null && token.challenge_method !== null) {
    const code = newSecret();
    await insertCode(trx, {
      code_hash: hashSecret(code),
      user_id: changed.id,
      method,
      challenge: token.challenge,
      challenge_method: token.challenge_method,
      issued_at: now,
      failed_tries: 0,
    });
    return { outcome: 'code', code };
  }
  return { outcome: 'session', granted: await openSession(trx, provider, changed, 'otp', client) };
}
