import { type PlainPage, renderPlainPage } from '../../platform/http/plain-page.ts';
import { escapeHtml, type MailLook } from '../../platform/mail/layout.ts';
import type { LinkKind } from './links.service.ts';
import { AUTH_PREFIX } from './provider.ts';

/** What a link asks to be confirmed. */
export interface VerifyPageContent {
  kind: LinkKind;
  /** The address that the link was sent to. */
  email: string;
  /** What the button sends on. */
  fields: { token: string; type: string; redirect_to: string };
}

interface Words {
  heading: string;
  sentence: (email: string) => string;
  button: string;
}

const WORDS: Record<LinkKind, Words> = {
  signup: {
    heading: 'Confirm your e-mail address',
    sentence: (email) =>
      `Press the button to confirm that ${email} is your address. Your account is then ready.`,
    button: 'Confirm my address',
  },
  invite: {
    heading: 'Accept the invitation',
    sentence: (email) => `Press the button to confirm that ${email} is your address and to sign in.`,
    button: 'Accept the invitation',
  },
  recovery: {
    heading: 'Choose a new password',
    sentence: (email) => `Press the button to go on and choose a new password for ${email}.`,
    button: 'Continue',
  },
  email_change_current: {
    heading: 'Confirm the change of address',
    sentence: (email) => `Press the button to confirm that your account may move away from ${email}.`,
    button: 'Confirm the change',
  },
  email_change_new: {
    heading: 'Confirm your new address',
    sentence: (email) => `Press the button to confirm that ${email} is your new address.`,
    button: 'Confirm the change',
  },
};

/**
 * The page that a link in a mail leads to. It changes nothing: programs that open every link of a mail
 * see this page, and a person presses its one button. Without any script.
 */
export function renderVerifyPage(look: MailLook, { kind, email, fields }: VerifyPageContent): PlainPage {
  const words = WORDS[kind];
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return renderPlainPage(look, {
    heading: words.heading,
    body: `<p>${escapeHtml(words.sentence(email))}</p>
<form method="post" action="${AUTH_PREFIX}/verify">
${inputs.join('\n')}
<button type="submit">${escapeHtml(words.button)}</button>
</form>
<p class="small">You did not ask for this? Close the page: nothing has changed.</p>`,
    formTargets: [new URL(fields.redirect_to).origin],
  });
}
