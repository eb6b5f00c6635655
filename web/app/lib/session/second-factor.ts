import type { ErrorCode } from '@atelier/domain/errors.ts';
import { useSyncExternalStore } from 'react';
import { createAccountStore } from '../storage/account-store.ts';
import {
  endDisabledSession,
  getSession,
  refreshAccessToken,
  type Session,
  subscribeToSession,
} from './session.ts';
import { isCodeDue } from './stored-session.ts';

/** Whether the user has given their password and still has to show their second factor. */
export function isSecondFactorDue(session: Session): boolean {
  return session.status === 'signed-in' && isCodeDue(session.accessToken, session.user);
}

/** The token for which the API required an admin to set up a second factor. The next token may have one. */
const refusedToken = createAccountStore<string | undefined>(undefined);

/**
 * Follows up on a refusal by the API: reloads a session whose level was lowered, so that the guard asks for the
 * code; ends the session of a disabled account; remembers a missing set-up for `useIsSetUpRequired`.
 */
export async function followRefusal(code: ErrorCode | undefined, token: string | undefined): Promise<void> {
  if (code === 'second_factor_required' && !isSecondFactorDue(getSession())) await refreshAccessToken();
  if (code === 'account_disabled' && isOwnToken(token)) await endDisabledSession();
  if (code !== 'second_factor_setup_required') return;
  refusedToken.set(token);
}

/** Whether a token is the session's, and not one given to a call for another purpose. */
function isOwnToken(token: string | undefined): boolean {
  const session = getSession();
  return session.status === 'signed-in' && session.accessToken === token;
}

/** Whether the API has refused this session, because admins have to have a second factor here. */
export function useIsSetUpRequired(): boolean {
  return useSyncExternalStore(subscribe, isSetUpRequired, () => false);
}

function isSetUpRequired(): boolean {
  const session = getSession();
  return session.status === 'signed-in' && session.accessToken === refusedToken.get();
}

function subscribe(listener: () => void): () => void {
  const leave = [refusedToken.subscribe(listener), subscribeToSession(listener)];
  return () => {
    for (const each of leave) each();
  };
}
