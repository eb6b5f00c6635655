import { studio } from '@atelier/content/studio.ts';
import { REDIRECT_AFTER_MS } from '@atelier/domain/auth.ts';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { arrivalState } from '../sign-in/arrival.ts';
import { type Redirect, useRedirect } from '../use-redirect.ts';
import { confirmEmailChange, type EmailVerification } from './confirm-email-change.ts';
import { useLink } from './use-link.ts';

export const meta = () => [
  { title: `Verify your email · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

/** /auth/email-change: where the two links of a change of address lead. */
export default function EmailChange() {
  const outcome = useLink(confirmEmailChange);
  useRedirect(outcome && redirectAfter(outcome));
  return (
    <AccountScreen title="Verify your email">
      {describe(outcome)}
      <ButtonLink to="/profile" variant="secondary" isWide>
        Back to profile
      </ButtonLink>
    </AccountScreen>
  );
}

function describe(outcome: EmailVerification | undefined): ReactNode {
  switch (outcome?.kind) {
    case undefined:
      return (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          Verifying…
        </p>
      );
    case 'updated':
      return <Alert tone="success">Email updated!</Alert>;
    case 'verified':
      return <Alert tone="success">Email verified!</Alert>;
    case 'half':
      return (
        <Alert tone="info" title="One address confirmed, one to go">
          Now open the link we sent to the other address. Your email changes once both are confirmed.
        </Alert>
      );
    case 'failed':
      return <Alert tone="danger">{outcome.message}</Alert>;
  }
}

function redirectAfter(outcome: EmailVerification): Redirect | undefined {
  if (outcome.kind !== 'updated' && outcome.kind !== 'verified') return undefined;
  const after = REDIRECT_AFTER_MS.emailCallbackDone;
  if (outcome.isSignedIn) return { to: '/profile', after };
  return { to: '/login', after, state: arrivalState('email-changed') };
}
