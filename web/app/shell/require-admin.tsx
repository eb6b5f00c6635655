import { api } from '@atelier/domain/api.ts';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { callApi } from '../lib/api/api-client.ts';
import { isAborted } from '../lib/api/api-error.ts';
import { Navigate } from '../lib/pages/links.ts';
import { type GuardState, wholePath } from '../lib/pages/return-to.ts';
import { useAccount } from '../lib/session/account.ts';
import { useIsSetUpRequired } from '../lib/session/second-factor.ts';
import { LoadingScreen } from './status-screens.tsx';

/**
 * Lets only admins pass, inside `RequireSession`. Asks the server where the flag is not known already, and sends everybody else
 * to /forbidden in place of this page, so that going back from there leads past it (specification section 2).
 * Admins who have to set up a second factor first are led to where they can, and from there back.
 */
export default function RequireAdmin() {
  const { isAdmin } = useAccount();
  const isSetUpRequired = useIsSetUpRequired();
  const location = useLocation();
  const [verdict, setVerdict] = useState<'asking' | 'admin' | 'refused'>('asking');
  const isKnown = isAdmin || verdict === 'admin';

  useEffect(() => {
    // An earlier answer no longer counts once the flag is gone: ask again.
    if (isAdmin) setVerdict('asking');
  }, [isAdmin]);

  useEffect(() => {
    if (isKnown) return;
    const asking = new AbortController();
    callApi(api.pingAdmin, { signal: asking.signal }).then(
      () => setVerdict('admin'),
      (error) => !isAborted(error) && setVerdict('refused'),
    );
    return () => asking.abort();
  }, [isKnown]);

  if (isSetUpRequired) {
    const state: GuardState = { from: wholePath(location), isSetUpRequired };
    return <Navigate to="/profile" replace state={state} />;
  }
  if (isKnown) return <Outlet />;
  return verdict === 'refused' ? (
    <Navigate to="/forbidden" replace />
  ) : (
    <LoadingScreen label="Verifying admin…" />
  );
}
