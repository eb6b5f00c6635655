import { expect, test } from 'vitest';
import { removeOwnLinks } from './own-links.ts';

const PLACES = { host: 'studio.example', replies: { name: 'reply', domain: 'mail.studio.example' } };
const SECRET = 'https://studio.example/decide#1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV';
const REPLY = 'reply+abcdefghijklmnop2345672345672345@mail.studio.example';
const encoded = encodeURIComponent(SECRET);

test.each([
  ['as it is', SECRET],
  ['to end mails', 'http://studio.example:4300/unsubscribe?token=abc'],
  ['in Safe Links', `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&data=05`],
  [
    'in Safe Links of Safe Links',
    `https://a.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://b.example/?url=${encoded}`)}`,
  ],
  [
    'in Proofpoint’s second form',
    `https://urldefense.proofpoint.com/v2/url?u=${SECRET.replaceAll('%', '-25').replaceAll(':', '-3A').replaceAll('#', '-23').replaceAll('/', '_')}&d=x`,
  ],
  ['in Proofpoint’s third form', `https://urldefense.com/v3/__${SECRET}__;Iw!!x`],
  ['in Barracuda', `https://linkprotect.cudasvc.com/url?a=${encoded}&c=E`],
  [
    'in Sophos',
    `https://eu-central-1.protection.sophos.com?d=studio.example&u=${Buffer.from(SECRET).toString('base64')}&i=x`,
  ],
  ['in Google’s', `https://www.google.com/url?q=${encoded}`],
  ['of a file', 'https://studio.example/api/files/abc?token=x'],
  ['in an address for mails', `mailto:${REPLY}`],
])('removes a link of ours %s', (_what, link) => {
  for (const text of [`a ${link} b`, `Label<${link}>`, `[${link}]`]) {
    const left = removeOwnLinks(text, PLACES);
    expect(left).toMatch(/removed\]/);
    expect(left).not.toMatch(/1a2B3c4D|token|abcdefgh|MWEyQj/i);
  }
});

test('removes a reply address and the rest of a link that was broken', () => {
  expect(removeOwnLinks(`To: <${REPLY}>`, PLACES)).toBe('To: <[address removed]>');
  expect(
    removeOwnLinks('> https://studio.example/unsubscribe?\n> token=abcdef\n> Bye', PLACES),
  ).not.toContain('abcdef');
});

test.each([
  'https://studio.example/work/a-long-name-of-a-bakery-with-words',
  'https://studio.example/client-portal/01a2201d-74b6-77a4-8308-257819a965b0?tab=feedback',
  'https://drive.example/file?token=theirs',
  'https://other.example/unsubscribe?token=theirs',
  'reply@studio.example',
])('leaves %s', (text) => {
  expect(removeOwnLinks(text, PLACES)).toBe(text);
});
