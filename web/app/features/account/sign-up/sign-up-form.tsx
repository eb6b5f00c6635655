import { type SignUpForm as Form, signUpFormSchema } from '@atelier/domain/auth.ts';
import type { KeyboardEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { firstIssueResolver } from '../first-issue.ts';
import { PasswordStrengthMeter } from '../password-strength-meter.tsx';
import { usePasswordHint } from '../use-password-hint.ts';
import { useUsernameStatus } from '../use-username-status.ts';
import { UsernameField } from '../username-field.tsx';
import { requestSignUp } from './request-sign-up.ts';

const STILL_CHECKING = 'Please wait for the username check to finish.';
const NOT_AVAILABLE = 'Please choose an available username.';

/** The form of a new account: one issue at a time, and no sending before the username is known to be free. */
export function SignUpForm({
  next,
  onSending,
  onFailed,
  onDone,
}: {
  next: string | undefined;
  onSending: () => void;
  onFailed: () => void;
  onDone: (outcome: 'mailed' | 'confirmed', email: string) => void;
}) {
  const form = useForm<Form>({
    defaultValues: { username: '', email: '', password: '', confirmPassword: '' },
    resolver: firstIssueResolver(signUpFormSchema),
  });
  const { errors, isSubmitting } = form.formState;
  const passwordHint = usePasswordHint();
  const values = form.watch();
  const username = useUsernameStatus(values.username);
  const isReady = Object.values(values).every((value) => value !== '') && username.status === 'ok';

  const submit = form.handleSubmit(async (filled) => {
    if (username.status !== 'ok') {
      form.setError('root', { message: username.status === 'checking' ? STILL_CHECKING : NOT_AVAILABLE });
      return;
    }
    onSending();
    try {
      onDone(await requestSignUp(filled, next), filled.email);
    } catch (error) {
      onFailed();
      form.setError('root', { message: authFailureMessage(error, 'Unable to create the account.') });
    }
  });

  // A disabled button swallows the Enter key as well; it is better answered with what is still missing.
  const explainEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isReady || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void submit();
  };

  return (
    <form method="dialog" noValidate className="grid gap-5" onSubmit={submit} onKeyDown={explainEnter}>
      <UsernameField
        {...form.register('username')}
        status={username.status}
        onCheckAgain={username.checkAgain}
        error={errors.username?.message}
      />
      <Field label="Email" error={errors.email?.message} isRequired>
        <Input {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <div className="grid gap-3">
        <Field label="Password" hint={passwordHint} error={errors.password?.message} isRequired>
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <PasswordStrengthMeter password={values.password} />
      </div>
      <Field label="Confirm password" error={errors.confirmPassword?.message} isRequired>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Button
        type="submit"
        isWide
        disabled={!isReady && !isSubmitting}
        isPending={isSubmitting}
        pendingLabel="Creating your account…"
      >
        Create account
      </Button>
      <p className="text-sm text-ink-faint">
        By creating an account you agree to the{' '}
        <Link to="/terms" className="underline">
          terms
        </Link>{' '}
        and the{' '}
        <Link to="/privacy" className="underline">
          privacy notice
        </Link>
        .
      </p>
    </form>
  );
}
