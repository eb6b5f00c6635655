import { expect, test } from 'vitest';
import { mailLink, telLink } from './contact-links.tsx';

test('mailLink lets a hostile address add no recipient or header', () => {
  expect(mailLink('a@b.example?bcc=all@victims.example')).toBe(
    'mailto:a@b.example%3Fbcc%3Dall@victims.example',
  );
  expect(mailLink('a@b.example,other@victims.example')).not.toContain(',');
});

test('telLink dials only numbers', () => {
  expect(telLink('+49 (0)30 123-456')).toBe('tel:+4930123456');
  expect(telLink('030 / 12 34')).toBe('tel:0301234');
  expect(telLink('call me')).toBeUndefined();
  expect(telLink('')).toBeUndefined();
});
