import { RESEND_COOLDOWN_SECONDS } from '@atelier/domain/auth.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonAnchor } from '../../../ui/button-link.tsx';
import { FocusedOnArrival } from '../account-screen.tsx';
import { ResendButton } from '../resend-button.tsx';
import { resendConfirmation } from '../resend-confirmation.ts';
import { mailboxLink } from './mailbox-link.ts';

/** After signing up: the link is on its way. */
export function CheckYourMail({ email, next }: { email: string; next: string | undefined }) {
  return (
    <FocusedOnArrival className="grid gap-5">
      <Alert tone="success">
        Account created. Please check your email to confirm your address. After confirming, you'll be
        redirected automatically.
      </Alert>
      <p className="break-words">
        We wrote to <strong className="wrap-anywhere">{email}</strong>. The link in it works once, for an
        hour.
      </p>
      <ButtonAnchor href={mailboxLink(email)} target="_blank" rel="noreferrer" isWide>
        Open email
      </ButtonAnchor>
      <ResendButton
        label="Resend email"
        waitsFirst={RESEND_COOLDOWN_SECONDS}
        send={() => resendConfirmation(email, next)}
        sentMessage="Resent! Check your inbox (and spam) for the confirmation email."
        failedMessage="Failed to resend verification email."
      />
    </FocusedOnArrival>
  );
}
