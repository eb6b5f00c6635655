import { studio } from '@atelier/content/studio.ts';
import { type NewPasswordForm, newPasswordFormSchema, REDIRECT_AFTER_MS } from '@atelier/domain/auth.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isSecondFactorDue } from '../../../lib/second-factor.ts';
import { useSession } from '../../../lib/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { firstIssueResolver } from '../first-issue.ts';
import { HiddenUsername } from '../hidden-username.tsx';
import { useLink } from '../link/use-link.ts';
import { PasswordStrengthMeter } from '../password-strength-meter.tsx';
import { SecondStep } from '../second-factor/second-step.tsx';
import { usePasswordHint } from '../use-password-hint.ts';
import { useRedirect } from '../use-redirect.ts';
import { findRecoverySession } from './find-recovery-session.ts';
import { setPassword } from './set-password.ts';

export const meta = () => [
  { title: `Set a new password · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

const NO_SESSION =
  'No recovery session detected. Please click the password reset link from your email again.';
const SESSION_MISSING = 'Recovery session missing. Please use your email link again.';
const UPDATED = 'Password updated. You can now sign in with your new password.';

/** /auth/reset: where the link of a forgotten password leads. */
export default function Reset() {
  const recovery = useLink(findRecoverySession);
  const session = useSession();
  const [isDone, setIsDone] = useState(false);
  useRedirect(isDone ? { to: '/login', after: REDIRECT_AFTER_MS.passwordUpdated } : undefined);

  const form = useForm<NewPasswordForm>({
    defaultValues: { password: '', confirmPassword: '' },
    resolver: firstIssueResolver(newPasswordFormSchema),
  });
  const { errors, isSubmitting } = form.formState;
  const passwordHint = usePasswordHint();
  const submit = form.handleSubmit(async ({ password }) => {
    if (recovery?.kind !== 'ready') {
      form.setError('root', { message: SESSION_MISSING });
      return;
    }
    try {
      await setPassword(password);
      setIsDone(true);
    } catch (error) {
      form.setError('root', {
        message: authFailureMessage(error, 'Unable to set the password. Please try again.'),
      });
    }
  });

  if (recovery?.kind === 'ready' && session.status === 'signed-in' && isSecondFactorDue(session)) {
    return <SecondStep factors={session.user.factors ?? []} />;
  }
  return (
    <AccountScreen title="Set a new password" lead="You’ll sign in with it right after.">
      {recovery?.kind === 'missing' && (
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
      <form method="dialog" noValidate className="grid gap-5" onSubmit={submit}>
        <HiddenUsername value={session.status === 'signed-in' ? (session.user.email ?? '') : ''} />
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
        {isDone && <Alert tone="success">{UPDATED}</Alert>}
        <Button
          type="submit"
          isWide
          disabled={isDone}
          isPending={isSubmitting || !recovery}
          pendingLabel={recovery ? 'Setting your password…' : 'Checking your link…'}
        >
          Set new password
        </Button>
      </form>
    </AccountScreen>
  );
}
