import type { Factor, GoTrueClient } from '@supabase/auth-js';
import { useState } from 'react';
import { signOut } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { CODE_LEADS, type CodeKind, FactorCodeForm } from './factor-code-form.tsx';

/**
 * The second step of signing in: a code of the authenticator app, or a recovery code. It ends when
 * the session's level rises, which the surrounding screen notices. The session is this browser's,
 * or that of a given client.
 */
export function SecondStep({
  factors,
  getClient,
  presses,
  leave = { label: 'Sign out', pendingLabel: 'Signing out…', act: signOut },
}: {
  factors: readonly Factor[];
  getClient?: () => Promise<GoTrueClient>;
  /** See AccountScreen. */
  presses?: number;
  /** Leaves without a code. */
  leave?: { label: string; pendingLabel: string; act: () => Promise<void> };
}) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [isLeaving, setIsLeaving] = useState(false);

  const press = async () => {
    setIsLeaving(true);
    try {
      await leave.act();
    } finally {
      setIsLeaving(false);
    }
  };
  return (
    <AccountScreen title="Two-step sign-in" lead={CODE_LEADS[kind]} {...(presses && { presses })}>
      <FactorCodeForm
        factors={factors}
        kind={kind}
        onKind={setKind}
        submitLabel="Continue"
        {...(getClient && { getClient })}
      >
        <Button
          variant="quiet"
          size="sm"
          isPending={isLeaving}
          pendingLabel={leave.pendingLabel}
          onClick={press}
        >
          {leave.label}
        </Button>
      </FactorCodeForm>
    </AccountScreen>
  );
}
