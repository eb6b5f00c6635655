import { describe, expect, it, test } from 'vitest';
import { type Brief, emptyBrief } from './brief.ts';
import { isPossibleDomain, unlikelyAnswers } from './unlikely-answers.ts';

describe('isPossibleDomain', () => {
  test.each([
    'example.com',
    'www.example.co.uk',
    'EXAMPLE.COM',
    'https://example.com/shop?a=1',
    'http://example.com',
    'example.com:8080',
    'bäckerei-süß.de',
    'xn--bckerei-5wa.de',
    'a.b',
  ])('accepts %s', (text) => {
    expect(isPossibleDomain(text)).toBe(true);
  });

  test.each([
    '',
    'example',
    'not a domain',
    'example..com',
    '.example.com',
    '-example.com',
    'example-.com',
    'exam_ple.com',
    'ada@example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    '192.168.0.1',
    `${'a'.repeat(64)}.com`,
    'x.'.repeat(8_000),
  ])('rejects %s', (text) => {
    expect(isPossibleDomain(text)).toBe(false);
  });
});

describe('unlikelyAnswers', () => {
  const issues = (change: Partial<Brief>) =>
    [1, 2, 3, 4, 5, 6, 7].flatMap((step) =>
      unlikelyAnswers(step, { ...emptyBrief(), ...change }, '2030-05-15').map(({ path }) => [step, path]),
    );

  test.each<[Partial<Brief>, (string | number)[][]]>([
    [{}, []],
    [{ domain: ' ' }, []],
    [{ domain: 'soon' }, [[2, 'domain']]],
    [{ assetsLink: 'on my phone' }, [[5, 'assetsLink']]],
    [{ assetsLink: 'ftp://files.example' }, [[5, 'assetsLink']]],
    [{ assetsLink: ' https://files.example/brand ' }, []],
    [{ target: '2030-05-14' }, [[6, 'target']]],
    [{ target: '2030-05-15' }, []],
    [{ target: 'soon' }, []],
  ])('given %j, returns %j', (change, expected) => {
    expect(issues(change)).toEqual(expected);
  });

  it('names each row without a valid address', () => {
    const inspirationUrls = ['https://a.example', 'a.example', '', 'javascript:1'].map((url) => ({
      url,
      note: 'n',
    }));
    expect(issues({ inspirationUrls })).toEqual([
      [4, 'inspirationUrls.1.url'],
      [4, 'inspirationUrls.3.url'],
    ]);
  });
});
