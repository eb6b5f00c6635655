import { studio } from '@atelier/content/studio.ts';
import { usernameSchema } from '@atelier/domain/accounts/schema.ts';
import { newPasswordFormSchema } from '@atelier/domain/auth/schema.ts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts';
import { useNavigate } from '../../../lib/pages/links.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { firstIssueResolver } from '../first-issue.ts';
import { OtherUser, PressButton, useLink } from '../link/link-screen.tsx';
import { HiddenUsername, NewPasswordFields } from '../new-password-fields.tsx';
import { UsernameField, useUsernameStatus } from '../username-field.tsx';
import { findInvitation, finishInvitation, type Invitation } from './accept-invitation.ts';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [{ title: `Welcome · ${studio.name}` }, { name: 'robots', content: 'noindex' }];

const schema = z.object({ username: usernameSchema }).and(newPasswordFormSchema);
const FAILED = 'Unable to set up your account. Please try again.';

/**
 * /auth/invite: the page of an invitation's link. The user accepts with a press, then chooses a
 * name and a password.
 */
export default function InvitationScreen() {
  const [invitation, follow, presses] = useLink(findInvitation);
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: { username: '', password: '', confirmPassword: '' },
    resolver: firstIssueResolver(schema),
  });
  const { errors, isSubmitting } = form.formState;
  const [typedName, typedPassword] = form.watch(['username', 'password']);
  const { status, checkAgain } = useUsernameStatus(typedName);

  const submit = form.handleSubmit(async (filled) => {
    try {
      await finishInvitation(filled);
      await navigate('/profile', { replace: true });
    } catch (error) {
      const message =
        error instanceof ApiError ? failureMessage(error, FAILED) : authFailureMessage(error, FAILED);
      form.setError('root', { message });
    }
  });

  if (invitation?.kind === 'missing') {
    return (
      <AccountScreen title="Welcome" presses={presses}>
        <Alert tone="warning">{invitation.reason}</Alert>
        <ButtonLink to="/login" isWide>
          Sign in
        </ButtonLink>
      </AccountScreen>
    );
  }
  if (invitation?.kind === 'press') {
    return <Acceptance invitation={invitation} onAccept={() => follow(invitation.proceed())} />;
  }
  return (
    <AccountScreen
      title="Welcome"
      presses={presses}
      lead={
        invitation
          ? `You’re invited to ${studio.name} as ${invitation.email}. Choose a username and a password, and you’re in.`
          : 'Checking your invitation…'
      }
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <HiddenUsername value={invitation?.email ?? ''} />
        <UsernameField
          {...form.register('username')}
          status={status}
          onCheckAgain={checkAgain}
          error={errors.username?.message}
        />
        <NewPasswordFields
          label="Password"
          password={form.register('password')}
          confirmPassword={form.register('confirmPassword')}
          typed={typedPassword}
          errors={errors}
        />
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <Button
          type="submit"
          isWide
          isPending={isSubmitting || !invitation}
          pendingLabel={invitation ? 'Setting up your account…' : 'Checking your invitation…'}
        >
          Open my account
        </Button>
      </form>
    </AccountScreen>
  );
}

function Acceptance({
  invitation: { email, here, problem },
  onAccept,
}: {
  invitation: Extract<Invitation, { kind: 'press' }>;
  onAccept: () => Promise<void>;
}) {
  return (
    <AccountScreen title="Welcome">
      <p className="break-words">
        You’re invited to {studio.name}
        {email !== undefined && (
          <>
            {' '}
            as <strong className="wrap-anywhere">{email}</strong>
          </>
        )}
        .
      </p>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {here === undefined ? (
        <PressButton label="Accept the invitation" onPress={onAccept} />
      ) : (
        <OtherUser here={here} label="Sign out and accept" onReplace={onAccept} />
      )}
    </AccountScreen>
  );
}
