import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import { REDIRECT_AFTER_MS } from '@atelier/domain/auth/rules.ts';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import type { ReactNode } from 'react';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { reloadAccount } from '../../../lib/session/account.ts';
import { getAuthClient } from '../../../lib/session/session.ts';
import { ButtonLink, Spinner } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { authFailureMessage, toSignInFailure } from '../auth-failure.ts';
import { loginNoticeState } from '../sign-in/login-notice.ts';
import {
  type AuthLink,
  consumeLink,
  describeRefusedLink,
  endForeignSession,
  exchangeCode,
} from './auth-link.ts';
import { exchangeSession, findSession, getLinkClient } from './exchange-session.ts';
import { PressButton, type Redirect, useLink, useRedirect } from './link-screen.tsx';

type EmailVerification =
  | { kind: 'updated' | 'verified' }
  /** A press of the button uses the link. */
  | { kind: 'press'; proceed: () => Promise<EmailVerification> }
  /** Changed, but without a session from this link: the change was requested in another browser. */
  | { kind: 'elsewhere'; here: 'nobody' | 'its-holder' | { other: string } }
  /** One of the two addresses has confirmed; the other one's link is still to be opened. */
  | { kind: 'half' }
  | { kind: 'failed'; message: string };

const NOTHING_TO_VERIFY = 'Missing verification code or session.';

/** Uses the link of a change of address in this browser. Never rejects. */
async function confirmEmailChange(link: AuthLink): Promise<EmailVerification> {
  switch (link.kind) {
    case 'refused':
      return { kind: 'failed', message: describeRefusedLink(link) };
    case 'hash':
      return { kind: 'press', proceed: () => orFailed(() => confirmByPress(link)) };
    case 'code':
      return orFailed(() => confirmByCode(link));
    case 'tokens':
      return orFailed(async () => {
        const isGenuine = await endForeignSession(await getLinkClient(), link.accessToken);
        return isGenuine ? confirmElsewhere() : { kind: 'failed', message: NOTHING_TO_VERIFY };
      });
    case 'half':
      return orFailed(async () => {
        await renewSession(await getAuthClient());
        return { kind: 'half' };
      });
    case 'bare':
      return orFailed(async () => {
        const session = await renewSession(await getAuthClient());
        if (!session) return { kind: 'failed', message: NOTHING_TO_VERIFY };
        await syncEmail();
        return { kind: 'verified' };
      });
  }
}

async function orFailed(work: () => Promise<EmailVerification>): Promise<EmailVerification> {
  try {
    return await work();
  } catch (error) {
    const { code } = toSignInFailure(error);
    const isSpent = code === 'otp_expired' || code === 'user_banned';
    const message = isSpent ? describeRefusedLink({ code }) : authFailureMessage(error, NOTHING_TO_VERIFY);
    return { kind: 'failed', message };
  }
}

async function confirmByCode(link: Extract<AuthLink, { kind: 'code' }>): Promise<EmailVerification> {
  const exchange = await exchangeCode(await getLinkClient(), link);
  if (exchange.kind === 'session') return enter(exchange.session);
  if (exchange.isGenuine) return confirmElsewhere();
  if (exchange.kind === 'elsewhere') return { kind: 'failed', message: NOTHING_TO_VERIFY };
  const { code } = exchange.error;
  if (code === undefined) throw exchange.error;
  return { kind: 'failed', message: describeRefusedLink({ code }) };
}

/** A link that the provider leaves to this page. The first of the two opens no session. */
async function confirmByPress(link: Extract<AuthLink, { kind: 'hash' }>): Promise<EmailVerification> {
  const session = await consumeLink(await getLinkClient(), link, 'email_change');
  return session ? enter(session) : { kind: 'half' };
}

async function enter(session: Session): Promise<EmailVerification> {
  const other = await exchangeSession(session);
  if (other) return { kind: 'elsewhere', here: { other: other.email ?? '' } };
  await syncEmail();
  return { kind: 'updated' };
}

/**
 * The address is changed. If its holder is signed in here anyway, the new address shows at once.
 */
async function confirmElsewhere(): Promise<EmailVerification> {
  const auth = await getAuthClient();
  const before = await findSession(auth);
  const after = await renewSession(auth);
  if (after) await syncEmail();
  if (!after) return { kind: 'elsewhere', here: 'nobody' };
  const isHolder = after.user.email !== before?.user.email;
  return { kind: 'elsewhere', here: isHolder ? 'its-holder' : { other: after.user.email ?? '' } };
}

/**
 * This browser's session, renewed with the provider's current data of its user; null without one.
 */
async function renewSession(auth: GoTrueClient): Promise<Session | null> {
  if (!(await findSession(auth))) return null;
  const renewed = await auth.refreshSession();
  return renewed.data.session;
}

/** Copies the new address to the account. */
async function syncEmail(): Promise<void> {
  try {
    await callApi(api.syncEmail);
  } catch {
    // Ignored by the specification (section 4); the account is compared with the session on every
    // visit.
  }
  await reloadAccount();
}

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
          <p>Your address has changed.{outcome.here !== 'its-holder' && <span> Please sign in.</span>}</p>
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
