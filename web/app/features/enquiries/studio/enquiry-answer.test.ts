import { webmail } from '@atelier/content/webmail.ts';
import { describe, expect, it } from 'vitest';
import { copiedMessage, MAILTO_MAX, replyLink, WEBMAIL_MAX, webmailLink } from './enquiry-answer.tsx';

const enquiry = {
  name: 'Ada Sample',
  email: 'ada@client.example',
  phone: '+49 (0)30 123',
  message: 'First line & more\n\nSecond line',
  createdAt: '2030-01-31T10:00:00.000Z',
};
const at = 'Jan 31, 2030, 11:00 AM';

describe('replyLink and webmailLink', () => {
  it('addresses the enquirer under the agreed subject and quotes every line', () => {
    const link = new URL(replyLink(enquiry, at));
    expect(link.protocol).toBe('mailto:');
    expect(link.pathname).toBe('ada@client.example');
    expect(link.searchParams.get('subject')).toBe('Re: Your inquiry — Ada Sample');
    expect(link.searchParams.get('body')?.replaceAll('\r\n', '\n')).toBe(
      'Hi Ada Sample,\n\n\n\nOn Jan 31, 2030, 11:00 AM, Ada Sample wrote:\n> First line & more\n>\n> Second line\n',
    );
  });

  it.each(['a long story. ', 'ß漢字 ', '👩‍🚀'])(
    'stay within the length limits when the message repeats %j',
    (part) => {
      const long = { ...enquiry, message: part.repeat(3_000) };
      const link = replyLink(long, at);
      expect(link.length).toBeLessThanOrEqual(MAILTO_MAX);
      expect(link.length).toBeGreaterThan(MAILTO_MAX - 60);
      expect(decodeURIComponent(link)).toContain('[…]');
      expect(webmailLink(long, at, webmail.compose).length).toBeLessThanOrEqual(WEBMAIL_MAX);
    },
  );

  it('fills the webmail pattern with the same parts', () => {
    const link = new URL(webmailLink(enquiry, at, 'https://mail.example/?a={to}&b={subject}&c={body}'));
    expect(link.searchParams.get('a')).toBe('ada@client.example');
    expect(link.searchParams.get('b')).toBe('Re: Your inquiry — Ada Sample');
    expect(link.searchParams.get('c')).toContain('> Second line');
  });

  it('keeps braces in the message', () => {
    const link = new URL(
      webmailLink({ ...enquiry, message: 'Use {to} please' }, at, 'https://m.example/?b={body}'),
    );
    expect(link.searchParams.get('b')).toContain('> Use {to} please');
  });
});

describe('copiedMessage', () => {
  it('holds the enquirer, the time and the message', () => {
    expect(copiedMessage(enquiry, at)).toBe(
      'From: Ada Sample <ada@client.example>\nDate: Jan 31, 2030, 11:00 AM\n\nFirst line & more\n\nSecond line',
    );
  });
});
