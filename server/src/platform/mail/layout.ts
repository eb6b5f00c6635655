/** The studio as mails show it; `app.ts` takes it from the content. */
export interface MailLook {
  studioName: string;
  tagline: string;
  /** Where people may write to. */
  studioEmail: string;
  /** Origin of the site. */
  siteUrl: string;
  accent: string;
  onAccent: string;
}

/** What a mail says, in the order it says it. */
export interface MailContent {
  subject: string;
  /** First line of the list of mails, beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs of plain text. Line breaks are kept, all else is shown as it stands. */
  paragraphs: readonly string[];
  /** The one thing to do. */
  action?: { label: string; url: string } | undefined;
  /** Facts as name and value, such as the parts of an enquiry. */
  facts?: readonly (readonly [string, string])[] | undefined;
  /** Small print, such as the reason for this mail. */
  footnote?: string | undefined;
  /** The small print's last line: how to get no more mails like this. */
  unsubscribe?: { label: string; url: string } | undefined;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The mail's text and HTML parts. Everything in `content` is taken as plain text and escaped. */
export function renderMail(look: MailLook, content: MailContent): RenderedMail {
  for (const link of [content.action, content.unsubscribe]) {
    if (link && !/^https?:\/\//.test(link.url)) throw new Error('A mail links to http and https only');
  }
  return { subject: content.subject, text: renderText(look, content), html: renderHtml(look, content) };
}

function renderText(
  look: MailLook,
  { heading, paragraphs, action, facts = [], footnote, unsubscribe }: MailContent,
): string {
  return [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footnote ? [footnote] : []),
    `--\n${look.studioName} - ${look.tagline}\n${look.siteUrl}\n${look.studioEmail}`,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ].join('\n\n');
}

const FONT = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/** Tables and inline styles, because that is what mail programs show alike. */
function renderHtml(look: MailLook, content: MailContent): string {
  const { paragraphs, facts = [], action, footnote } = content;
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(content.heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeLines(text)}</p>`),
    ...(facts.length > 0 ? [factTable(facts)] : []),
    ...(action ? [actionButton(look, action)] : []),
    ...(footnote
      ? [`<p style="margin:16px 0 0;font-size:13px;color:#5c5f66">${escapeLines(footnote)}</p>`]
      : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(content.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f3f0">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f3f0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="${FONT};font-size:18px;font-weight:700;padding:0 0 16px;color:#1a1b1e">${escapeHtml(look.studioName)}</td></tr>
<tr><td style="${FONT};font-size:16px;line-height:1.6;color:#1a1b1e;background:#ffffff;border-radius:12px;padding:32px;overflow-wrap:anywhere;word-break:break-word">
${body.join('\n')}
</td></tr>
<tr><td style="${FONT};font-size:13px;line-height:1.6;color:#5c5f66;padding:16px 0 0">
${escapeHtml(look.studioName)} &middot; ${escapeHtml(look.tagline)}<br>
<a href="${escapeHtml(look.siteUrl)}" style="color:#5c5f66">${escapeHtml(look.siteUrl)}</a> &middot; ${escapeHtml(look.studioEmail)}${
    content.unsubscribe
      ? `<br>\n<a href="${escapeHtml(content.unsubscribe.url)}" style="color:#5c5f66">${escapeHtml(content.unsubscribe.label)}</a>`
      : ''
  }
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function actionButton(look: MailLook, { label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${escapeHtml(look.accent)};color:${escapeHtml(look.onAccent)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5c5f66">If the button doesn’t work, copy this address into your browser:<br><span style="word-break:break-all">${escapeHtml(url)}</span></p>`;
}

function factTable(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top" style="padding:6px 16px 6px 0;font-weight:600">${escapeHtml(name)}</th><td style="padding:6px 0">${escapeLines(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">${rows.join('')}</table>`;
}

/** Text as it may stand between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function escapeLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}
