import { Outlet, useLocation } from 'react-router';
import { Navigate } from '../lib/pages/links.ts';
import { type GuardState, wholePath } from '../lib/pages/return-to.ts';
import { isSecondFactorDue } from '../lib/session/second-factor.ts';
import { useSession } from '../lib/session/session.ts';
import { LoadingScreen } from './status-screens.tsx';

/**
 * Lets only users with a session pass, with their second factor shown if they have one; others sign in
 * first and return to the requested page.
 */
export default function RequireSession() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'signed-in' && !isSecondFactorDue(session)) return <Outlet />;
  const state: GuardState = {
    from: wholePath(location),
    ...(session.status === 'signed-out' &&
      session.hasEnded && { loginNotice: session.isDisabled ? 'account-disabled' : 'session-ended' }),
  };
  return <Navigate to="/login" replace state={state} />;
}
