import { describeSignInFailure, type SignInProblem } from '@atelier/domain/auth/rules.ts';
import { type SignInForm as Form, signInFormSchema } from '@atelier/domain/auth/schema.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { toSignInFailure } from '../auth-failure.ts';
import { firstIssueResolver } from '../first-issue.ts';
import { ResendButton } from '../resend-button.tsx';
import { resendConfirmation } from '../resend-confirmation.ts';
import { signIn } from './sign-in.ts';

const NO_EMAIL = 'Enter your email first so we can send the verification link.';
const RESENT = 'Verification email sent. Check your inbox (and spam).';
const NOT_RESENT = 'Failed to resend verification email.';

class MissingEmailError extends Error {}

/** The form of a returning person, with the way out for those whose address is not confirmed yet. */
export function SignInForm({
  next,
  onSending,
}: {
  next: string | undefined;
  onSending: (isSending: boolean) => void;
}) {
  const [problem, setProblem] = useState<SignInProblem>();
  const form = useForm<Form>({
    defaultValues: { email: '', password: '' },
    resolver: firstIssueResolver(signInFormSchema),
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (filled) => {
    onSending(true);
    setProblem(undefined);
    try {
      await signIn(filled);
    } catch (error) {
      setProblem(describeSignInFailure(toSignInFailure(error)));
    } finally {
      onSending(false);
    }
  });

  const resend = async () => {
    const email = form.getValues('email').trim().toLowerCase();
    if (email === '') throw new MissingEmailError();
    await resendConfirmation(email, next);
  };

  return (
    <form method="dialog" noValidate className="grid gap-5" onSubmit={submit}>
      <Field label="Email" error={errors.email?.message} isRequired>
        <Input {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <Field label="Password" error={errors.password?.message} isRequired>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      {problem && <Alert tone="danger">{problem.message}</Alert>}
      {problem?.kind === 'unverified' && (
        <ResendButton
          label="Resend verification email"
          send={resend}
          sentMessage={RESENT}
          failedMessage={(error) => (error instanceof MissingEmailError ? NO_EMAIL : NOT_RESENT)}
        />
      )}
      <Button type="submit" isWide isPending={isSubmitting} pendingLabel="Signing in…">
        Sign in
      </Button>
    </form>
  );
}
