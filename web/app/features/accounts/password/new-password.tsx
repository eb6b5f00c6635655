import { REDIRECT_AFTER_MS } from '@atelier/domain/auth/rules.ts';
import { type NewPasswordForm, newPasswordFormSchema } from '@atelier/domain/auth/schema.ts';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { firstIssueResolver } from '../first-issue.ts';
import { HiddenUsername } from '../hidden-username.tsx';
import { PasswordStrengthMeter } from '../password-strength-meter.tsx';
import { usePasswordHint } from '../use-password-hint.ts';
import { useRedirect } from '../use-redirect.ts';
import { passwordFailureMessage, setPassword } from './recovery.ts';

const SESSION_MISSING = 'Recovery session missing. Please use your email link again.';
const UPDATED = 'Password updated. You can now sign in with your new password.';

/** The form of a new password for a recovery's account; without a recovery it says so on submit. */
export function NewPassword({
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
  const form = useForm<NewPasswordForm>({
    defaultValues: { password: '', confirmPassword: '' },
    resolver: firstIssueResolver(newPasswordFormSchema),
  });
  const { errors, isSubmitting } = form.formState;
  const passwordHint = usePasswordHint();
  const email = recovery?.session.user.email ?? '';

  const submit = form.handleSubmit(async ({ password }) => {
    if (!recovery) {
      form.setError('root', { message: SESSION_MISSING });
      return;
    }
    try {
      setDone({ otherHere: await setPassword(recovery.client, password) });
    } catch (error) {
      form.setError('root', { message: passwordFailureMessage(error) });
    }
  });

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
        <div className="grid gap-3">
          <Field label="New password" hint={passwordHint} error={errors.password?.message} isRequired>
            <PasswordInput {...form.register('password')} autoComplete="new-password" />
          </Field>
          <PasswordStrengthMeter password={form.watch('password')} />
        </div>
        <Field label="Confirm password" error={errors.confirmPassword?.message} isRequired>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
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
