/** The studio as mails show it; `app.ts` takes it from the content. */
export interface MailLook {
  studioName: string;
  tagline: string;
  /** Where people may write to. */
  studioEmail: string;
  /** Origin of the site. */
  siteUrl: string;
  colors: { light: MailColors; dark: MailColors };
}

/** The colours of one theme, as "#rrggbb". */
export interface MailColors {
  paper: string;
  /** The ground of the text. */
  raised: string;
  ink: string;
  inkSoft: string;
  rule: string;
  accent: string;
  onAccent: string;
}

/** What a mail says, in the order it says it. */
export interface MailContent {
  subject: string;
  /** First line of the list of mails, beside the subject. */
  preview: string;
  /** Left out of a mail that is a letter. */
  heading?: string | undefined;
  /** Paragraphs of plain text. Line breaks are kept, all else is shown as it stands. */
  paragraphs: readonly string[];
  /** The one thing to do. */
  action?: { label: string; url: string } | undefined;
  /** Another way to do it, below the button. */
  alternative?: MailLink | undefined;
  /** Facts as name and value, such as the parts of an enquiry. */
  facts?: readonly (readonly [string, string])[] | undefined;
  /** Several things to do, each with its link. */
  items?: readonly MailItem[] | undefined;
  /** Paragraphs below those. */
  closing?: readonly string[] | undefined;
  /** Small print, such as the reason for this mail. */
  footnote?: string | undefined;
  /** The small print's last line: how to get no more mails like this. */
  unsubscribe?: { label: string; url: string } | undefined;
}

/** One of several things to do. */
export interface MailItem {
  title: string;
  facts: readonly (readonly [string, string])[];
  label: string;
  url: string;
  /** Another way to do it. */
  alternative?: MailLink | undefined;
}

/** A link with a sentence about it. */
export interface MailLink {
  label: string;
  url: string;
  note: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The mail's text and HTML parts. Everything in `content` is taken as plain text and escaped. */
export function renderMail(look: MailLook, content: MailContent): RenderedMail {
  const { action, alternative, unsubscribe, items = [] } = content;
  const links = [action, alternative, unsubscribe, ...items, ...items.map((item) => item.alternative)];
  for (const link of links) {
    if (link && !/^https?:\/\//.test(link.url)) throw new Error('A mail links to http and https only');
  }
  return { subject: content.subject, text: renderText(look, content), html: renderHtml(look, content) };
}

/** The first line of every mail: where a quoted one begins. */
export const markOf = ({ studioName, tagline }: Pick<MailLook, 'studioName' | 'tagline'>) =>
  `${studioName} - ${tagline}`;

function renderText(
  look: MailLook,
  {
    heading,
    paragraphs,
    action,
    alternative,
    facts = [],
    items = [],
    closing = [],
    footnote,
    unsubscribe,
  }: MailContent,
): string {
  return [
    markOf(look),
    ...(heading === undefined ? [] : [heading]),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...items.map(({ title, facts: ofItem, label, url, alternative: other }) =>
      [
        title,
        ...ofItem.map(([name, value]) => `${name}: ${value}`),
        `${label}: ${url}`,
        ...(other ? [`${other.label}: ${other.url}`] : []),
      ].join('\n'),
    ),
    ...closing,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(alternative ? [`${alternative.label}:\n${alternative.url}\n${alternative.note}`] : []),
    ...(footnote ? [footnote] : []),
    `--\n${look.studioName} - ${look.tagline}\n${look.siteUrl}\n${look.studioEmail}`,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ].join('\n\n');
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Tables and inline styles, because that is what mail programs show alike. Its one stylesheet has what can't be
 * inline: the dark theme, and the wider margins of a wide window. A program that drops it shows the light one.
 */
function renderHtml(look: MailLook, content: MailContent): string {
  const { light } = look.colors;
  const { paragraphs, facts = [], items = [], closing = [], action, alternative, footnote } = content;
  const body = [
    ...(content.heading === undefined
      ? []
      : [
          `<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;letter-spacing:-.01em;color:${light.ink}">${escapeHtml(content.heading)}</h1>`,
        ]),
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeLines(text)}</p>`),
    ...(facts.length > 0 ? [factTable(light, facts)] : []),
    ...(items.length > 0 ? [itemTable(light, items)] : []),
    ...closing.map((text) => `<p style="margin:16px 0 0">${escapeLines(text)}</p>`),
    ...(action ? [actionButton(light, action)] : []),
    ...(alternative ? [alternativeLine(light, alternative)] : []),
    ...(footnote
      ? [
          `<p class="soft" style="margin:16px 0 0;font-size:13px;color:${light.inkSoft}">${escapeLines(footnote)}</p>`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${stylesheet(look.colors.dark)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper}">
<div role="main">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}"><tr><td class="around" align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px">${letterhead(look)}</td></tr>
<tr><td class="card ink" style="${FONT};font-size:16px;line-height:1.6;color:${light.ink};background:${light.raised};border:1px solid ${light.rule};border-radius:16px;padding:24px 20px;overflow-wrap:anywhere;word-break:break-word">
${body.join('\n')}
</td></tr>
<tr><td class="soft" style="${FONT};font-size:13px;line-height:2;color:${light.inkSoft};padding:16px 4px 0;overflow-wrap:anywhere">
${escapeHtml(look.studioName)} &middot; ${escapeHtml(look.tagline)}<br>
${footLink(light, look.siteUrl, look.siteUrl)} &middot; ${footLink(light, `mailto:${look.studioEmail}`, look.studioEmail)}${
    content.unsubscribe ? `<br>\n${footLink(light, content.unsubscribe.url, content.unsubscribe.label)}` : ''
  }
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}

/** Inline styles are stronger than a stylesheet's, but for `!important`. */
function stylesheet({ paper, raised, ink, inkSoft, rule, accent, onAccent }: MailColors): string {
  return `:root{color-scheme:light dark}
@media (max-width:479px){.facts th,.facts td{display:block}.facts td{padding-top:0!important}}
@media (min-width:480px){.around{padding:40px 16px!important}.card{padding:36px 40px!important}}
@media (prefers-color-scheme:dark){.paper{background:${paper}!important}.card{background:${raised}!important;border-color:${rule}!important}.ink{color:${ink}!important}.soft{color:${inkSoft}!important}.mark{border-color:${accent}!important}.dot,.button{background:${accent}!important}.button a{color:${onAccent}!important}.link{color:${accent}!important}}`;
}

/** The studio's mark, drawn with cells so that no picture has to be fetched or shown, beside its name. */
function letterhead({ studioName, tagline, colors: { light } }: MailLook): string {
  const cell = (style = '', kind = '') =>
    `<td${kind && ` class="${kind}"`} width="7" height="7" style="width:7px;height:7px;padding:0;font-size:0;line-height:0${style}"></td>`;
  const corner = (sides: readonly string[]) =>
    cell(sides.map((side) => `;border-${side}:3px solid ${light.accent}`).join(''), 'mark');
  const mark = [
    [corner(['top', 'left']), cell(), cell()],
    [cell(), cell(`;background:${light.accent};border-radius:50%`, 'dot'), cell()],
    [cell(), cell(), corner(['right', 'bottom'])],
  ].map((cells) => `<tr>${cells.join('')}</tr>`);
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td><table role="presentation" cellpadding="0" cellspacing="0">${mark.join('')}</table></td><td class="ink" style="${FONT};font-size:18px;font-weight:700;padding:0 0 0 10px;color:${light.ink}">${escapeHtml(studioName)}<br><span class="soft" style="font-size:13px;font-weight:400;color:${light.inkSoft}">${escapeHtml(tagline)}</span></td></tr></table>`;
}

/** Each thing with its facts on a line of its own, and its link below. */
function itemTable({ accent, inkSoft, rule }: MailColors, items: readonly MailItem[]): string {
  const rows = items.map(({ title, facts, label, url, alternative }) => {
    const line = facts.map(([name, value]) => `${escapeHtml(name)}: ${escapeHtml(value)}`).join(' &middot; ');
    return `<tr><td style="padding:14px 0;border-top:1px solid ${rule}"><strong>${escapeHtml(title)}</strong>${
      line && `<br><span class="soft" style="color:${inkSoft}">${line}</span>`
    }<br><a class="link" href="${escapeHtml(url)}" style="color:${accent};font-weight:600">${escapeHtml(label)}</a>${
      alternative ? `<br>${textLink(accent, alternative)}` : ''
    }</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`;
}

function actionButton({ accent, onAccent, inkSoft }: MailColors, action: { label: string; url: string }) {
  const url = escapeHtml(action.url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td class="button" style="border-radius:999px;background:${accent}"><a href="${url}" style="display:inline-block;padding:13px 28px;border-radius:999px;color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px;font-size:13px;color:${inkSoft}">If the button doesn’t work, copy this address into your browser:<br><span style="word-break:break-all">${url}</span></p>`;
}

const textLink = (accent: string, { label, url }: MailLink) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(label)}</a>`;

function alternativeLine({ accent, inkSoft }: MailColors, link: MailLink) {
  return `<p style="margin:0 0 16px">Or: ${textLink(accent, link)}<br><span class="soft" style="font-size:13px;color:${inkSoft}">${escapeHtml(link.note)}</span></p>`;
}

function footLink({ inkSoft }: MailColors, url: string, label: string): string {
  return `<a class="soft" href="${escapeHtml(url)}" style="color:${inkSoft}">${escapeHtml(label)}</a>`;
}

function factTable({ inkSoft }: MailColors, facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th class="soft" scope="row" align="left" valign="top" style="padding:6px 16px 6px 0;font-weight:400;color:${inkSoft}">${escapeHtml(name)}</th><td valign="top" style="padding:6px 0">${escapeLines(value)}</td></tr>`,
  );
  return `<table class="facts" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">${rows.join('')}</table>`;
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
