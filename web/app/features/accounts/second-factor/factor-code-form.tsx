import type { Factor, GoTrueClient } from '@supabase/auth-js';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { getAuthClient, signOut } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { useAccountForm } from '../account-form.ts';
import { AccountScreen } from '../account-screen.tsx';
import { authFailureMessage, toSignInFailure } from '../auth-failure.ts';

export type CodeKind = 'app' | 'recovery';

/** The sentence that asks for a code. */
export const CODE_LEADS: Record<CodeKind, string> = {
  app: 'Open your authenticator app and enter the code it shows for this site.',
  recovery: 'Enter one of your saved recovery codes. Each works once.',
};

/** Asks for a code of one of the account's factors: of an authenticator app, or a recovery code. */
export function FactorCodeForm({
  factors,
  kind,
  onKind,
  submitLabel,
  getClient,
  onVerified,
  children,
}: {
  factors: readonly Factor[];
  kind: CodeKind;
  onKind: (kind: CodeKind) => void;
  submitLabel: string;
  /** The client whose session the code is for; this browser's by default. */
  getClient?: () => Promise<GoTrueClient>;
  /** Runs after an accepted code; a failure is shown like one of the code. */
  onVerified?: () => Promise<void>;
  /** Further buttons beside the one that changes the kind. */
  children?: ReactNode;
}) {
  const apps = factors.filter(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
  const [chosen, setChosen] = useState<string>();
  // The chosen one may have been removed meanwhile.
  const { id: factorId = '' } = apps.find(({ id }) => id === chosen) ?? apps[0] ?? {};
  const show = async (code: string) => {
    await (kind === 'app' ? verifyAppCode(factorId, code, getClient) : verifyRecoveryCode(code, getClient));
    await onVerified?.();
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

/** What an authenticator app without a name of its own is called. */
export const APP_NAME = 'Authenticator app';

/** Whether the factors include recovery codes. */
export function hasCodes(factors: readonly Factor[] | undefined): boolean {
  return (factors ?? []).some(({ factor_type: type }) => type === 'recovery_code');
}

/** Apps show their code with a space in the middle. */
const appCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits your app shows.'));
const recoveryCode = z
  .string()
  .trim()
  .min(1, 'Enter one of your recovery codes.')
  .max(100, 'That’s too long for a code.');

const KINDS = {
  app: {
    label: 'Six-digit code',
    schema: z.object({ code: appCode }),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: 'Recovery code',
    schema: z.object({ code: recoveryCode }),
    input: { autoComplete: 'off', autoCapitalize: 'none' },
  },
} as const;

/** Asks for a code and shows why one was refused. Takes the focus when it appears. */
export function CodeForm({
  kind,
  submitLabel,
  onCode,
  children,
}: {
  kind: keyof typeof KINDS;
  submitLabel: string;
  /** Resolves when the code was accepted; a failure is shown here. */
  onCode: (code: string) => Promise<void>;
  /** Further fields, above the code. */
  children?: ReactNode;
}) {
  const { label, schema, input } = KINDS[kind];
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema,
    defaultValues: { code: '' },
    send: ({ code }) => onCode(code),
    describeFailure: (error) => factorFailureMessage(error, kind),
    failureField: 'code',
  });
  const element = useRef<HTMLFormElement>(null);
  // Immediately: React Hook Form waits a moment, in which the dialog notices that the focused
  // element is gone and takes the focus itself.
  useLayoutEffect(() => element.current?.querySelector<HTMLInputElement>('[name=code]')?.focus(), []);
  return (
    <form ref={element} noValidate className="grid gap-5" onSubmit={submit}>
      {children}
      <Field label={label} error={errors.code?.message} isRequired>
        <Input
          {...form.register('code')}
          {...input}
          autoCorrect="off"
          spellCheck={false}
          className="font-mono text-lg tracking-widest"
        />
      </Field>
      <Button type="submit" isWide isPending={isSubmitting} pendingLabel="Checking your code…">
        {submitLabel}
      </Button>
    </form>
  );
}

/**
 * Verifies a code of an authenticator app: raises the level of the client's session (this browser's
 * by default), and confirms a new app.
 * @throws the authentication client's error
 */
export async function verifyAppCode(
  factorId: string,
  code: string,
  getClient: () => Promise<GoTrueClient> = getAuthClient,
): Promise<void> {
  const auth = await getClient();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  // Removed from another device meanwhile: the session's new list of factors decides what to ask
  // for.
  if (toSignInFailure(error).code === 'mfa_factor_not_found') await auth.refreshSession();
  if (error) throw error;
}

/**
 * Verifies a recovery code instead of an app's. This uses the code up.
 * @throws the authentication client's error
 */
async function verifyRecoveryCode(
  code: string,
  getClient: () => Promise<GoTrueClient> = getAuthClient,
): Promise<void> {
  const { mfa } = await getClient();
  const { error } = await mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}

const APP_CODE_WRONG = 'That code is wrong. Wait for your app to show the next one, and enter that.';
const RECOVERY_CODE_WRONG = 'That recovery code is wrong or already used.';
const TOO_MANY = 'Too many wrong codes. Wait at least 15 minutes, then try again.';
const SESSION_OVER = 'Your session has ended. Please sign in again.';
const GONE = 'That authenticator app was removed. Please try again.';

/** The message for a refused code, or any other failure about a second factor. */
export function factorFailureMessage(error: unknown, kind: 'app' | 'recovery' = 'app'): string {
  const { code, status } = toSignInFailure(error);
  if (code === 'mfa_verification_failed') return kind === 'app' ? APP_CODE_WRONG : RECOVERY_CODE_WRONG;
  if (status === 429) return TOO_MANY;
  if (code === 'mfa_factor_not_found') return GONE;
  if (code === 'session_not_found' || (error instanceof Error && error.name === 'AuthSessionMissingError')) {
    return SESSION_OVER;
  }
  return authFailureMessage(error, 'That didn’t work. Please try again.');
}

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
