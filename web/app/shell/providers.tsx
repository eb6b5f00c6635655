import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { bringTypefaces } from '../../paint-first/typefaces.ts';
import styles from '../app.css?url';
import { discardLocalCopy, readLocalCopy } from '../features/onboarding/draft/local-copy.ts';
import { endEarlyCalls } from '../lib/api/early-calls.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { late } from '../lib/late.tsx';
import { untilQuiet } from '../lib/quiet.ts';
import { useAccount } from '../lib/session/account.ts';
import { findSessionBy, getAuthClient, getSession, subscribeToSession } from '../lib/session/session.ts';
import { isAskedToSignInAgain, subscribeToSignInAgain } from '../lib/session/sign-in-again.ts';
import { findStoredSession } from '../lib/session/stored-session.ts';
import { deleteAccountData } from '../lib/storage/account-data.ts';
import { emptyMemory } from '../lib/storage/account-store.ts';
import { hasToasts, subscribeToToasts } from '../ui/feedback/toast.tsx';
import { OverDialogs } from '../ui/overlays/over-dialogs.tsx';
import { useAccountChanges, useLiveUpdates } from './live/live-updates.ts';

findSessionBy(findStoredSession);

/** The user whose data this page's memory holds. */
let owner: string | undefined;
/** How often one user has replaced another without signing out on this page. */
let changes = 0;
let isFollowing = false;

/**
 * Deletes everything that one user saw, typed and stored before another user sees the screen. Only
 * a finished brief that has not arrived yet stays on the device, for its owner alone (see
 * lib/storage/pending-submission.ts). Follows the session alone: a running upload survives a look at the
 * public pages, which are outside the providers.
 *
 * @returns a key for the screens, which changes when another user takes over, as by signing in in
 * another tab
 */
function useSignOutCleanup(): number {
  return useSyncExternalStore(
    followOwner,
    () => changes,
    () => changes,
  );
}

function followOwner(listener: () => void): () => void {
  if (!isFollowing) subscribeToSession(follow);
  isFollowing = true;
  follow();
  // Runs after `follow`, which subscribed first.
  return subscribeToSession(listener);
}

function follow(): void {
  const now = getSession();
  if (now.status === 'loading') return;
  const id = now.status === 'signed-in' ? now.user.id : undefined;
  if (id === owner) return;
  if (owner !== undefined) {
    queryClient.clear();
    emptyMemory();
    // A session that expired or was ended elsewhere deletes no words: they wait for the same user.
    if (now.status === 'signed-out' && !now.hasEnded) deleteOwnData();
    if (id !== undefined) changes += 1;
  }
  owner = id;
  if (id !== undefined) deleteDataOfOthers(id);
}

/** For a deliberate sign-out. */
function deleteOwnData(): void {
  deleteAccountData();
  // Answers that the server doesn't have yet exist nowhere else.
  if (!readLocalCopy().sync?.unsent) discardLocalCopy();
}

/** For a sign-in on a device that others used before. */
function deleteDataOfOthers(id: string): void {
  deleteAccountData(id);
  const { local, sync } = readLocalCopy();
  if (local && sync && sync.userId !== id) discardLocalCopy();
}

/**
 * Around every screen that is rendered in the browser only. What screens behind a sign-in rely on: their stylesheet, the
 * store of server state, passing messages, and components that put no style elements into the page, which its content
 * policy would refuse.
 */
export default function Providers() {
  const userKey = useSignOutCleanup();
  return (
    <CSPProvider disableStyleElements>
      {/* React waits for it before it shows the first screen, and keeps it from then on. */}
      <link rel="stylesheet" href={styles} precedence="app" />
      <QueryClientProvider client={queryClient}>
        <LiveUpdates />
        <WhenQuiet />
        <OverDialogs over={<SignInAgain />}>
          <Outlet key={userKey} />
        </OverDialogs>
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  );
}

const SignInAgainDialog = late(() => import('../features/accounts/sign-in/sign-in-again-dialog.tsx'));

/** Over the screen while a call waits for a recent sign-in. */
function SignInAgain() {
  const isAsked = useSyncExternalStore(subscribeToSignInAgain, isAskedToSignInAgain, () => false);
  return isAsked && <SignInAgainDialog />;
}

const ToastRegion = late(() => import('../ui/feedback/toast-region.tsx'));

/** Waits for the screen's data, so that later messages are announced; a message before that brings it at once. */
function Toasts() {
  const [isDue, setDue] = useState(hasToasts);
  useWhenQuiet(() => setDue(true));
  useEffect(() => subscribeToToasts(() => setDue(true)), []);
  return isDue && <ToastRegion />;
}

/** What follows once the first screen has its data. */
function WhenQuiet() {
  useWhenQuiet(() => {
    endEarlyCalls();
    void bringTypefaces();
    // Renews the session and follows other tabs. Without the network the next call for a token loads it.
    if (getSession().status === 'signed-in') getAuthClient().catch(() => {});
  });
  return null;
}

/** Runs `act` when the first screen has its data. Until the account is known, a guard may still hold the screen back. */
function useWhenQuiet(act: () => void): void {
  const isKnown = useAccount().status !== 'loading';
  const run = useEffectEvent(act);
  useEffect(() => {
    if (isKnown) void untilQuiet().then(() => run());
  }, [isKnown]);
}

function LiveUpdates() {
  useLiveUpdates();
  useAccountChanges();
  return null;
}
