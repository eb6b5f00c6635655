import { studio } from '@atelier/content/studio.ts';
import { REDIRECT_AFTER_MS } from '@atelier/domain/auth/rules.ts';
import { newPasswordFormSchema } from '@atelier/domain/auth/schema.ts';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { useNavigate } from '../../../lib/pages/links.ts';
import { isCodeDue } from '../../../lib/session/stored-session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { useAccountForm } from '../account-form.ts';
import { AccountScreen } from '../account-screen.tsx';
import { PressButton, useLink, useRedirect } from '../link/link-screen.tsx';
import { HiddenUsername, NewPasswordFields } from '../new-password-fields.tsx';
import { SecondStep } from '../second-factor/factor-code-form.tsx';
import { findRecovery, setPassword, setPasswordFailureMessage } from './recovery.ts';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [
  { title: `Set a new password · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

const NO_SESSION =
  'No recovery session detected. Please click the password reset link from your email again.';

/** /auth/reset: the page of a forgotten password's link, in any browser. */
export default function Reset() {
  const [recovery, follow, presses] = useLink(findRecovery);
  if (recovery?.kind === 'press') {
    return (
      <AccountScreen title="Set a new password">
        <p className="break-words">
          {recovery.email === undefined ? (
            <span>This link sets a new password for your account.</span>
          ) : (
            <span>
              This link sets a new password for <strong className="wrap-anywhere">{recovery.email}</strong>.
            </span>
          )}
        </p>
        {recovery.problem && <Alert tone="danger">{recovery.problem}</Alert>}
        <PressButton label="Choose a new password" onPress={() => follow(recovery.proceed())} />
        <p className="text-sm text-ink-faint">Didn’t ask for this? Close the page: nothing has changed.</p>
      </AccountScreen>
    );
  }
  if (recovery?.kind === 'ready') {
    return (
      <RecoveryStep {...recovery} presses={presses}>
        {(session) => <NewPassword recovery={{ ...recovery, session }} presses={presses} />}
      </RecoveryStep>
    );
  }
  return (
    <NewPassword isChecking={!recovery} presses={presses}>
      {recovery && (
        <Alert
          tone="warning"
          action={
            <ButtonLink to="/forgot" variant="secondary" size="sm">
              Send me a new link
            </ButtonLink>
          }
        >
          <p>{NO_SESSION}</p>
          {recovery.reason && <p>{recovery.reason}</p>}
        </Alert>
      )}
    </NewPassword>
  );
}

/**
 * Asks for the recovered account's second factor, if it has one: the user has only shown that they
 * read its mails. Then continues with the session at its new level.
 */
function RecoveryStep({
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

const SESSION_MISSING = 'Recovery session missing. Please use your email link again.';
const UPDATED = 'Password updated. You can now sign in with your new password.';

/** The form of a new password for a recovery's account; without a recovery it says so on submit. */
function NewPassword({
  recovery,
  isChecking = false,
  presses,
  children,
}: {
  recovery?: { client: GoTrueClient; session: Session };
  /** Not yet known whether there is a recovery. */
  isChecking?: boolean;
  /** See AccountScreen. */
  presses: number;
  /** Shown above the form. */
  children?: ReactNode;
}) {
  const [done, setDone] = useState<{ otherHere: string | undefined }>();
  useRedirect(
    done && done.otherHere === undefined
      ? { to: '/login', after: REDIRECT_AFTER_MS.passwordUpdated }
      : undefined,
  );
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema: newPasswordFormSchema,
    defaultValues: { password: '', confirmPassword: '' },
    send: async ({ password }, form) => {
      if (!recovery) return form.setError('root', { message: SESSION_MISSING });
      setDone({ otherHere: await setPassword(recovery.client, password) });
    },
    describeFailure: setPasswordFailureMessage,
  });
  const email = recovery?.session.user.email ?? '';

  return (
    <AccountScreen
      title="Set a new password"
      presses={presses}
      lead={
        recovery ? (
          <>
            For <strong className="wrap-anywhere">{email}</strong>. You’ll sign in with it right after.
          </>
        ) : (
          'You’ll sign in with it right after.'
        )
      }
    >
      {children}
      <form method="dialog" noValidate className="grid gap-5" onSubmit={submit}>
        <HiddenUsername value={email} />
        <NewPasswordFields
          label="New password"
          password={form.register('password')}
          confirmPassword={form.register('confirmPassword')}
          typed={form.watch('password')}
          errors={errors}
        />
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        {done && (
          <Alert tone="success">
            <p>{UPDATED}</p>
            {done.otherHere !== undefined && (
              <p>
                You’re still signed in here as <strong className="wrap-anywhere">{done.otherHere}</strong>.
              </p>
            )}
          </Alert>
        )}
        <Button
          type="submit"
          isWide
          disabled={done !== undefined}
          isPending={isSubmitting || isChecking}
          pendingLabel={isChecking ? 'Checking your link…' : 'Setting your password…'}
        >
          Set new password
        </Button>
      </form>
    </AccountScreen>
  );
}
