import { PASSWORD_MIN_LENGTH, PASSWORD_STRENGTH_LABELS } from '@atelier/domain/auth/rules.ts';
import { type PlainPage, renderPlainPage } from '../../../platform/http/plain-page.ts';
import { escapeHtml, type MailLook } from '../../../platform/mail/layout.ts';
import { AUTH_PREFIX } from '../provider.ts';
import type { LinkKind } from './links.service.ts';

/**
 * The script of the provider's password page: it shows the rating of `passwordStrength` while the
 * user types, and makes the button work once. It is text, because the page's policy allows this
 * text alone; a test compares its points with those of the site's pages.
 */
export const PASSWORD_METER_SCRIPT = `(() => {
const labels = ${JSON.stringify(PASSWORD_STRENGTH_LABELS)};
const strength = (password) => [
password.length >= ${PASSWORD_MIN_LENGTH},
password.length >= 12,
/\\p{Ll}/u.test(password) && /\\p{Lu}/u.test(password),
/\\p{N}/u.test(password) && /[^\\p{L}\\p{N}\\s]/u.test(password),
].filter(Boolean).length;
const field = document.getElementById('password');
const meter = document.getElementById('strength');
const words = document.getElementById('strength-words');
field.addEventListener('input', () => {
const score = strength(field.value);
meter.hidden = words.hidden = field.value === '';
meter.value = Math.max(score, 1);
words.textContent = 'Password strength: ' + labels[score];
});
field.form.addEventListener('submit', () => { field.form.querySelector('button').disabled = true; });
})();`;

/** What a link asks to be confirmed. */
export interface VerifyPageContent {
  kind: LinkKind;
  /** The address that the link was sent to. */
  email: string;
  /** What the button sends on. */
  fields: { token: string; type: string; redirect_to: string; page: string };
  /** Asks for a password; undefined if the button is enough. */
  question: PasswordQuestion | undefined;
}

export interface PasswordQuestion {
  minLength: number;
  /** Why the typed password was refused. */
  problem: string | undefined;
}

interface Words {
  heading: string;
  sentence: (email: string) => string;
  button: string;
}

const SIGN_UP: Words = {
  heading: 'Confirm your email address',
  sentence: (email) =>
    `Press the button to confirm that ${email} is your address. Your account is then ready.`,
  button: 'Confirm my address',
};

const WORDS: Record<LinkKind, Words> = {
  signup: SIGN_UP,
  signup_by_service: SIGN_UP,
  invite: {
    heading: 'Accept the invitation',
    sentence: (email) => `Press the button to confirm that ${email} is your address and to sign in.`,
    button: 'Accept the invitation',
  },
  recovery: {
    heading: 'Choose a new password',
    sentence: (email) => `Press the button to choose a new password for ${email}.`,
    button: 'Continue',
  },
  email_change_current: {
    heading: 'Confirm your change of address',
    sentence: (email) => `Press the button to confirm that your account should no longer use ${email}.`,
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
 * see this page, and the user presses its one button. It works without scripts.
 */
export function renderVerifyPage(look: MailLook, content: VerifyPageContent): PlainPage {
  const { kind, email, fields, question } = content;
  const words = WORDS[kind];
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const sentence = question
    ? `Choose the password for your account with ${email}. You’re asked because this isn’t the browser that signed up.`
    : words.sentence(email);
  return renderPlainPage(look, {
    heading: words.heading,
    body: `<p>${escapeHtml(sentence)}</p>
<form method="post" action="${AUTH_PREFIX}/verify">
${inputs.join('\n')}
${question ? passwordFields(email, question) : ''}
<button type="submit">${escapeHtml(words.button)}</button>
</form>
<p class="small">Didn’t ask for this? Close the page: nothing has changed.</p>`,
    formTargets: [new URL(fields.redirect_to).origin],
    ...(question ? { script: PASSWORD_METER_SCRIPT } : {}),
  });
}

/** The address is there for password managers, which store both together. */
function passwordFields(email: string, { minLength, problem }: PasswordQuestion): string {
  const invalid = problem === undefined ? '' : ' aria-invalid="true" autofocus';
  return `<label for="email">Email</label>
<input id="email" type="email" autocomplete="username" value="${escapeHtml(email)}" readonly>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${minLength}" aria-describedby="rule"${invalid}>
<meter id="strength" min="0" max="4" low="2" high="3" optimum="4" aria-hidden="true" hidden></meter>
<p id="strength-words" class="hint" aria-live="polite" hidden></p>
<p id="rule" class="hint${problem === undefined ? '' : ' problem'}"${problem === undefined ? '' : ' role="alert"'}>${escapeHtml(problem ?? `At least ${minLength} characters. Longer is better.`)}</p>
<label for="confirm">Confirm password</label>
<input id="confirm" name="confirm" type="password" autocomplete="new-password" required minlength="${minLength}">`;
}
