import { type MailContent, type RenderedMail, renderMail } from '../../platform/mail/layout.ts';
import type { Provider } from './provider.ts';

type Writer = Pick<Provider, 'look' | 'signInUrl'>;

/** To an address that somebody signed up with: confirm it. */
export function confirmationMail(provider: Writer, link: string): RenderedMail {
  return render(provider, {
    subject: `Confirm your e-mail address for ${provider.look.studioName}`,
    preview: 'One click, and your account is ready.',
    heading: 'Confirm your e-mail address',
    paragraphs: [
      `Somebody, most likely you, has signed up at ${provider.look.studioName} with this address.`,
      'Press the button to confirm that the address is yours. The link works once, and for one hour.',
    ],
    action: { label: 'Confirm my address', url: link },
    footnote:
      'You did not sign up? Then leave this mail alone: without the confirmation there is no account. If you ' +
      'have more than one mail like this, use the one that you asked for yourself.',
  });
}

/** To an address that has an account already, when somebody signs up with it again. */
export function accountExistsMail(provider: Writer): RenderedMail {
  return render(provider, {
    subject: `You already have an account at ${provider.look.studioName}`,
    preview: 'Somebody tried to sign up with your address.',
    heading: 'You already have an account',
    paragraphs: [
      `Somebody, perhaps you, has just tried to sign up at ${provider.look.studioName} with this address. It has ` +
        'an account already, and nothing about that account was changed.',
      'If it was you, sign in with the password that you have. If you have forgotten it, the sign-in page helps.',
    ],
    action: { label: 'Sign in', url: provider.signInUrl },
    footnote: 'It was not you? Then there is nothing to do: nobody learned that you have an account here.',
  });
}

function render(provider: Writer, content: MailContent): RenderedMail {
  return renderMail(provider.look, content);
}
