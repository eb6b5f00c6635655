import { useState } from 'react';
import { useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { Link, Navigate } from '../../../lib/links.ts';
import { metaOf } from '../../../lib/page-meta-by-key.ts';
import { returnPath } from '../../../lib/return-to.ts';
import { isSecondFactorDue } from '../../../lib/second-factor.ts';
import { useSession } from '../../../lib/session.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { SecondStep } from '../second-factor/second-step.tsx';
import { arrivalMessage } from './arrival.ts';
import { SignInForm } from './sign-in-form.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch-if-fresh' };

export const meta = () => metaOf('login');

const footerLink = 'inline-flex min-h-11 items-center font-semibold underline';

/** /login, with a second step for whoever has a second factor. Goes on to the page that was asked for, with its query, else to the profile. */
export default function Login() {
  const { state } = useLocation();
  const session = useSession();
  const [isSending, setIsSending] = useState(false);

  if (session.status === 'signed-in' && !isSending) {
    if (isSecondFactorDue(session)) return <SecondStep factors={session.user.factors ?? []} />;
    return <Navigate to={returnPath(state, '/profile')} replace />;
  }
  // Known in the browser only; the page's HTML is the same for everybody.
  const arrival = session.status === 'loading' ? undefined : arrivalMessage(state);
  return (
    <AccountScreen
      title="Welcome back"
      isKeptBack
      footer={
        <p>
          New here?{' '}
          <Link to="/sign-up" state={state} className={footerLink}>
            Create an account
          </Link>
        </p>
      }
    >
      {arrival && <Alert tone="info">{arrival}</Alert>}
      <SignInForm next={returnPath(state, '') || undefined} onSending={setIsSending} />
      <Link to="/forgot" className={`${footerLink} -my-2 justify-self-center text-sm`}>
        Forgotten your password?
      </Link>
    </AccountScreen>
  );
}
