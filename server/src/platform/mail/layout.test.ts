import { describe, expect, it } from 'vitest';
import { type MailColors, type MailContent, type MailLook, renderMail } from './layout.ts';

/** Seven colours that name their theme by the first digit. */
function colors(theme: string): MailColors {
  const names = ['paper', 'raised', 'ink', 'inkSoft', 'rule', 'accent', 'onAccent'] as const;
  return Object.fromEntries(
    names.map((name, index) => [name, `#${theme}${index}0000`]),
  ) as unknown as MailColors;
}

const LOOK: MailLook = {
  studioName: 'Studio & Co',
  tagline: 'Good sites',
  studioEmail: 'hello@studio.example',
  siteUrl: 'https://studio.example',
  colors: { light: colors('1'), dark: colors('2') },
};
const CONTENT: MailContent = {
  subject: 'A subject',
  preview: 'A preview',
  heading: 'A heading',
  paragraphs: ['First line\nsecond line'],
  action: { label: 'Confirm', url: 'https://studio.example/verify?token=a&type=b' },
  facts: [['Name', 'Ada']],
  footnote: 'Small print',
};

describe('renderMail', () => {
  it('has the same content in both parts', () => {
    const { subject, text, html } = renderMail(LOOK, CONTENT);
    expect(subject).toBe('A subject');
    expect(text).toBe(
      'Studio & Co - Good sites\n\nA heading\n\nFirst line\nsecond line\n\nName: Ada\n\nConfirm:\nhttps://studio.example/verify?token=a&type=b\n\n' +
        'Small print\n\n--\nStudio & Co - Good sites\nhttps://studio.example\nhello@studio.example',
    );
    for (const said of [
      'A heading',
      'First line<br>second line',
      'Ada',
      'Small print',
      'Studio &amp; Co',
      'A preview',
    ]) {
      expect(html).toContain(said);
    }
    expect(html).toContain('href="https://studio.example/verify?token=a&amp;type=b"');
  });

  it('lists several things with a link each, and refuses an address that no browser opens', () => {
    const item = {
      title: 'Pay <it>',
      facts: [['Amount', '$1']] as const,
      label: 'Open',
      url: 'https://a.example',
    };
    const { text, html } = renderMail(LOOK, { ...CONTENT, items: [item, item], closing: ['And 1 more.'] });
    expect(text).toContain('Pay <it>\nAmount: $1\nOpen: https://a.example\n\nPay <it>');
    expect(text).toContain('\n\nAnd 1 more.\n\n');
    expect(html).toContain('<strong>Pay &lt;it&gt;</strong>');
    expect(html.match(/href="https:\/\/a\.example"/g)).toHaveLength(2);
    const broken = { ...item, url: 'javascript:alert(1)' };
    expect(() => renderMail(LOOK, { ...CONTENT, items: [broken] })).toThrow('http');
  });

  it('ends with the unsubscribe link', () => {
    const url = 'https://studio.example/unsubscribe?token=a';
    const { text, html } = renderMail(LOOK, {
      ...CONTENT,
      unsubscribe: { label: 'No more <of> these', url },
    });
    expect(text.endsWith(`No more <of> these:\n${url}`)).toBe(true);
    expect(html).toContain(`href="${url}" style="color:#130000">No more &lt;of&gt; these</a>`);
    expect(() =>
      renderMail(LOOK, { ...CONTENT, unsubscribe: { label: 'x', url: 'javascript:x' } }),
    ).toThrow();
  });

  it('has every colour of the dark theme, for programs that show mails in the dark', () => {
    const { html } = renderMail(LOOK, CONTENT);
    const dark = html.slice(html.indexOf('prefers-color-scheme:dark'), html.indexOf('</style>'));
    for (const color of Object.values(LOOK.colors.dark)) expect(dark).toContain(`${color}!important`);
    expect(html.replace(dark, '')).not.toMatch(/#2\d0000/);
  });

  it('breaks words wider than a phone, names of facts included', () => {
    const { html } = renderMail(LOOK, { ...CONTENT, facts: [['x'.repeat(80), 'y'.repeat(80)]] });
    expect(html).toContain('overflow-wrap:anywhere');
    expect(html).not.toContain('nowrap');
  });

  it('escapes every text', () => {
    const hostile = `"><script>alert(1)</script>{{7*7}}\${7*7}<img src=x onerror=alert(1)>'`;
    const { html } = renderMail(LOOK, {
      subject: hostile,
      preview: hostile,
      heading: hostile,
      paragraphs: [hostile],
      action: { label: hostile, url: `https://studio.example/?${hostile}` },
      facts: [[hostile, hostile]],
      footnote: hostile,
    });
    expect(html).not.toMatch(/<script|<img|49/);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'verify'])(
    'refuses a link to %s',
    (url) => {
      expect(() => renderMail(LOOK, { ...CONTENT, action: { label: 'x', url } })).toThrow(
        'http and https only',
      );
    },
  );
});
