import { useState } from 'react';
import { signOut } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { requestPasswordReset } from '../account-mails.ts';
import { authFailureMessage } from '../auth-failure.ts';
import { ResendButton } from '../resend-button.tsx';

class MissingEmailError extends Error {
  override message = 'Missing email on account.';
}

/** The password, and signing out. */
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
      <div className="grid gap-3">
        <div>
          <h3 className="text-base">Password</h3>
          <p className="text-sm text-ink-soft">
            You’ll get a link to choose a new one. Open it in this browser.
          </p>
        </div>
        <ResendButton
          isWide={false}
          label="Send password reset email"
          send={sendReset}
          sentMessage="Password reset email sent."
          failedMessage={(error) => authFailureMessage(error, 'Unable to send the email. Please try again.')}
        />
      </div>
      <div className="grid justify-items-start gap-3 border-t border-rule pt-5">
        <div>
          <h3 className="text-base">This browser</h3>
          <p className="text-sm text-ink-soft">You stay signed in here until you sign out.</p>
        </div>
        <Button variant="secondary" isPending={isSigningOut} pendingLabel="Signing out…" onClick={leave}>
          Sign out
        </Button>
        {problem && (
          <Alert tone="danger" className="w-full">
            {problem}
          </Alert>
        )}
      </div>
    </Card>
  );
}
