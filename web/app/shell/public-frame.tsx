import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { getSession, startSession, subscribeToSession } from '../lib/session/session.ts';
import type { Route } from './+types/public-frame.ts';
import { SiteFrame } from './site-frame.tsx';
import { ErrorScreen, Goodbye } from './status-screens.tsx';

/**
 * A navigation that the next one overtakes is no error, but its transition's `ready` rejects, and React
 * Router, which starts the transitions of links with `viewTransition`, doesn't catch it. Call this once.
 */
function allowOvertakenTransitions(): void {
  // Not every browser has transitions, whatever the types say.
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (...args) => {
    const transition = start(...args);
    transition.ready.catch(() => {});
    return transition;
  };
}

if (!import.meta.env.SSR) allowOvertakenTransitions();

/**
 * Around every prerendered page. A user with a session gets the rest of the header's links once the page is
 * live; other visitors load nothing more.
 */
export default function PublicFrame() {
  useEffect(() => {
    const follow = async () => {
      if (getSession().status !== 'signed-in') return;
      const { followAccount } = await import('../lib/session/account.ts');
      followAccount();
    };
    void startSession().then(follow);
    return subscribeToSession(follow);
  }, []);
  return (
    <SiteFrame isNamedOnPaper>
      <Goodbye />
      <Outlet />
    </SiteFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame isNamedOnPaper>
      <ErrorScreen error={error} />
    </SiteFrame>
  );
}
