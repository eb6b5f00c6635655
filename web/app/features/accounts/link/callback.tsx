import { studio } from '@atelier/content/studio.ts';
import { REDIRECT_AFTER_MS } from '@atelier/domain/auth/rules.ts';
import { useSearchParams } from 'react-router';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { returnPath } from '../../../lib/pages/return-to.ts';
import { ButtonLink, Spinner } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { loginNoticeState } from '../sign-in/login-notice.ts';
import { type Confirmation, confirmSignUp } from './confirm-sign-up.ts';
import { OtherUser, PressButton, type Redirect, useLink, useRedirect } from './link-screen.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [
  { title: `Email Confirmed · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

/** /auth/callback: the page of a confirmation's link. */
export default function Callback() {
  const [query] = useSearchParams();
  const [outcome, follow, presses] = useLink(confirmSignUp);
  const redirect =
    outcome && redirectAfter(outcome, returnPath({ from: query.get('next') }, '') || undefined);
  useRedirect(redirect);
  return (
    <AccountScreen title={titleOf(outcome)} presses={presses}>
      <Progress outcome={outcome} follow={follow} loginState={redirect?.state} />
    </AccountScreen>
  );
}

function Progress({
  outcome,
  follow,
  loginState,
}: {
  outcome: Confirmation | undefined;
  follow: (next: Promise<Confirmation>) => Promise<void>;
  /** The history state for /login after a failure. */
  loginState: unknown;
}) {
  switch (outcome?.kind) {
    case undefined:
      return (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          Signing you in…
        </p>
      );
    case 'press':
      return (
        <>
          <p>This link confirms your address and signs you in.</p>
          <PressButton label="Confirm my address" onPress={() => follow(outcome.proceed())} />
        </>
      );
    case 'asks':
      return (
        <>
          <p className="break-words">
            <strong className="wrap-anywhere">{outcome.confirmed}</strong> is confirmed.
          </p>
          <OtherUser
            here={outcome.here}
            label="Switch accounts"
            onReplace={() => follow(outcome.replace())}
          />
        </>
      );
    case 'signed-in':
      return <Alert tone="success">You’re signed in. Taking you to your profile…</Alert>;
    case 'no-session':
      return <Failure state={loginState}>We couldn't establish a session. Please log in.</Failure>;
    case 'failed':
      return <Failure state={loginState}>Something went wrong. Please log in.</Failure>;
    case 'refused':
      return <Failure state={loginState}>{outcome.message}</Failure>;
  }
}

/** Why the address couldn't be confirmed here, and the way on for those who don't wait for it. */
function Failure({ state, children }: { state: unknown; children: string }) {
  return (
    <>
      <div role="alert">
        <h2 className="text-xl">{children}</h2>
      </div>
      <ButtonLink to="/login" state={state} replace isWide>
        Sign in
      </ButtonLink>
    </>
  );
}

function titleOf(outcome: Confirmation | undefined): string {
  if (outcome?.kind === 'refused') return 'Email not confirmed';
  return outcome?.kind === 'press' ? 'Confirm your email' : 'Email Confirmed';
}

function redirectAfter(outcome: Confirmation, next: string | undefined): Redirect | undefined {
  if (outcome.kind === 'press' || outcome.kind === 'asks') return undefined;
  if (outcome.kind === 'signed-in') {
    return { to: '/profile', after: REDIRECT_AFTER_MS.signUpConfirmed, state: next && { from: next } };
  }
  const login: Redirect = { to: '/login', after: REDIRECT_AFTER_MS.callbackFailed };
  if (outcome.kind === 'refused') {
    return { ...login, state: loginNoticeState(outcome.isExpired ? 'link-expired' : 'link-refused', next) };
  }
  return {
    ...login,
    state: outcome.isConfirmed ? loginNoticeState('confirmed', next) : next && { from: next },
  };
}
