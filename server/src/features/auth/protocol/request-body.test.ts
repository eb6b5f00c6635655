import { expect, it } from 'vitest';
import { mergeMetadata, parseEmail, parseMetadata } from './request-body.ts';

it('takes an object, and nothing for an empty one', () => {
  expect(parseMetadata({ username: 'ada' })).toEqual({ username: 'ada' });
  expect(parseMetadata(null)).toEqual({});
  expect(parseMetadata(undefined)).toEqual({});
  for (const wrong of ['text', 1, true, [1]])
    expect(() => parseMetadata(wrong)).toThrow('data must be an object');
});

it('leaves who somebody is to the server', () => {
  expect(parseMetadata({ sub: 'x', email: 'y', email_verified: true, phone_verified: true, a: 1 })).toEqual({
    a: 1,
  });
  expect(mergeMetadata({ a: 1 }, { sub: 'x', email: 'y' })).toEqual({ a: 1 });
});

it('merges shallow, and null deletes', () => {
  expect(mergeMetadata({ a: { b: 1 }, c: 2, d: 3 }, { a: { e: 4 }, c: null, f: 5 })).toEqual({
    a: { e: 4 },
    d: 3,
    f: 5,
  });
});

it('is bounded, because it travels in headers', () => {
  const fits = { a: 'x'.repeat(4_000) };
  expect(parseMetadata(fits)).toEqual(fits);
  expect(() => parseMetadata({ a: 'x'.repeat(4_100) })).toThrow(/larger than 4096 bytes/);
  expect(() => parseMetadata({ a: 'ä'.repeat(2_100) })).toThrow(/larger/);
  expect(() => mergeMetadata(fits, { b: 'y'.repeat(100) })).toThrow(/larger/);
});

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
