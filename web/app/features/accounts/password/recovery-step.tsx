import type { GoTrueClient, Session } from '@supabase/auth-js';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useNavigate } from '../../../lib/links.ts';
import { isCodeDue } from '../../../lib/second-factor.ts';
import { SecondStep } from '../second-factor/second-step.tsx';

/**
 * Asks for the recovered account's second factor, if it has one: the user has only shown that they
 * read its mails. Then continues with the session at its new level.
 */
export function RecoveryStep({
  client,
  session: first,
  presses,
  children,
}: {
  client: GoTrueClient;
  session: Session;
  /** See AccountScreen. */
  presses: number;
  children: (session: Session) => ReactNode;
}) {
  const [session, setSession] = useState(first);
  const getClient = useCallback(async () => client, [client]);
  const navigate = useNavigate();
  useEffect(() => {
    const { data } = client.onAuthStateChange((_event, changed) => {
      if (changed) setSession(changed);
    });
    return () => data.subscription.unsubscribe();
  }, [client]);

  if (!isCodeDue(session.access_token, session.user)) return children(session);
  const leave = async () => {
    await client.signOut({ scope: 'local' });
    await navigate('/login', { replace: true });
  };
  return (
    <SecondStep
      factors={session.user.factors ?? []}
      getClient={getClient}
      presses={presses}
      leave={{ label: 'Cancel', pendingLabel: 'Cancelling…', act: leave }}
    />
  );
}
