import { useState } from 'react';
import { signOut } from '../../../lib/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { requestPasswordReset } from '../password/request-password-reset.ts';
import { ResendButton } from '../resend-button.tsx';

class MissingEmailError extends Error {
  override message = 'Missing email on account.';
}

/** How one signs in, and out. */
export function SecurityCard({ email }: { email: string | undefined }) {
  const [isSigningOut, setIsSigningOut] = useState(false);
  const [problem, setProblem] = useState<string>();

  const sendReset = async () => {
    if (!email) throw new MissingEmailError();
    await requestPasswordReset(email);
  };
  const leave = async () => {
    setIsSigningOut(true);
    setProblem(undefined);
    try {
      // The guard around this page leads to /login from here.
      await signOut();
    } catch (error) {
      setProblem(authFailureMessage(error, 'Unable to sign out. Please try again.'));
      setIsSigningOut(false);
    }
  };

  return (
    <Card title="Security">
      <p className="-mt-2 text-ink-soft">
        To choose a new password, we send you a link. Open it in this browser.
      </p>
      <ResendButton
        label="Send password reset email"
        send={sendReset}
        sentMessage="Password reset email sent."
        failedMessage={(error) => authFailureMessage(error, 'Unable to send the email. Please try again.')}
      />
      <Button variant="secondary" isWide isPending={isSigningOut} pendingLabel="Signing out…" onClick={leave}>
        Sign out
      </Button>
      {problem && <Alert tone="danger">{problem}</Alert>}
    </Card>
  );
}
