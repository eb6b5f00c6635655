import { api } from '@atelier/domain/api.ts';
import type { Session } from '@supabase/auth-js';
import { callApi } from '../../../lib/api/api-client.ts';
import { reloadAccount } from '../../../lib/session/account.ts';
import { getAuthClient } from '../../../lib/session/session.ts';
import { authFailureMessage, toSignInFailure } from '../auth-failure.ts';
import {
  type AuthLink,
  consumeLink,
  describeRefusedLink,
  exchangeCode,
  findAddressOfLink,
  isMailSession,
  LinkGoneError,
} from '../link/auth-link.ts';
import { exchangeSession, findSession, findUserHere, getLinkClient } from '../link/exchange-session.ts';

export type Invitation =
  | { kind: 'accepted'; email: string }
  /**
   * A press of the button uses the link. `here` is another signed-in user, whom the press signs
   * out.
   */
  | {
      kind: 'press';
      email: string | undefined;
      here: string | undefined;
      problem?: string;
      proceed: () => Promise<Invitation>;
    }
  | { kind: 'missing'; reason: string };

const NO_INVITATION = 'There’s no invitation here. Please open the link from your email again.';

/**
 * The state of an invitation's link, or the session that it opened, as after a reload. Never
 * rejects.
 */
export async function findInvitation(link: AuthLink): Promise<Invitation> {
  try {
    switch (link.kind) {
      case 'refused':
        return { kind: 'missing', reason: describeRefusedLink(link) };
      case 'hash': {
        const email = await findAddressOfLink(link, 'invite');
        const client = await getLinkClient();
        return await askForPress(email, () => consumeLink(client, link, 'invite'));
      }
      case 'code': {
        const exchange = await exchangeCode(await getLinkClient(), link);
        if (exchange.kind !== 'session') return { kind: 'missing', reason: NO_INVITATION };
        return await askForPress(exchange.session.user.email, async () => exchange.session);
      }
      default:
        return await findAccepted();
    }
  } catch (error) {
    return asMissing(error);
  }
}

/** An invitation accepted in this browser, whose name and password are still to be chosen. */
async function findAccepted(): Promise<Invitation> {
  const session = await findSession(await getAuthClient());
  const isInvited = session && session.user.invited_at !== undefined && isMailSession(session);
  return isInvited
    ? { kind: 'accepted', email: session.user.email ?? '' }
    : { kind: 'missing', reason: NO_INVITATION };
}

/**
 * Asks for the press that accepts. The link is used once, even if the user must confirm signing
 * another user out, or another one signs in meanwhile.
 */
async function askForPress(
  email: string | undefined,
  use: () => Promise<Session | null>,
  problem?: string,
): Promise<Invitation> {
  const here = await findUserHere();
  const isOther = here !== undefined && here.email !== email;
  const proceed = async (): Promise<Invitation> => {
    let accept = use;
    try {
      const session = await use();
      if (!session) return { kind: 'missing', reason: NO_INVITATION };
      accept = async () => session;
      const other = await exchangeSession(session, here?.id);
      const invited = session.user.email ?? '';
      return other ? await askForPress(invited, accept) : { kind: 'accepted', email: invited };
    } catch (error) {
      const { code } = toSignInFailure(error);
      if (code === 'otp_expired' || code === 'user_banned') return asMissing(error);
      const message = authFailureMessage(error, 'That didn’t work. Please try again.');
      return askForPress(email, accept, message).catch(asMissing);
    }
  };
  return {
    kind: 'press',
    email,
    here: isOther ? here.email : undefined,
    ...(problem && { problem }),
    proceed,
  };
}

function asMissing(error: unknown): Invitation {
  if (error instanceof LinkGoneError)
    return { kind: 'missing', reason: describeRefusedLink({ code: 'otp_expired' }) };
  const { code } = toSignInFailure(error);
  if (code !== undefined) return { kind: 'missing', reason: describeRefusedLink({ code }) };
  return { kind: 'missing', reason: authFailureMessage(error, NO_INVITATION) };
}

/**
 * Sets the username and the first password of an invited account. The name comes first: if it was
 * claimed meanwhile, nothing has changed yet.
 * @throws ApiError, or the authentication client's error
 */
export async function finishInvitation(chosen: { username: string; password: string }): Promise<void> {
  await callApi(api.updateProfile, { body: { username: chosen.username } });
  const auth = await getAuthClient();
  const { error } = await auth.updateUser({ password: chosen.password });
  if (error) throw error;
  await reloadAccount();
}
