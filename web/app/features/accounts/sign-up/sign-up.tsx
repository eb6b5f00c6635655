import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { Link, Navigate } from '../../../lib/pages/links.ts';
import { metaOf } from '../../../lib/pages/page-meta-by-key.ts';
import { returnPath } from '../../../lib/pages/return-to.ts';
import { useSession } from '../../../lib/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountScreen, FocusOnMount } from '../account-screen.tsx';
import { keepSignUp, readSignUp } from './kept-sign-up.ts';
import { CheckYourMail, confirmByCode, SignUpForm } from './sign-up-steps.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch-if-fresh' };

export const meta = () => metaOf('signUp');

type Stage = { name: 'form' } | { name: 'mailed'; email: string; mailedAt: number } | { name: 'confirmed' };

/** /sign-up. Moves on by itself when the address is confirmed in another tab of this browser. */
export default function SignUp() {
  const { state } = useLocation();
  const session = useSession();
  const [stage, setStage] = useState<Stage>({ name: 'form' });
  // During a call a session may come and go; the destination is decided afterwards.
  const [isSending, setIsSending] = useState(false);
  const isThrough = session.status === 'signed-in' && !isSending;

  // Known only in the browser, so it comes after the first rendering, which is the same for every
  // visitor.
  useEffect(() => {
    const { email, mailedAt } = readSignUp();
    if (mailedAt !== undefined) setStage({ name: 'mailed', email, mailedAt });
  }, []);
  useEffect(() => {
    if (isThrough) keepSignUp(undefined);
  }, [isThrough]);

  if (isThrough) return <Navigate to={returnPath(state, '/profile')} replace />;

  const next = returnPath(state, '') || undefined;
  const finish = (
    outcome: 'mailed' | 'confirmed',
    { username, email }: { username: string; email: string },
  ) => {
    const mailedAt = Date.now();
    keepSignUp(outcome === 'mailed' ? { username, email, mailedAt } : undefined);
    setStage(outcome === 'mailed' ? { name: 'mailed', email, mailedAt } : { name: 'confirmed' });
  };
  const enterByCode = async (email: string, code: string) => {
    setIsSending(true);
    try {
      await confirmByCode(email, code);
    } finally {
      setIsSending(false);
    }
  };
  const startOver = () => {
    keepSignUp({ ...readSignUp(), mailedAt: undefined });
    setStage({ name: 'form' });
  };

  return (
    <AccountScreen
      title="Create your account"
      isKeptBack
      lead={
        stage.name === 'mailed'
          ? undefined
          : 'Follow your project, approve the work and message me, all in one place.'
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
        <CheckYourMail
          email={stage.email}
          mailedAt={stage.mailedAt}
          next={next}
          onCode={(code) => enterByCode(stage.email, code)}
          onAnotherAddress={startOver}
        />
      ) : stage.name === 'confirmed' ? (
        <SignedUp />
      ) : (
        <SignUpForm next={next} onSending={setIsSending} onDone={finish} />
      )}
    </AccountScreen>
  );
}

/** After signing up with a provider that confirms addresses by itself: no mail follows. */
function SignedUp() {
  return (
    <FocusOnMount className="grid gap-5">
      <Alert tone="success">Account created. You can sign in now.</Alert>
      <ButtonLink to="/login" isWide>
        Sign in
      </ButtonLink>
    </FocusOnMount>
  );
}
