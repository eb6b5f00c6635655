import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanText, headingId, isWebLink, shortId, splitCommaList, truncate } from './text.ts';
import { longText, shortText } from './text-schema.ts';

describe('cleanText', () => {
  test.each([
    ['plain', 'plain'],
    ['a\u0000b', 'ab'],
    ['a\u0007b\u001bc\u007fd', 'abcd'],
    ['tab\tline\nkept', 'tab\tline\nkept'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['lone \ud800 high', 'lone \ufffd high'],
    ['lone \udc00 low', 'lone \ufffd low'],
    ['pair \u{1f600} kept', 'pair \u{1f600} kept'],
    ['e\u0301', '\u00e9'],
  ])('turns %j into %j', (given, stored) => {
    expect(cleanText(given)).toBe(stored);
  });

  it('is well-formed and harmless, and changes nothing when repeated', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.integer({ min: 0, max: 0xffff })),
        (text, units) => {
          const cleaned = cleanText(text + String.fromCharCode(...units));
          expect(cleaned.isWellFormed()).toBe(true);
          expect(cleaned).not.toContain('\u0000');
          expect(cleaned).not.toContain('\r');
          expect(cleanText(cleaned)).toBe(cleaned);
        },
      ),
    );
  });
});

describe('shortText and longText', () => {
  it('keep line breaks in long text only', () => {
    expect(longText(50).parse('  one\r\n\r\ntwo  ')).toBe('one\n\ntwo');
    expect(shortText(50).parse('  one\r\n\r\n  two\u2028three ')).toBe('one two three');
  });

  it('measure after cleaning, and state the limit', () => {
    expect(shortText(3).parse(' abc ')).toBe('abc');
    expect(shortText(3).safeParse('abcd').error?.issues[0]?.message).toBe('Use 3 characters or fewer.');
    expect(longText(3000).safeParse('x'.repeat(3001)).error?.issues[0]?.message).toBe(
      'Use 3,000 characters or fewer.',
    );
    expect(longText(3).safeParse(' '.repeat(7)).success).toBe(false);
  });

  it('accept only text', () => {
    for (const value of [1, null, {}, [], true]) expect(shortText(10).safeParse(value).success).toBe(false);
  });
});

test.each([
  ['https://example.com/a?b#c', true],
  ['http://localhost:3000', true],
  ['HTTPS://EXAMPLE.COM', true],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<b>', false],
  ['ftp://example.com', false],
  ['file:///etc/passwd', false],
  ['//example.com', false],
  ['example.com', false],
  ['', false],
])('isWebLink: %j is a web link: %s', (text, clickable) => {
  expect(isWebLink(text)).toBe(clickable);
});

test.each([
  ['short', 10, 'short'],
  ['exactly10!', 10, 'exactly10!'],
  ['exactly10!+', 10, 'exactly10!…'],
  ['\u{1f600}\u{1f600}\u{1f600}', 2, '\u{1f600}\u{1f600}…'],
])('truncate cuts %j to %i as %j', (text, max, cut) => {
  expect(truncate(text, max)).toBe(cut);
});

test.each([
  ['', []],
  [' , ,, ', []],
  ['one', ['one']],
  ['one, two ,three', ['one', 'two', 'three']],
  ['a,,b,', ['a', 'b']],
])('splitCommaList splits %j into %j', (text, entries) => {
  expect(splitCommaList(text)).toEqual(entries);
});

test.each([
  ['What I keep, and why', 'what-i-keep-and-why'],
  ['It’s yours', 'its-yours'],
  ['  Überall – 3 things  ', 'uberall-3-things'],
  ['О нас', 'о-нас'],
])('headingId of %s is %s', (text, id) => {
  expect(headingId(text)).toBe(id);
});

test('shortId is the last six characters', () => {
  expect(shortId('0193a5f0-7b1c-7def-8a2b-3c4d5e2d4e5f')).toBe('2d4e5f');
});
