import { isAdminRole } from '@atelier/domain/accounts/rules.ts';
import type { Me } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { useSyncExternalStore } from 'react';
import { callApi } from '../api/api-client.ts';
import { createStore } from '../storage/store.ts';
import { isSecondFactorDue } from './second-factor.ts';
import { getSession, type Session, subscribeToSession, writeSessionHint } from './session.ts';

/** The product's own record of the signed-in user. `me` is undefined until it has loaded, and if that failed. */
export interface Account {
  status: 'loading' | 'signed-out' | 'ready' | 'failed';
  me: Me | undefined;
  /** By the account's role or the token's (specification section 3). */
  isAdmin: boolean;
  /** At least one submitted project. */
  hasProjects: boolean;
}

const LOADING: Account = { status: 'loading', me: undefined, isAdmin: false, hasProjects: false };
const ABSENT: Account = { ...LOADING, status: 'signed-out' };

const store = createStore<Account>(LOADING);
let ownerId: string | undefined;
let ownerEmail: string | undefined;
let isFollowing = false;

function follow(): void {
  const session = getSession();
  if (session.status === 'loading') return;
  // Until the second factor is shown the API returns nothing about the account.
  const isDue = isSecondFactorDue(session);
  const id = session.status === 'signed-in' && !isDue ? session.user.id : undefined;
  if (session.status === 'signed-out') store.set(ABSENT);
  else if (isDue) store.set(LOADING);
  else if (id !== ownerId) {
    store.set({ ...LOADING, isAdmin: isAdminRole(undefined, session.roles) });
    void reloadAccount();
  } else if (session.user.email !== ownerEmail) void reloadAccount();
  ownerId = id;
  ownerEmail = session.status === 'signed-in' ? session.user.email : undefined;
}

/**
 * The account's record. If the provider has another address by now, as after a change that was confirmed
 * in a browser without a session, it is copied to the record first.
 */
async function getMe({ user }: Session & { status: 'signed-in' }): Promise<Me> {
  const me = await callApi(api.getMe);
  if (!user.email || user.email.toLowerCase() === me.user.email) return me;
  const { email } = await callApi(api.syncEmail).catch(() => me.user);
  return { ...me, user: { ...me.user, email } };
}

/** Reloads the record and whether there are projects; call it after either may have changed. */
export async function reloadAccount(): Promise<void> {
  const session = getSession();
  if (session.status !== 'signed-in') return;
  const [me, projects] = await Promise.allSettled([
    getMe(session),
    callApi(api.listMyProjects, { query: { status: 'submitted', page: 1, limit: 1 } }),
  ]);
  if (!isStill(session)) return;
  const known = me.status === 'fulfilled' ? me.value : store.get().me;
  const hasProjects =
    projects.status === 'fulfilled' ? projects.value.items.length > 0 : store.get().hasProjects;
  // The product's record counts the token's roles too, and knows of a demotion before the token does.
  const isAdmin = known ? isAdminRole(known.role, known.roles) : isAdminRole(undefined, session.roles);
  store.set({ status: known ? 'ready' : 'failed', me: known, isAdmin, hasProjects });
  writeSessionHint({ isSignedIn: true, isAdmin, hasProjects });
}

function isStill(before: Session & { status: 'signed-in' }): boolean {
  const now = getSession();
  return now.status === 'signed-in' && now.user.id === before.user.id;
}

/** Starts following the session: who it is, and what the header may offer. */
export function followAccount(): void {
  if (isFollowing) return;
  isFollowing = true;
  subscribeToSession(follow);
  follow();
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = store.subscribe(listener);
  followAccount();
  return unsubscribe;
}

/** The signed-in user's account, for a component. */
export function useAccount(): Account {
  return useSyncExternalStore(subscribe, store.get, () => LOADING);
}
