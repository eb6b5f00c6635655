import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { metaOf } from '../../../lib/page-meta-by-key.ts';
import { returnPath } from '../../../lib/return-to.ts';
import { useSession } from '../../../lib/session.ts';
import { AccountScreen } from '../account-screen.tsx';
import { CheckYourMail } from './check-your-mail.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SignedUp } from './signed-up.tsx';

export const meta = () => metaOf('signUp');

type Stage =
  | { name: 'form' }
  | { name: 'working' }
  | { name: 'mailed'; email: string }
  | { name: 'confirmed' };

/** /sign-up. Moves on by itself when the address is confirmed in another tab of this browser. */
export default function SignUp() {
  const { state } = useLocation();
  const session = useSession();
  const [stage, setStage] = useState<Stage>({ name: 'form' });

  // While the form is being sent a session may come and go; where it leads is decided when that is over.
  if (session.status === 'signed-in' && stage.name !== 'working') {
    return <Navigate to={returnPath(state, '/profile')} replace />;
  }
  return (
    <AccountScreen
      title="Create your account"
      lead={
        stage.name === 'mailed'
          ? undefined
          : 'Follow your project, approve the work and talk to the studio, all in one place.'
      }
      footer={
        <p>
          Already have an account?{' '}
          <Link
            to="/login"
            state={state}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            Sign in
          </Link>
        </p>
      }
    >
      {stage.name === 'mailed' ? (
        <CheckYourMail email={stage.email} next={returnPath(state, '') || undefined} />
      ) : stage.name === 'confirmed' ? (
        <SignedUp />
      ) : (
        <SignUpForm
          next={returnPath(state, '') || undefined}
          onSending={() => setStage({ name: 'working' })}
          onFailed={() => setStage({ name: 'form' })}
          onDone={(outcome, email) =>
            setStage(outcome === 'mailed' ? { name: 'mailed', email } : { name: 'confirmed' })
          }
        />
      )}
    </AccountScreen>
  );
}
