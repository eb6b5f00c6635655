import { isAdminRole } from '@atelier/domain/accounts/rules.ts';
import type { Me } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { useSyncExternalStore } from 'react';
import { callApi } from '../api/api-client.ts';
import { createStore } from '../storage/store.ts';
import { takeOwnProjects } from './own-projects.ts';
import { isSecondFactorDue } from './second-factor.ts';
import {
  getSession,
  readSessionHint,
  type Session,
  subscribeToSession,
  writeSessionHint,
} from './session.ts';

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
    void loadAccount(takeOwnProjects);
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
  if (!user.email || user.email === me.user.email) return me;
  const { email } = await callApi(api.syncEmail).catch(() => me.user);
  return { ...me, user: { ...me.user, email } };
}

/** Reloads the record and whether there are projects; call it after either may have changed. */
export const reloadAccount = (): Promise<void> => loadAccount();

/** @param findProjects what a screen's own request finds out about projects, asked for once the record is there */
async function loadAccount(findProjects?: () => Promise<boolean> | undefined): Promise<void> {
  const session = getSession();
  if (session.status !== 'signed-in') return;
  const finding = getMe(session);
  const asking = (
    findProjects ? finding.catch(() => {}).then(() => findProjects() ?? askForProjects()) : askForProjects()
  ).catch(() => undefined);
  const me = await finding.catch(() => undefined);
  if (!isStill(session)) return;
  const known = me ?? store.get().me;
  // The product's record counts the token's roles too, and knows of a demotion before the token does.
  const isAdmin = known ? isAdminRole(known.role, known.roles) : isAdminRole(undefined, session.roles);
  const { hasProjects: had } = store.get();
  const hint = readSessionHint();
  store.set({ status: known ? 'ready' : 'failed', me: known, isAdmin, hasProjects: had });
  writeSessionHint({ ...hint, isSignedIn: true, isAdmin });
  const hasProjects = (await asking) ?? had;
  if (!isStill(session)) return;
  store.set({ ...store.get(), hasProjects });
  writeSessionHint({ isSignedIn: true, isAdmin, hasProjects });
}

async function askForProjects(): Promise<boolean> {
  const query = { status: 'submitted', page: 1, limit: 1 } as const;
  return (await callApi(api.listMyProjects, { query })).items.length > 0;
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
