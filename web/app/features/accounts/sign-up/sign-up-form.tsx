import { type SignUpForm as Form, signUpFormSchema } from '@atelier/domain/auth/schema.ts';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from '../../../lib/links.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { firstIssueResolver } from '../first-issue.ts';
import { PasswordStrengthMeter } from '../password-strength-meter.tsx';
import { usePasswordHint } from '../use-password-hint.ts';
import { useUsernameStatus } from '../use-username-status.ts';
import { UsernameField } from '../username-field.tsx';
import { keepSignUp, readSignUp } from './kept-sign-up.ts';
import { requestSignUp } from './request-sign-up.ts';
import { describeSignUpFailure, type SignUpFailure } from './sign-up-failure.ts';

const STILL_CHECKING = 'Please wait for the username check to finish.';
const NOT_AVAILABLE = 'Please choose an available username.';

/** The form of a new account: one issue at a time, and no sending before the username is known to be free. */
export function SignUpForm({
  next,
  onSending,
  onDone,
}: {
  next: string | undefined;
  onSending: (isSending: boolean) => void;
  onDone: (outcome: 'mailed' | 'confirmed', filled: { username: string; email: string }) => void;
}) {
  const form = useForm<Form>({
    defaultValues: { username: '', email: '', password: '', confirmPassword: '' },
    resolver: firstIssueResolver(signUpFormSchema),
  });
  const { errors, isSubmitting } = form.formState;
  const [failure, setFailure] = useState<SignUpFailure>();
  const passwordHint = usePasswordHint();
  const values = form.watch();
  const username = useUsernameStatus(values.username);
  const isReady = Object.values(values).every((value) => value !== '') && username.status === 'ok';

  const submit = form.handleSubmit(async (filled) => {
    if (username.status !== 'ok') {
      form.setError('root', { message: username.status === 'checking' ? STILL_CHECKING : NOT_AVAILABLE });
      return;
    }
    onSending(true);
    setFailure(undefined);
    try {
      onDone(await requestSignUp(filled, next), filled);
    } catch (error) {
      setFailure(describeSignUpFailure(error));
    } finally {
      onSending(false);
    }
  });

  // Known only in the browser. Text typed before hydration takes precedence.
  useEffect(() => {
    const kept = readSignUp();
    for (const name of ['username', 'email'] as const) {
      if (form.getValues(name) === '' && kept[name] !== '') form.setValue(name, kept[name]);
    }
    const subscription = form.watch(({ username = '', email = '' }) => {
      keepSignUp({ username, email, mailedAt: undefined });
    });
    return () => subscription.unsubscribe();
  }, [form]);

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
      {failure && (
        <Alert
          tone="danger"
          action={
            failure.link && (
              <ButtonLink to={failure.link.to} variant="secondary" size="sm">
                {failure.link.label}
              </ButtonLink>
            )
          }
        >
          {failure.message}
        </Alert>
      )}
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
