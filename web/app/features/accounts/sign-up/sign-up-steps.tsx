import { RESEND_COOLDOWN_SECONDS, TOO_MANY_ATTEMPTS } from '@atelier/domain/auth/rules.ts';
import { type SignUpForm as Form, signUpFormSchema } from '@atelier/domain/auth/schema.ts';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from '../../../lib/pages/links.ts';
import { reloadAccount } from '../../../lib/session/account.ts';
import { getAuthClient, signOut } from '../../../lib/session/session.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { firstIssueResolver } from '../account-form.ts';
import { confirmationLanding, ResendButton, resendConfirmation } from '../account-mails.tsx';
import { FocusOnMount } from '../account-screen.tsx';
import { authFailureMessage, resendFailureMessage, toSignInFailure } from '../auth-failure.ts';
import { EmailCodeForm } from '../email-code-form.tsx';
import { exchangeSession, getLinkClient } from '../link/exchange-session.ts';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { keepPendingUsername, savePendingUsername } from '../pending-username.ts';
import { UsernameField, useUsernameStatus } from '../username-field.tsx';
import { keepSignUp, readSignUp } from './kept-sign-up.ts';
import { MAILBOXES, mailboxLink, mailboxOf } from './mailbox.ts';
import { missingForSignUp } from './missing-for-sign-up.ts';

/** After signing up: the link is on its way. */
export function CheckYourMail({
  email,
  next,
  mailedAt,
  onCode,
  onAnotherAddress,
}: {
  email: string;
  next: string | undefined;
  /** When the mail was sent, as a Unix time in ms. */
  mailedAt: number;
  /** Resolves when a typed code was accepted. */
  onCode: (code: string) => Promise<void>;
  onAnotherAddress: () => void;
}) {
  const [waitsFirst] = useState(() =>
    Math.ceil(
      Math.min(
        Math.max(mailedAt / 1_000 + RESEND_COOLDOWN_SECONDS - Date.now() / 1_000, 0),
        RESEND_COOLDOWN_SECONDS,
      ),
    ),
  );
  return (
    <FocusOnMount className="grid grid-cols-1 gap-5">
      <Alert tone="success">
        Account created. Please check your email to confirm your address. After confirming, you'll be
        redirected automatically.
      </Alert>
      <p className="break-words">
        The email is on its way to <strong className="wrap-anywhere">{email}</strong>. The link in it works
        once, for an hour.
      </p>
      <OpenEmail email={email} />
      <ResendButton
        label="Resend email"
        waitsFirst={waitsFirst}
        send={() => resendConfirmation(email, next)}
        sentMessage="Resent! Check your inbox (and spam) for the confirmation email."
        failedMessage={(error) => resendFailureMessage(error, 'Failed to resend verification email.')}
      />
      <EmailCodeForm submitLabel="Confirm with the code" onCode={onCode} />
      <Button variant="quiet" isWide onClick={onAnotherAddress}>
        Use another address
      </Button>
    </FocusOnMount>
  );
}

/**
 * The inbox of the address's mail service. Of an address whose service it doesn't show, the most
 * common inbox, with the others beside it: a bare mailto: opens nothing for most people.
 */
function OpenEmail({ email }: { email: string }) {
  const [first, ...others] = MAILBOXES;
  return (
    <div className="grid gap-2">
      <ButtonAnchor href={mailboxLink(email)} target="_blank" rel="noreferrer" isWide>
        Open email
      </ButtonAnchor>
      {mailboxOf(email) === undefined && (
        <p className="text-center text-ink-soft text-sm">
          Opens {first.name}. Or open{' '}
          {others.map(({ name, url }) => (
            <span key={url}>
              <a href={url} target="_blank" rel="noreferrer" className="underline">
                {name}
              </a>
              ,{' '}
            </span>
          ))}
          <span>or the mail app you use.</span>
        </p>
      )}
    </div>
  );
}

/**
 * Confirms an address with the code typed from the mail, and signs in.
 * @throws the authentication client's error
 */
export async function confirmByCode(email: string, code: string): Promise<void> {
  const { data, error } = await (await getLinkClient()).verifyOtp({ type: 'signup', email, token: code });
  if (error) throw error;
  // Another user has signed in here meanwhile, and stays.
  if (!data.session || (await exchangeSession(data.session))) return;
  await savePendingUsername(data.session.user);
  await reloadAccount();
}

const STILL_CHECKING = 'Please wait for the username check to finish.';
const NOT_AVAILABLE = 'Please choose an available username.';

/**
 * The form of a new account: one issue at a time, and no sending before the username is known to be
 * free.
 */
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

  // A disabled button ignores the Enter key too; show what is missing instead.
  const explainEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isReady || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void submit();
  };

  return (
    <form method="dialog" noValidate className="grid gap-5" onSubmit={submit} onKeyDown={explainEnter}>
      <UsernameField
        {...form.register('username')}
        typed={values.username}
        status={username.status}
        onCheckAgain={username.checkAgain}
        error={errors.username?.message}
      />
      <Field label="Email" error={errors.email?.message} isRequired>
        <Input {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <NewPasswordFields
        label="Password"
        password={form.register('password')}
        confirmPassword={form.register('confirmPassword')}
        typed={values.password}
        errors={errors}
      />
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
        aria-describedby={isReady ? undefined : 'sign-up-needs'}
        isPending={isSubmitting}
        pendingLabel="Creating your account…"
      >
        Create account
      </Button>
      {!isReady && (
        <p id="sign-up-needs" className="-mt-2 text-center text-ink-soft text-sm">
          Still needed: {missingForSignUp(values, username.status)}.
        </p>
      )}
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

/**
 * Creates an account and leaves its user signed out. This browser stores the username until the
 * address is confirmed; the sign-up's data holds it too, because the mail may be opened on another
 * device.
 *
 * @param next the page of this site that the user wanted before signing up
 * @returns whether a link was mailed, or the provider confirms addresses by itself
 * @throws the authentication client's error
 */
async function requestSignUp(form: Form, next: string | undefined): Promise<'mailed' | 'confirmed'> {
  const auth = await getAuthClient();
  const { data, error } = await auth.signUp({
    email: form.email,
    password: form.password,
    options: { data: { username: form.username }, emailRedirectTo: confirmationLanding(next) },
  });
  if (error) throw error;
  // A reply of another shape, which says nothing of an account.
  if (!data.user) throw new Error('');
  keepPendingUsername(form);
  // Without a session there is nothing to end, and signing out would delete what the mailed link
  // needs.
  if (!data.session) return 'mailed';
  await savePendingUsername(data.session.user);
  await signOut();
  return 'confirmed';
}

/** The message for a failed sign-up, and the page that helps. */
interface SignUpFailure {
  message: string;
  link?: { to: '/login' | '/forgot'; label: string };
}

const SIGN_IN = { to: '/login', label: 'Sign in' } as const;
const NO_ACCOUNT = 'Unable to create the account.';

/** The sentence for a failed sign-up (specification section 3). */
export function describeSignUpFailure(error: unknown): SignUpFailure {
  const { code, status } = toSignInFailure(error);
  if (code === 'user_already_exists' || code === 'email_exists') {
    return { message: 'You already have an account with this email. Sign in instead.', link: SIGN_IN };
  }
  // Who tries again and again may have an account.
  if (status === 429) return { message: TOO_MANY_ATTEMPTS, link: SIGN_IN };
  return { message: authFailureMessage(error, NO_ACCOUNT) };
}
