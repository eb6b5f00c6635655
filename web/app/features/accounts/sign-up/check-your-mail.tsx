import { RESEND_COOLDOWN_SECONDS } from '@atelier/domain/auth/rules.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ButtonAnchor } from '../../../ui/button-link.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FocusedOnArrival } from '../account-screen.tsx';
import { EmailCodeForm } from '../email-code-form.tsx';
import { ResendButton } from '../resend-button.tsx';
import { resendConfirmation } from '../resend-confirmation.ts';
import { mailboxLink } from './mailbox-link.ts';

/** After signing up: the link is on its way. */
export function CheckYourMail({
  email,
  next,
  mailedAt,
  onCode,
  onAnotherAddress,
}: {
  email: string;
  next: string | undefined;
  /** When the mail was sent, as the clock's milliseconds. */
  mailedAt: number;
  /** Resolves when a typed code was accepted. */
  onCode: (code: string) => Promise<void>;
  onAnotherAddress: () => void;
}) {
  const [waitsFirst] = useState(() =>
    Math.ceil(
      Math.min(
        Math.max(mailedAt / 1_000 + RESEND_COOLDOWN_SECONDS - Date.now() / 1_000, 0),
        RESEND_COOLDOWN_SECONDS,
      ),
    ),
  );
  return (
    <FocusedOnArrival className="grid grid-cols-1 gap-5">
      <Alert tone="success">
        Account created. Please check your email to confirm your address. After confirming, you'll be
        redirected automatically.
      </Alert>
      <p className="break-words">
        The email is on its way to <strong className="wrap-anywhere">{email}</strong>. The link in it works
        once, for an hour.
      </p>
      <ButtonAnchor href={mailboxLink(email)} target="_blank" rel="noreferrer" isWide>
        Open email
      </ButtonAnchor>
      <ResendButton
        label="Resend email"
        waitsFirst={waitsFirst}
        send={() => resendConfirmation(email, next)}
        sentMessage="Resent! Check your inbox (and spam) for the confirmation email."
        failedMessage="Failed to resend verification email."
      />
      <EmailCodeForm submitLabel="Confirm with the code" onCode={onCode} />
      <Button variant="quiet" isWide onClick={onAnotherAddress}>
        Use another address
      </Button>
    </FocusedOnArrival>
  );
}
