import { createHash } from 'node:crypto';
import { referenceOf } from '@atelier/domain/errors.ts';
import type { FastifyReply } from 'fastify';
import { escapeHtml, type MailColors, type MailLook } from '../mail/layout.ts';

/** A page and the policy under which a browser may show it. */
export interface PlainPage {
  html: string;
  contentSecurityPolicy: string;
}

export interface PlainPageContent {
  heading: string;
  /** HTML: the caller escapes foreign text. */
  body: string;
  /** Origins that a form of the page may end at, besides ours. */
  formTargets?: readonly string[];
  /** An optional script; the page works without it. */
  script?: string;
}

/** A page of one card, for the links in mails: in the studio's look, and complete without scripts. */
export function renderPlainPage(look: MailLook, content: PlainPageContent): PlainPage {
  const { heading, body, formTargets = [], script } = content;
  const style = stylesheet(look);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)} - ${escapeHtml(look.studioName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="studio">${escapeHtml(look.studioName)}</p>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`;
  return { html, contentSecurityPolicy: contentPolicy(style, script, formTargets) };
}

/** Sends a page under its policy, with the status that the reply has. */
export function sendPlainPage(reply: FastifyReply, { html, contentSecurityPolicy }: PlainPage): FastifyReply {
  return reply
    .header('content-security-policy', contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(html);
}

/** What a browser shows that opened an address which failed. */
export function renderFailurePage(look: MailLook, requestId: string): PlainPage {
  return renderPlainPage(look, {
    heading: 'Something went wrong',
    body: `<p>It’s a fault of this site, not yours, and what you’ve saved is safe. Wait a moment, then reload the page.</p>
<p class="small">If it keeps failing, send me this reference: ${escapeHtml(referenceOf(requestId))}</p>`,
  });
}

/** A form may be answered with a redirect to another origin: browsers hold that to form-action too. */
function contentPolicy(style: string, script: string | undefined, formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    // The site's icon, which browsers ask for beside every page.
    "img-src 'self'",
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function variables({ paper, raised, ink, inkSoft, rule, accent, onAccent }: MailColors): string {
  return `--page:${paper};--card:${raised};--text:${ink};--soft:${inkSoft};--rule:${rule};--accent:${accent};--on-accent:${onAccent}`;
}

function stylesheet({ colors: { light, dark } }: MailLook): string {
  return `:root{color-scheme:light dark;${variables(light)};--problem:#a3123f}
@media(prefers-color-scheme:dark){:root{${variables(dark)};--problem:#ff86a3}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}
main{width:100%;max-width:480px;padding:32px;border:1px solid var(--rule);border-radius:16px;background:var(--card)}
h1{margin:0 0 12px;font-size:26px;line-height:1.25}
p{margin:0 0 20px;overflow-wrap:anywhere}
.studio{font-weight:700;font-size:18px}
.small{margin:20px 0 0;font-size:14px;color:var(--soft)}
a{color:inherit}
label{display:block;margin:0 0 6px;font-weight:600}
input{display:block;width:100%;min-height:48px;margin:0 0 8px;padding:10px 14px;border:1px solid var(--soft);border-radius:10px;background:var(--card);color:var(--text);font:inherit}
input:not([type=hidden])+label{margin-top:16px}
input:not([type=hidden])+button{margin-top:24px}
.hint{margin:0 0 16px;font-size:14px;color:var(--soft)}
.problem{font-weight:600;color:var(--problem)}
meter{display:block;width:100%;height:10px;margin:0 0 4px}
[hidden]{display:none}
button{display:block;width:100%;min-height:48px;padding:12px 20px;border:0;border-radius:999px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible,input:focus-visible{outline:3px solid var(--text);outline-offset:3px}`;
}
