import { type MailContent, type RenderedMail, renderMail } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { IssuedLink } from './links/links.service.ts';
import type { Provider } from './provider.ts';

/**
 * Beside a link: the user may read the mail on a phone and continue in the browser that asked for
 * it.
 */
const CODE_HINT =
  'On another device? Type the code there instead. It works for ten minutes. Never share it: only the page where you ' +
  'asked for this email needs it.';

/** A mail but for its recipient and its time. */
type AuthMail = RenderedMail & Pick<Mail, 'kind'>;

type Writer = Pick<Provider, 'look' | 'signInUrl'>;

/** To an address of a new sign-up: confirm it. */
export function confirmationMail(provider: Writer, link: IssuedLink): AuthMail {
  return render(provider, 'auth.confirm', {
    subject: `Confirm your email address for ${provider.look.studioName}`,
    preview: 'One click, and your account is ready.',
    heading: 'Confirm your email address',
    paragraphs: [
      `Someone, most likely you, signed up at ${provider.look.studioName} with this address.`,
      'Press the button to confirm the address is yours. The link works once, for one hour.',
      CODE_HINT,
    ],
    facts: [['Code', link.code]],
    action: { label: 'Confirm my address', url: link.url },
    footnote:
      'Didn’t sign up? Ignore this email: without the confirmation there’s no account. If you ' +
      'have more than one email like this, use the one you asked for yourself.',
  });
}

/** To an address with an account, after another sign-up with it. */
export function accountExistsMail(provider: Writer): AuthMail {
  return render(provider, 'auth.account-exists', {
    subject: `You already have an account at ${provider.look.studioName}`,
    preview: 'Someone tried to sign up with your address.',
    heading: 'You already have an account',
    paragraphs: [
      `Someone, perhaps you, just tried to sign up at ${provider.look.studioName} with this address. It already has ` +
        'an account, and nothing about that account has changed.',
      'If it was you, sign in with your existing password. If you’ve forgotten it, the sign-in page helps.',
    ],
    action: { label: 'Sign in', url: provider.signInUrl },
    footnote: 'Wasn’t you? There’s nothing to do: nobody learned that you have an account here.',
  });
}

/**
 * To a confirmed address whose waiting sign-ups, one or several, couldn't be shown to be the
 * reader's: none of their passwords counts.
 */
export function passwordMissingMail(provider: Writer & Pick<Provider, 'passwordUrl'>): AuthMail {
  return render(provider, 'auth.password-missing', {
    subject: `Choose a password for ${provider.look.studioName}`,
    preview: 'Your address is confirmed. Your account needs a password.',
    heading: 'Your account needs a password',
    paragraphs: [
      `Your address is now confirmed at ${provider.look.studioName}. Anyone could have signed up with it, and nothing ` +
        'showed that it was you, so the password from that sign-up doesn’t count.',
      'Choose one with the button below: enter your address, and you’ll get a link by email.',
    ],
    action: { label: 'Choose a password', url: provider.passwordUrl },
  });
}

/** To an address that a service invites. */
export function invitationMail(provider: Writer, link: IssuedLink): AuthMail {
  return render(provider, 'auth.invitation', {
    subject: `You’re invited to ${provider.look.studioName}`,
    preview: 'One click, and your account is ready.',
    heading: 'You’re invited',
    paragraphs: [
      `An account at ${provider.look.studioName} was made for this address.`,
      'Press the button to accept the invitation and sign in. The link works once, for one hour.',
      CODE_HINT,
    ],
    facts: [['Code', link.code]],
    action: { label: 'Accept the invitation', url: link.url },
    footnote: 'Weren’t expecting this? Ignore this email: without the confirmation there’s no account.',
  });
}

/** To an account's address when a new password is asked for. */
export function recoveryMail(provider: Writer, link: IssuedLink): AuthMail {
  return render(provider, 'auth.recovery', {
    subject: `Choose a new password for ${provider.look.studioName}`,
    preview: 'The link works once, for one hour.',
    heading: 'Choose a new password',
    paragraphs: [
      `Someone, most likely you, asked for a new password for your account at ${provider.look.studioName}.`,
      'Press the button to choose one. The link works once, for one hour.',
      CODE_HINT,
    ],
    facts: [['Code', link.code]],
    action: { label: 'Choose a new password', url: link.url },
    footnote: 'Wasn’t you? Ignore this email: your password stays as it is.',
  });
}

/** One of the two mails of a change of address. */
export function emailChangeMail(
  provider: Writer,
  change: {
    kind: 'email_change_current' | 'email_change_new';
    current: string;
    next: string;
    link: IssuedLink;
  },
): AuthMail {
  const { kind, current, next, link } = change;
  const toNew = kind === 'email_change_new';
  return render(provider, 'auth.email-change', {
    subject: toNew
      ? `Confirm your new address for ${provider.look.studioName}`
      : `Confirm your change of address at ${provider.look.studioName}`,
    preview: 'Both addresses have to confirm the change.',
    heading: toNew ? 'Confirm your new address' : 'Confirm your change of address',
    paragraphs: [
      `The address of your account at ${provider.look.studioName} is about to change.`,
      'Both addresses have to confirm it: there’s an email like this in each mailbox. The links work once, for ' +
        'one hour, in any order.',
      CODE_HINT,
    ],
    facts: [
      ['Code', link.code],
      ['From', current],
      ['To', next],
    ],
    action: { label: 'Confirm the change', url: link.url },
    footnote: toNew
      ? 'Weren’t expecting this? Ignore this email: nothing changes without it.'
      : 'Weren’t expecting this? Ignore this email, and choose a new password: someone is signed in to ' +
        'your account.',
  });
}

/** To an address that already has an account, when another account asks to change to it. */
export function addressTakenMail(provider: Writer): AuthMail {
  const { studioName } = provider.look;
  return render(provider, 'auth.address-taken', {
    subject: `Someone asked for your address at ${studioName}`,
    preview: 'Your account stays as it is.',
    heading: 'Someone asked for your address',
    paragraphs: [
      `Another account at ${studioName} asked to change its address to this one. This address already has an ` +
        'account, so nothing has changed.',
      'Was it you? Sign in with this address instead. To use it for your other account, delete this one first.',
    ],
    action: { label: 'Sign in', url: provider.signInUrl },
    footnote:
      'Wasn’t you? You don’t have to do anything. The other account can’t tell that you have one here.',
  });
}

/** To the old address, once the change is done. */
export function emailChangedMail(provider: Writer, next: string): AuthMail {
  return render(provider, 'auth.email-changed', {
    subject: `Your address at ${provider.look.studioName} was changed`,
    preview: 'Your account has a new address.',
    heading: 'Your address was changed',
    paragraphs: [
      `The address of your account at ${provider.look.studioName} was changed, as confirmed from both mailboxes. ` +
        'This address is no longer used for it.',
    ],
    facts: [['New address', next]],
    footnote: `Wasn’t you? Write to ${provider.look.studioEmail} right away.`,
  });
}

/** To an account's address, once its password was changed. */
export function passwordChangedMail(provider: Writer): AuthMail {
  return render(provider, 'auth.password-changed', {
    subject: `Your password at ${provider.look.studioName} was changed`,
    preview: 'You’re signed out everywhere else.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${provider.look.studioName} was changed. You’re signed out on all other ` +
        'devices, and links from earlier emails no longer work.',
    ],
    footnote:
      'Wasn’t you? Ask for a new password on the sign-in page right away, and write to ' +
      `${provider.look.studioEmail}.`,
  });
}

/** To an account's address, after an authenticator app was added or removed. */
export function secondFactorMail(provider: Writer, what: 'added' | 'removed'): AuthMail {
  const { studioName, studioEmail } = provider.look;
  return render(provider, 'auth.second-factor', {
    subject: `An authenticator app was ${what} at ${studioName}`,
    preview:
      what === 'added'
        ? 'Signing in now needs a code from it.'
        : 'Signing in no longer needs a code from it.',
    heading: `An authenticator app was ${what}`,
    paragraphs: [
      what === 'added'
        ? `Signing in to your account at ${studioName} now needs a code from your authenticator app, after your password.`
        : `An authenticator app was removed from your account at ${studioName}. Its codes no longer work.`,
    ],
    footnote: `Wasn’t you? Choose a new password right away, and write to ${studioEmail}.`,
  });
}

/** A code to be typed before the password is changed. */
export function reauthenticationMail(provider: Writer, code: string): AuthMail {
  return render(provider, 'auth.reauthentication', {
    subject: `Your code for ${provider.look.studioName}`,
    preview: 'It works once, for one hour.',
    heading: 'Your code',
    paragraphs: ['Type this code to continue. It works once, for one hour.'],
    facts: [['Code', code]],
    footnote: 'Didn’t ask for it? Someone is signed in to your account: choose a new password.',
  });
}

function render({ look }: Writer, kind: Mail['kind'], content: MailContent): AuthMail {
  return { kind, ...renderMail(look, content) };
}
