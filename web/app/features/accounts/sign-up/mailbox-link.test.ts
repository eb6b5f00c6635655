import { expect, it } from 'vitest';
import { mailboxLink } from './mailbox-link.ts';

it.each([
  ['mo@gmail.com', 'https://mail.google.com/'],
  ['mo@GMX.net', 'https://www.gmx.net/'],
  ['mo@studio.example', 'mailto:'],
  ['mo@constructor', 'mailto:'],
  ['', 'mailto:'],
])('%s is read at %s', (email, link) => {
  expect(mailboxLink(email)).toBe(link);
});
