import { RESEND_COOLDOWN_SECONDS } from '@atelier/domain/auth/rules.ts';
import { useState } from 'react';
import { reloadAccount } from '../../../lib/session/account.ts';
import { Button, ButtonAnchor } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { resendConfirmation } from '../account-mails.ts';
import { FocusOnMount } from '../account-screen.tsx';
import { EmailCodeForm } from '../email-code-form.tsx';
import { exchangeSession, getLinkClient } from '../link/exchange-session.ts';
import { savePendingUsername } from '../pending-username.ts';
import { ResendButton } from '../resend-button.tsx';

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
  /** When the mail was sent, as a Unix time in ms. */
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
    <FocusOnMount className="grid grid-cols-1 gap-5">
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
    </FocusOnMount>
  );
}

/** Where the larger mail services show their inbox. */
const WEBMAIL: Record<string, string> = {
  'gmail.com': 'https://mail.google.com/',
  'googlemail.com': 'https://mail.google.com/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'live.com': 'https://outlook.live.com/mail/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'icloud.com': 'https://www.icloud.com/mail/',
  'me.com': 'https://www.icloud.com/mail/',
  'proton.me': 'https://mail.proton.me/',
  'protonmail.com': 'https://mail.proton.me/',
  'fastmail.com': 'https://app.fastmail.com/',
  'gmx.net': 'https://www.gmx.net/',
  'gmx.de': 'https://www.gmx.net/',
  'web.de': 'https://web.de/',
};

/** Where to read an address's mail: the inbox of a known service, else the mail program. */
export function mailboxLink(email: string): string {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return Object.hasOwn(WEBMAIL, host) ? (WEBMAIL[host] ?? 'mailto:') : 'mailto:';
}

/**
 * Confirms an address with the code typed from the mail, and signs in.
 * @throws the authentication client's error
 */
export async function confirmByCode(email: string, code: string): Promise<void> {
  const { data, error } = await (await getLinkClient()).verifyOtp({ type: 'signup', email, token: code });
  if (error) throw error;
  // Another user has signed in here meanwhile, and stays.
  if (!data.session || (await exchangeSession(data.session))) return;
  await savePendingUsername(data.session.user);
  await reloadAccount();
}
