import { studio } from '@atelier/content/studio.ts';
import { usernameSchema } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { newPasswordFormSchema } from '@atelier/domain/auth/schema.ts';
import type { Session } from '@supabase/auth-js';
import { z } from 'zod';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts';
import { useNavigate } from '../../../lib/pages/links.ts';
import { reloadAccount } from '../../../lib/session/account.ts';
import { getAuthClient } from '../../../lib/session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { useAccountForm } from '../account-form.ts';
import { AccountScreen } from '../account-screen.tsx';
import { authFailureMessage, toSignInFailure } from '../auth-failure.ts';
import { HiddenUsername, NewPasswordFields } from '../new-password-fields.tsx';
import { UsernameField, useUsernameStatus } from '../username-field.tsx';
import {
  type AuthLink,
  consumeLink,
  describeRefusedLink,
  exchangeCode,
  findAddressOfLink,
  isMailSession,
  LinkGoneError,
} from './auth-link.ts';
import { exchangeSession, findSession, findUserHere, getLinkClient } from './exchange-session.ts';
import { OtherUser, PressButton, useLink } from './link-screen.tsx';

type Invitation =
  | { kind: 'accepted'; email: string }
  /**
   * A press of the button uses the link. `here` is another signed-in user, whom the press signs
   * out.
   */
  | {
      kind: 'press';
      email: string | undefined;
      here: string | undefined;
      problem?: string;
      proceed: () => Promise<Invitation>;
    }
  | { kind: 'missing'; reason: string };

const NO_INVITATION = 'There’s no invitation here. Please open the link from your email again.';

/**
 * The state of an invitation's link, or the session that it opened, as after a reload. Never
 * rejects.
 */
async function findInvitation(link: AuthLink): Promise<Invitation> {
  try {
    switch (link.kind) {
      case 'refused':
        return { kind: 'missing', reason: describeRefusedLink(link) };
      case 'hash': {
        const email = await findAddressOfLink(link, 'invite');
        const client = await getLinkClient();
        return await askForPress(email, () => consumeLink(client, link, 'invite'));
      }
      case 'code': {
        const exchange = await exchangeCode(await getLinkClient(), link);
        if (exchange.kind !== 'session') return { kind: 'missing', reason: NO_INVITATION };
        return await askForPress(exchange.session.user.email, async () => exchange.session);
      }
      default:
        return await findAccepted();
    }
  } catch (error) {
    return asMissing(error);
  }
}

/** An invitation accepted in this browser, whose name and password are still to be chosen. */
async function findAccepted(): Promise<Invitation> {
  const session = await findSession(await getAuthClient());
  const isInvited = session && session.user.invited_at !== undefined && isMailSession(session);
  return isInvited
    ? { kind: 'accepted', email: session.user.email ?? '' }
    : { kind: 'missing', reason: NO_INVITATION };
}

/**
 * Asks for the press that accepts. The link is used once, even if the user must confirm signing
 * another user out, or another one signs in meanwhile.
 */
async function askForPress(
  email: string | undefined,
  use: () => Promise<Session | null>,
  problem?: string,
): Promise<Invitation> {
  const here = await findUserHere();
  const isOther = here !== undefined && here.email !== email;
  const proceed = async (): Promise<Invitation> => {
    let accept = use;
    try {
      const session = await use();
      if (!session) return { kind: 'missing', reason: NO_INVITATION };
      accept = async () => session;
      const other = await exchangeSession(session, here?.id);
      const invited = session.user.email ?? '';
      return other ? await askForPress(invited, accept) : { kind: 'accepted', email: invited };
    } catch (error) {
      const { code } = toSignInFailure(error);
      if (code === 'otp_expired' || code === 'user_banned') return asMissing(error);
      const message = authFailureMessage(error, 'That didn’t work. Please try again.');
      return askForPress(email, accept, message).catch(asMissing);
    }
  };
  return {
    kind: 'press',
    email,
    here: isOther ? here.email : undefined,
    ...(problem && { problem }),
    proceed,
  };
}

function asMissing(error: unknown): Invitation {
  if (error instanceof LinkGoneError)
    return { kind: 'missing', reason: describeRefusedLink({ code: 'otp_expired' }) };
  const { code } = toSignInFailure(error);
  if (code !== undefined) return { kind: 'missing', reason: describeRefusedLink({ code }) };
  return { kind: 'missing', reason: authFailureMessage(error, NO_INVITATION) };
}

/**
 * Sets the username and the first password of an invited account. The name comes first: if it was
 * claimed meanwhile, nothing has changed yet.
 * @throws ApiError, or the authentication client's error
 */
async function finishInvitation(chosen: { username: string; password: string }): Promise<void> {
  await callApi(api.updateProfile, { body: { username: chosen.username } });
  const auth = await getAuthClient();
  const { error } = await auth.updateUser({ password: chosen.password });
  if (error) throw error;
  await reloadAccount();
}

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
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema,
    defaultValues: { username: '', password: '', confirmPassword: '' },
    send: async (filled) => {
      await finishInvitation(filled);
      await navigate('/profile', { replace: true });
    },
    describeFailure: (error) =>
      error instanceof ApiError ? failureMessage(error, FAILED) : authFailureMessage(error, FAILED),
  });
  const [typedName, typedPassword] = form.watch(['username', 'password']);
  const { status, checkAgain } = useUsernameStatus(typedName);

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
          typed={typedName}
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
          <span>
            {' '}
            as <strong className="wrap-anywhere">{email}</strong>
          </span>
        )}
        <span>.</span>
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
