import { createHash } from 'node:crypto';
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

/** A page and the policy under which a browser may show it. */
export interface VerifyPage {
  html: string;
  contentSecurityPolicy: string;
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
export function renderVerifyPage(look: MailLook, { kind, email, fields }: VerifyPageContent): VerifyPage {
  const words = WORDS[kind];
  const style = stylesheet(look);
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(words.heading)} - ${escapeHtml(look.studioName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="studio">${escapeHtml(look.studioName)}</p>
<h1>${escapeHtml(words.heading)}</h1>
<p>${escapeHtml(words.sentence(email))}</p>
<form method="post" action="${AUTH_PREFIX}/verify">
${inputs.join('\n')}
<button type="submit">${escapeHtml(words.button)}</button>
</form>
<p class="small">You did not ask for this? Close the page: nothing has changed.</p>
</main>
</body>
</html>
`;
  return { html, contentSecurityPolicy: contentPolicy(style, fields.redirect_to) };
}

/** The form may be answered with a redirect to another origin: browsers hold that to form-action too. */
function contentPolicy(style: string, redirectTo: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    `form-action 'self' ${new URL(redirectTo).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function stylesheet({ accent, onAccent }: MailLook): string {
  return `:root{color-scheme:light dark;--page:#f4f3f0;--card:#fff;--text:#1a1b1e;--soft:#5c5f66}
@media(prefers-color-scheme:dark){:root{--page:#131416;--card:#1e2023;--text:#f1f1ef;--soft:#a9acb2}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--text);font:16px/1.6 "Instrument Sans",system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}
main{width:100%;max-width:480px;padding:32px;border-radius:16px;background:var(--card)}
h1{margin:0 0 12px;font-size:26px;line-height:1.25}
p{margin:0 0 20px;overflow-wrap:anywhere}
.studio{font-weight:700;font-size:18px}
.small{margin:20px 0 0;font-size:14px;color:var(--soft)}
button{display:block;width:100%;min-height:48px;padding:12px 20px;border:0;border-radius:10px;background:${accent};color:${onAccent};font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--text);outline-offset:3px}`;
}
