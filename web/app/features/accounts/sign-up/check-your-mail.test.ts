import { describe, expect, it } from 'vitest';
import { mailboxLink } from './check-your-mail.tsx';

describe('mailboxLink', () => {
  it.each([
    ['mo@gmail.com', 'https://mail.google.com/'],
    ['mo@GMX.net', 'https://www.gmx.net/'],
    ['mo@studio.example', 'mailto:'],
    ['mo@constructor', 'mailto:'],
    ['', 'mailto:'],
  ])('given %j, returns %s', (email, link) => {
    expect(mailboxLink(email)).toBe(link);
  });
});
