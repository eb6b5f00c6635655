import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { signOut } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { CodeForm } from './code-form.tsx';
import { APP_NAME } from './factor-name.ts';
import { hasCodes } from './list-factors.ts';
import { showAppCode, showRecoveryCode } from './show-code.ts';

const LEADS = {
  app: 'Open your authenticator app and enter the code that it shows for this site.',
  recovery: 'Enter one of the recovery codes that you saved. Each works once.',
};

/**
 * The second step of signing in: a code of the authenticator app, or one on paper. It ends by the session being raised,
 * which the screen around it notices.
 */
export function SecondStep({ factors }: { factors: readonly Factor[] }) {
  const apps = factors.filter(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [chosen, setChosen] = useState<string>();
  // One that was chosen may have been removed meanwhile.
  const { id: factorId = '' } = apps.find(({ id }) => id === chosen) ?? apps[0] ?? {};
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
    <AccountScreen title="Two-step sign-in" lead={LEADS[kind]}>
      <CodeForm
        key={kind}
        kind={kind}
        submitLabel="Continue"
        onCode={(code) => (kind === 'app' ? showAppCode(factorId, code) : showRecoveryCode(code))}
      >
        {kind === 'app' && apps.length > 1 && (
          <Field label="App">
            <Select
              value={factorId}
              onChange={(event) => setChosen(event.target.value)}
              choices={apps.map(({ id, friendly_name: name }) => ({ value: id, label: name ?? APP_NAME }))}
            />
          </Field>
        )}
      </CodeForm>
      <div className="-mt-2 flex flex-wrap justify-center gap-x-2">
        {kind === 'recovery' ? (
          <Button variant="quiet" size="sm" onClick={() => setKind('app')}>
            Use your authenticator app
          </Button>
        ) : (
          hasCodes(factors) && (
            <Button variant="quiet" size="sm" onClick={() => setKind('recovery')}>
              Use a recovery code
            </Button>
          )
        )}
        <Button variant="quiet" size="sm" isPending={isLeaving} pendingLabel="Signing out…" onClick={leave}>
          Sign out
        </Button>
      </div>
    </AccountScreen>
  );
}
