import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { getSession, startSession, subscribeToSession } from '../lib/session.ts';
import { allowOvertakenTransitions } from '../lib/view-transitions.ts';
import { Farewell } from './goodbye.tsx';
import { SiteFrame } from './site-frame.tsx';

if (!import.meta.env.SSR) allowOvertakenTransitions();

/**
 * Around every prerendered page. Somebody with a session gets the rest of what the header offers once the page is live;
 * for all others nothing more is loaded.
 */
export default function PublicFrame() {
  useEffect(() => {
    const follow = async () => {
      if (getSession().status !== 'signed-in') return;
      const { followAccount } = await import('../lib/account.ts');
      followAccount();
    };
    void startSession().then(follow);
    return subscribeToSession(follow);
  }, []);
  return (
    <SiteFrame isNamedOnPaper>
      <Farewell />
      <Outlet />
    </SiteFrame>
  );
}
