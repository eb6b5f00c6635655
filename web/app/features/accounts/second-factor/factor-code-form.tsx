import type { Factor, GoTrueClient } from '@supabase/auth-js';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { CodeForm } from './code-form.tsx';
import { APP_NAME } from './factor-name.ts';
import { hasCodes } from './list-factors.ts';
import { showAppCode, showRecoveryCode } from './show-code.ts';

export type CodeKind = 'app' | 'recovery';

/** What is asked for, in a sentence. */
export const CODE_LEADS: Record<CodeKind, string> = {
  app: 'Open your authenticator app and enter the code it shows for this site.',
  recovery: 'Enter one of your saved recovery codes. Each works once.',
};

/** Asks for a code of one of somebody's factors: of an authenticator app, or one on paper. */
export function FactorCodeForm({
  factors,
  kind,
  onKind,
  submitLabel,
  getClient,
  onShown,
  children,
}: {
  factors: readonly Factor[];
  kind: CodeKind;
  onKind: (kind: CodeKind) => void;
  submitLabel: string;
  /** Whose session the code is for; this browser's unless said otherwise. */
  getClient?: () => Promise<GoTrueClient>;
  /** What follows a code that was taken; a failure is shown like one of the code. */
  onShown?: () => Promise<void>;
  /** Further buttons beside the one that changes the kind. */
  children?: ReactNode;
}) {
  const apps = factors.filter(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
  const [chosen, setChosen] = useState<string>();
  // One that was chosen may have been removed meanwhile.
  const { id: factorId = '' } = apps.find(({ id }) => id === chosen) ?? apps[0] ?? {};
  const show = async (code: string) => {
    await (kind === 'app' ? showAppCode(factorId, code, getClient) : showRecoveryCode(code, getClient));
    await onShown?.();
  };
  return (
    <>
      <CodeForm key={kind} kind={kind} submitLabel={submitLabel} onCode={show}>
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
          <Button variant="quiet" size="sm" onClick={() => onKind('app')}>
            Use your authenticator app
          </Button>
        ) : (
          hasCodes(factors) && (
            <Button variant="quiet" size="sm" onClick={() => onKind('recovery')}>
              Use a recovery code
            </Button>
          )
        )}
        {children}
      </div>
    </>
  );
}
