import { expect, it } from 'vitest';
import { parseEmail } from './email-address.ts';

it.each([
  ['Ada@Client.Example', 'ada@client.example'],
  ['ada+tag@client.example', 'ada+tag@client.example'],
  ["o'brien@client.example", "o'brien@client.example"],
  ['a@b', 'a@b'],
])('takes %s as %s', (typed, email) => {
  expect(parseEmail(typed)).toBe(email);
});

it.each([
  ['', 'An email address is required'],
  [`${'a'.repeat(250)}@b.example`, 'An email address is too long'],
  ['ada', 'Unable to validate email address: invalid format'],
  [`${'a'.repeat(65)}@b.example`, 'Unable to validate email address: invalid format'],
  [' ada@client.example', 'Unable to validate email address: invalid format'],
  ['ada@client.example ', 'Unable to validate email address: invalid format'],
  ['ada@@client.example', 'Unable to validate email address: invalid format'],
  ['ada@client..example', 'Unable to validate email address: invalid format'],
  ['ada@-client.example', 'Unable to validate email address: invalid format'],
  ['ada@client.example\r\nBcc: all@client.example', 'Unable to validate email address: invalid format'],
  ['ada@client.example,eve@client.example', 'Unable to validate email address: invalid format'],
  ['"ada b"@client.example', 'Unable to validate email address: invalid format'],
  ['ada\0@client.example', 'Unable to validate email address: invalid format'],
  ['adä@client.example', 'Unable to validate email address: invalid format'],
])('refuses %j', (typed, message) => {
  expect(() => parseEmail(typed)).toThrow(
    expect.objectContaining({ status: 400, code: 'validation_failed', message }),
  );
});
