import { describeSignInFailure, type SignInProblem } from '@atelier/domain/auth/rules.ts';
import { type SignInForm as Form, signInFormSchema } from '@atelier/domain/auth/schema.ts';
import { emailToFind } from '@atelier/domain/email-address.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { Link, Navigate } from '../../../lib/pages/links.ts';
import { metaOf } from '../../../lib/pages/page-meta-by-key.ts';
import { returnPath } from '../../../lib/pages/return-to.ts';
import { isSecondFactorDue } from '../../../lib/session/second-factor.ts';
import { getAuthClient, signOut, useSession } from '../../../lib/session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { firstIssueResolver } from '../account-form.ts';
import { ResendButton, resendConfirmation } from '../account-mails.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { resendFailureMessage, toSignInFailure } from '../auth-failure.ts';
import { SecondStep } from '../second-factor/factor-code-form.tsx';
import { keepSignUp } from '../sign-up/kept-sign-up.ts';
import { isBeforeBrief, loginNotice } from './login-notice.ts';

export const handle: PublicPageHandle = { comesAlive: 'on-touch-if-fresh' };

export const meta = () => metaOf('login');

const footerLink = 'inline-flex min-h-11 items-center font-semibold underline';

/**
 * /login, with a second step for accounts that need one. Then opens the wanted page, or the
 * profile.
 */
export default function Login() {
  const { state } = useLocation();
  const session = useSession();
  const [isSending, setIsSending] = useState(false);

  if (session.status === 'signed-in' && !isSending) {
    if (isSecondFactorDue(session)) return <SecondStep factors={session.user.factors ?? []} />;
    return <Navigate to={returnPath(state, '/profile')} replace />;
  }
  // Known only in the browser; the page's HTML is the same for every visitor.
  const isKnown = session.status !== 'loading';
  const notice = isKnown ? loginNotice(state) : undefined;
  const isInvited = isKnown && isBeforeBrief(state);
  return (
    <AccountScreen
      title="Welcome back"
      isKeptBack
      footer={
        !isInvited && (
          <p>
            New here?{' '}
            <Link to="/sign-up" state={state} className={footerLink}>
              Create an account
            </Link>
          </p>
        )
      }
    >
      {notice && <Alert tone="info">{notice}</Alert>}
      {isInvited && <BeforeBrief state={state} />}
      <SignInForm
        next={returnPath(state, '') || undefined}
        isSecondWay={isInvited}
        onSending={setIsSending}
      />
      <Link to="/forgot" className={`${footerLink} -my-2 justify-self-center text-sm`}>
        Forgotten your password?
      </Link>
    </AccountScreen>
  );
}

/** For a visitor on the way to the wizard: why a form comes first, and the way in for most of them. */
function BeforeBrief({ state }: { state: unknown }) {
  return (
    <section aria-labelledby="before-brief" className="grid gap-3 border-b border-rule pb-6">
      <h2 id="before-brief" className="text-xl">
        First, a place to keep your brief
      </h2>
      <p className="text-ink-soft">
        Your brief is kept in an account, so you can stop and come back. What you chose comes along.
      </p>
      <ButtonLink to="/sign-up" state={state} isWide>
        Create an account
      </ButtonLink>
      <p className="-mb-2 text-center text-ink-soft text-sm">or sign in, if you have one</p>
    </section>
  );
}

const NO_EMAIL = 'Enter your email first so we can send the verification link.';
const RESENT = 'Verification email sent. Check your inbox (and spam).';
const NOT_RESENT = 'Failed to resend verification email.';

class MissingEmailError extends Error {}

/** The sign-in form. Offers the confirmation mail again if the address is unconfirmed. */
function SignInForm({
  next,
  isSecondWay,
  onSending,
}: {
  next: string | undefined;
  /** Another button of the page comes first. */
  isSecondWay: boolean;
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
    const email = emailToFind(form.getValues('email'));
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
          failedMessage={(error) =>
            error instanceof MissingEmailError ? NO_EMAIL : resendFailureMessage(error, NOT_RESENT)
          }
        />
      )}
      <Button
        type="submit"
        variant={isSecondWay ? 'secondary' : 'primary'}
        isWide
        isPending={isSubmitting}
        pendingLabel="Signing in…"
      >
        Sign in
      </Button>
    </form>
  );
}

/** The credentials are right, but the address is not confirmed yet. */
class UnverifiedEmailError extends Error {
  readonly code = 'email_not_confirmed';
}

/**
 * Signs in. Signs out again if the address is not confirmed, also where the provider allows it.
 * @throws UnverifiedEmailError, or the authentication client's error
 */
async function signIn({ email, password }: Form): Promise<void> {
  const auth = await getAuthClient();
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  if (data.user.email_confirmed_at || data.user.confirmed_at) {
    keepSignUp(undefined);
    return;
  }
  await signOut();
  throw new UnverifiedEmailError('Email not confirmed');
}
