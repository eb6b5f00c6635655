import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { getSession, startSession, subscribeToSession } from '../lib/session/session.ts';
import { SiteFrame } from './site-frame.tsx';
import { Goodbye } from './status-screens.tsx';

/**
 * A move to another page that is overtaken by the next one is no fault, but its transition's `ready` is rejected then, and
 * React Router, which begins the transitions of links that say `viewTransition`, leaves that to the console. Call it once.
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
 * Around every prerendered page. Somebody with a session gets the rest of what the header offers once the page is live;
 * for all others nothing more is loaded.
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
