import type { AuthErrorCode } from '@atelier/domain/auth/rules.ts';
import type { Session as AuthSession, GoTrueClient, User } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { loadNow } from '../arrive.ts';
import { keepText, readText, SESSION_HINT_KEY } from '../storage/local-store.ts';
import { createStore } from '../storage/store.ts';
import { authProvider, claimsOfToken, rolesOfToken, sessionKey } from './auth-provider.ts';

/*
 * What this browser last knew of its user, so that the next page is right from its first paint: kept in
 * local storage, written onto <html data-hint> by the script in the head, and read by CSS alone. A wrong
 * hint shows a link too many for a moment; it opens nothing.
 */
export interface SessionHint {
  isSignedIn: boolean;
  /** At least one submitted project. */
  hasProjects: boolean;
  isAdmin: boolean;
}

const NO_HINT: SessionHint = { isSignedIn: false, hasProjects: false, isAdmin: false };

/** The hint of the last visit. */
export function readSessionHint(): SessionHint {
  const words = (readText(SESSION_HINT_KEY) ?? '').split(' ');
  return {
    isSignedIn: words.includes('signed-in'),
    hasProjects: words.includes('projects'),
    isAdmin: words.includes('admin'),
  };
}

/** Stores the hint and applies it to the page. */
export function writeSessionHint({ isSignedIn, hasProjects, isAdmin }: SessionHint): void {
  const words = [isSignedIn && 'signed-in', hasProjects && 'projects', isAdmin && 'admin']
    .filter(Boolean)
    .join(' ');
  document.documentElement.dataset.hint = words;
  keepText(SESSION_HINT_KEY, words === '' ? undefined : words);
}

/**
 * Who is using this browser. `loading` until that is known. `hasEnded` when there was a session that this page did not end
 * itself: signed out elsewhere, run out, or taken away. `isDisabled` when that is because the account is disabled.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; hasEnded?: boolean; isDisabled?: boolean }
  | { status: 'signed-in'; accessToken: string; user: User; roles: readonly string[] };

/** Statuses by which a provider says that a session is over; too many calls and no answer aren't among them. */
const REFUSALS: readonly (number | undefined)[] = [400, 401, 403];

const LOADING: Session = { status: 'loading' };
const SIGNED_OUT: Session = { status: 'signed-out' };

const { get, set: publish, subscribe } = createStore<Session>(LOADING);
let hadStoredSession = false;
let isLeaving = false;
let isDisabled = false;
let started: Promise<void> | undefined;
let loaded: Promise<GoTrueClient> | undefined;
let findStored: ((now: Session) => AuthSession | undefined) | undefined;

/**
 * Has the session found by `find` until the authentication client is loaded, where it can: screens behind a
 * sign-in needn't wait for it. Public pages don't carry `find`.
 */
export function findSessionBy(find: typeof findStored): void {
  findStored = find;
}

function set(next: Session): void {
  if (next.status === 'signed-out') writeSessionHint(NO_HINT);
  if (next.status === 'signed-in' && !readSessionHint().isSignedIn)
    writeSessionHint({ ...NO_HINT, isSignedIn: true });
  publish(next);
}

function adopt(session: AuthSession | null): void {
  if (!session) drop(!hasStoredSession());
  else if (!isCurrent(session)) {
    const { access_token: accessToken, user } = session;
    isDisabled = false;
    set({ status: 'signed-in', accessToken, user, roles: rolesOfToken(accessToken) });
  }
}

/** There is no session, or not any more; `isOver` when the client has done with the one that was there. */
function drop(isOver: boolean): void {
  if (get().status === 'signed-out') return;
  const had = get().status === 'signed-in' || hadStoredSession;
  set(had && isOver && !isLeaving ? { status: 'signed-out', hasEnded: true, isDisabled } : SIGNED_OUT);
}

/** Whether nothing has changed: a changed address keeps the token and shows in the user alone. */
const isCurrent = ({ access_token, user }: AuthSession, current = get()) =>
  current.status === 'signed-in' &&
  current.accessToken === access_token &&
  current.user.updated_at === user.updated_at;

const hasStoredSession = () => readText(sessionKey(authProvider())) !== undefined;

async function load(): Promise<GoTrueClient> {
  const { authClient } = await loadNow(() => import('./auth-client.ts'));
  // Another tab's message can arrive before its change to storage.
  authClient.onAuthStateChange((event, session) => (event === 'SIGNED_OUT' ? drop(true) : adopt(session)));
  return authClient;
}

/**
 * The authentication client, for what an account does (sign up, sign in, reset). Loads it on first use; the session
 * follows whatever is done with it.
 */
export function getAuthClient(): Promise<GoTrueClient> {
  loaded ??= load().catch((error) => {
    // A chunk that failed to load may be requested again.
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function start(): Promise<void> {
  hadStoredSession = hasStoredSession();
  if (!hadStoredSession) {
    set(SIGNED_OUT);
    addEventListener('storage', adoptOtherTab);
    return;
  }
  const found = findStored?.(LOADING);
  if (found) return adopt(found);
  try {
    const client = await getAuthClient();
    const { data } = await client.getSession();
    adopt(data.session);
  } catch {
    set(SIGNED_OUT);
  }
}

/** Follows a sign-in in another tab while this one hasn't loaded the client, which would. */
function adoptOtherTab(event: StorageEvent): void {
  if (event.key !== sessionKey(authProvider()) || !event.newValue) return;
  removeEventListener('storage', adoptOtherTab);
  started = start();
}

/** Loads the session, once. Loads no code where this browser keeps none. */
export function startSession(): Promise<void> {
  started ??= start();
  return started;
}

/** The session as far as it is known now. */
export const getSession = get;

/** Calls `listener` on every change of the session, and starts loading it if needed. */
export function subscribeToSession(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  startSession();
  return unsubscribe;
}

/** The session, for a component. `loading` at first, and always while rendering to HTML. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, () => LOADING);
}

/** A valid token, renewed if it is about to expire; undefined when signed out or on failure. */
export async function getAccessToken(): Promise<string | undefined> {
  if (!loaded && !hasStoredSession()) return undefined;
  const found = loaded ? undefined : findStored?.(get());
  if (found) {
    adopt(found);
    return found.access_token;
  }
  try {
    const client = await getAuthClient();
    const { data } = await client.getSession();
    // Another tab's sign-in can arrive before its change to storage.
    const current = get();
    return data.session?.access_token ?? (current.status === 'signed-in' ? current.accessToken : undefined);
  } catch {
    return undefined;
  }
}

/**
 * A new token after the API refused one; undefined if the session is over, or belongs to another
 * user now: a call that one user began never ends as another, who signed in in another tab
 * meanwhile.
 */
export async function refreshAccessToken(refused?: string): Promise<string | undefined> {
  // Signing out ends the session itself: a refusal meanwhile must not send the user elsewhere.
  if (isLeaving) return undefined;
  try {
    const client = await getAuthClient();
    const { data, error } = await client.refreshSession();
    isDisabled = error?.code === ('user_banned' satisfies AuthErrorCode);
    // The client keeps a session whose token is in date, though it was ended elsewhere and nothing takes it any more.
    if (error && REFUSALS.includes(error.status)) await client.signOut({ scope: 'local' });
    const token = data.session?.access_token;
    return refused === undefined || personOf(refused) === personOf(token) ? token : undefined;
  } catch {
    return undefined;
  }
}

const personOf = (token: string | undefined) => token && claimsOfToken(token).sub;

/** Ends the session of a disabled account whose sign-in with the provider still works. */
export async function endDisabledSession(): Promise<void> {
  const client = await getAuthClient();
  isDisabled = true;
  await client.signOut({ scope: 'local' });
}

/** Runs work that ends with the session's end; a refusal meanwhile doesn't end it earlier. */
export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  isLeaving = true;
  try {
    await work();
  } finally {
    isLeaving = false;
  }
}

/** Ends the session on this device, even if the provider can't be reached. */
export async function signOut(): Promise<void> {
  const client = await getAuthClient();
  isLeaving = true;
  try {
    await client.signOut({ scope: 'local' });
  } finally {
    isLeaving = false;
  }
  set(SIGNED_OUT);
}
