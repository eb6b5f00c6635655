import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { signOut } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { CODE_LEADS, type CodeKind, FactorCodeForm } from './factor-code-form.tsx';

/**
 * The second step of signing in: a code of the authenticator app, or one on paper. It ends by the session being raised,
 * which the screen around it notices.
 */
export function SecondStep({ factors }: { factors: readonly Factor[] }) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [isLeaving, setIsLeaving] = useState(false);

  const leave = async () => {
    setIsLeaving(true);
    try {
      await signOut();
    } finally {
      setIsLeaving(false);
    }
  };
  return (
    <AccountScreen title="Two-step sign-in" lead={CODE_LEADS[kind]}>
      <FactorCodeForm factors={factors} kind={kind} onKind={setKind} submitLabel="Continue">
        <Button variant="quiet" size="sm" isPending={isLeaving} pendingLabel="Signing out…" onClick={leave}>
          Sign out
        </Button>
      </FactorCodeForm>
    </AccountScreen>
  );
}
