import { studio } from '@atelier/content/studio.ts';
import { REDIRECT_AFTER_MS } from '@atelier/domain/auth/rules.ts';
import type { ReactNode } from 'react';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { ButtonLink, Spinner } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { loginNoticeState } from '../sign-in/login-notice.ts';
import { confirmEmailChange, type EmailVerification } from './confirm-email-change.ts';
import { PressButton, type Redirect, useLink, useRedirect } from './link-screen.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [
  { title: `Verify your email · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

/** /auth/email-change: the page of both links of a change of address. */
export default function EmailChange() {
  const [outcome, follow, presses] = useLink(confirmEmailChange);
  useRedirect(outcome && redirectAfter(outcome));
  return (
    <AccountScreen title="Verify your email" presses={presses}>
      {describe(outcome, follow)}
      <ButtonLink to="/profile" variant="secondary" isWide>
        Back to profile
      </ButtonLink>
    </AccountScreen>
  );
}

function describe(
  outcome: EmailVerification | undefined,
  follow: (next: Promise<EmailVerification>) => Promise<void>,
): ReactNode {
  switch (outcome?.kind) {
    case undefined:
      return (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          Verifying…
        </p>
      );
    case 'press':
      return (
        <>
          <p>This link confirms your new email address.</p>
          <PressButton label="Confirm the change" onPress={() => follow(outcome.proceed())} />
        </>
      );
    case 'elsewhere':
      return (
        <Alert tone="success">
          <p>Your address has changed.{outcome.here === 'its-holder' ? '' : ' Please sign in.'}</p>
          {typeof outcome.here === 'object' && (
            <p>
              You’re still signed in here as <strong className="wrap-anywhere">{outcome.here.other}</strong>.
            </p>
          )}
        </Alert>
      );
    case 'updated':
      return <Alert tone="success">Email updated!</Alert>;
    case 'verified':
      return <Alert tone="success">Email verified!</Alert>;
    case 'half':
      return (
        <Alert tone="info" title="One address confirmed, one to go">
          Now open the link in your other mailbox. Your email changes once both are confirmed.
        </Alert>
      );
    case 'failed':
      return <Alert tone="danger">{outcome.message}</Alert>;
  }
}

function redirectAfter(outcome: EmailVerification): Redirect | undefined {
  const after = REDIRECT_AFTER_MS.emailCallbackDone;
  if (outcome.kind === 'updated' || outcome.kind === 'verified') return { to: '/profile', after };
  if (outcome.kind !== 'elsewhere') return undefined;
  if (outcome.here === 'its-holder') return { to: '/profile', after };
  return outcome.here === 'nobody'
    ? { to: '/login', after, state: loginNoticeState('email-changed') }
    : undefined;
}
