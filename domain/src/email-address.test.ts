import { describe, expect, it } from 'vitest';
import {
  comparableEmail,
  emailToFind,
  findEmailFault,
  isEmailAddress,
  parseEmailAddress,
  parsePublicEmail,
} from './email-address.ts';
import { issuesOf } from './errors.ts';
import { emailText } from './text-schema.ts';

describe('parseEmailAddress', () => {
  it.each([
    ['vera@example.com', 'vera@example.com'],
    ['  Vera.Example@Example.COM\n', 'vera.example@example.com'],
    // What copying from pages, mails and documents leaves in a text.
    ['ve\u200Bra@exam\u00ADple.com', 'vera@example.com'],
    ['\u202Avera@example.com\u202C', 'vera@example.com'],
    ['\u200Evera@example.com\u200F\uFEFF', 'vera@example.com'],
    ['\u2067vera@example.com\u2069', 'vera@example.com'],
    ['vera\u2060@example.\uFE0Fcom', 'vera@example.com'],
    ['vera@exam\u200Cple.com', 'vera@example.com'],
    ['vera\0@example.com\u0007', 'vera@example.com'],
    ['\u00A0vera@example.com\u00A0', 'vera@example.com'],
    // What stands around one.
    ['mailto:vera@example.com', 'vera@example.com'],
    ['MAILTO:vera%2Bshop@example.com?subject=Hi&cc=all@example.com', 'vera+shop@example.com'],
    ['<vera@example.com>', 'vera@example.com'],
    ['<mailto:vera@example.com>', 'vera@example.com'],
    ['Vera Example <vera@example.com>', 'vera@example.com'],
    ['"Example, Vera" <vera@example.com>;', 'vera@example.com'],
    ["'vera@example.com' <vera@example.com>", 'vera@example.com'],
    ['vera@example.com.', 'vera@example.com'],
    ['vera@example.com,', 'vera@example.com'],
    ['(vera@example.com)', 'vera@example.com'],
    ['“vera@example.com”', 'vera@example.com'],
    ["'o'hara@example.com'", "o'hara@example.com"],
    ['*vera@example.com*', 'vera@example.com'],
    ['vera@example.com。', 'vera@example.com'],
    // Domains, as name servers have them.
    ['vera@bücher.example', 'vera@xn--bcher-kva.example'],
    ['vera@BÜCHER.example', 'vera@xn--bcher-kva.example'],
    ['vera@bu\u0308cher.example', 'vera@xn--bcher-kva.example'],
    ['vera@XN--BCHER-KVA.example', 'vera@xn--bcher-kva.example'],
    ['vera@straße.example', 'vera@xn--strae-oqa.example'],
    ['vera@ｅｘａｍｐｌｅ．com', 'vera@example.com'],
    ['vera@例え。テスト', 'vera@xn--r8jz45g.xn--zckzah'],
    ['vera@نامه\u200Cای.example', 'vera@xn--mgba3gch31f060k.example'],
    // Odd, and real.
    ['a..b.@docomo.example', 'a..b.@docomo.example'],
    ['{vera}+x=y|z@example.com', '{vera}+x=y|z@example.com'],
    ['root@localhost', 'root@localhost'],
  ])('reads %j as %s', (typed, address) => {
    expect(parseEmailAddress(typed)).toBe(address);
    // What comes out is what goes in again.
    expect(parseEmailAddress(address)).toBe(address);
    expect(isEmailAddress(address)).toBe(true);
    expect(comparableEmail(address)).toBe(address);
  });

  it.each([
    [''],
    ['vera'],
    ['@example.com'],
    ['vera@'],
    ['vera@.com'],
    ['vera@example..com'],
    ['vera@-example.com'],
    ['vera@exa_mple.com'],
    ['vera@[192.0.2.1]'],
    ['vera example@example.com'],
    ['"vera example"@example.com'],
    ['vera@example.com, ada@example.com'],
    ['vera@example.com;ada@example.com'],
    ['vera@ada@example.com'],
    ['ada@example.com <vera@example.com>'],
    ['vera@example.com\r\nBcc: all@example.com'],
    ['vära@example.com'],
    ['ｖｅｒａ@example.com'],
    ['vera＠example.com'],
    // A hyphen as Word writes it makes another domain, which nobody has.
    ['vera@my\u2011shop.example'],
    ['vera@bü\u200Ccher.example'],
    ['vera@１２７.１'],
    ['vera@℀.example'],
    [`${'a'.repeat(65)}@example.com`],
    [`vera@${'a'.repeat(64)}.com`],
    [`vera@${'a.'.repeat(130)}com`],
    [`${' '.repeat(700)}vera@example.com`],
  ])('refuses %j', (typed) => {
    expect(parseEmailAddress(typed)).toBeUndefined();
  });
});

describe('parsePublicEmail', () => {
  it('asks for a dot in the domain, as the forms’ pattern does', () => {
    expect(parsePublicEmail('vera@example')).toBeUndefined();
    expect(parsePublicEmail('ve.ra@example')).toBeUndefined();
    expect(parsePublicEmail('vera@example.com')).toBe('vera@example.com');
  });
});

describe('comparableEmail', () => {
  it.each([
    ['Vera@Example.com', 'vera@example.com'],
    ['vera@Bücher.example', 'vera@xn--bcher-kva.example'],
    ['', ''],
    ['no address', 'no address'],
  ])('writes %j as %j', (address, comparable) => {
    expect(comparableEmail(address)).toBe(comparable);
  });

  it.each([
    ['ve\u200Bra@example.com'],
    ['mailto:vera@example.com?x=@attacker.example'],
    ['<vera@example.com>@attacker.example'],
    ['vera@example.com.'],
  ])('leaves %j another address than vera@example.com', (address) => {
    expect(comparableEmail(address)).not.toBe('vera@example.com');
  });
});

describe('emailToFind', () => {
  it('is the address, or the text in lower case where it has none', () => {
    expect(emailToFind(' <Vera@Bücher.example> ')).toBe('vera@xn--bcher-kva.example');
    expect(emailToFind(' Vära@Example.com ')).toBe('vära@example.com');
  });
});

describe('findEmailFault', () => {
  it.each([
    ['vera@example.com', undefined],
    ['', undefined],
    ['vera', 'There is no @.'],
    ['vera@example', 'After the @ comes a name with a dot, as in example.com.'],
    ['a@b@example.com', 'There is more than one @.'],
    ['vera @example.com', 'There is a space after “vera”.'],
    ['vera@example.com\u00A0ada@example.com', 'There is a space after “vera@example.com”.'],
    ['vära@example.com', '“ä” (U+00E4) can’t stand before the @.'],
    ['ｖera@example.com', '“ｖ” (U+FF56) can’t stand before the @.'],
    ['vera@exa_mple.com', '“_” can’t stand after the @.'],
    ['vera@my\u2011shop.example', '“‑” (U+2011) can’t stand after the @.'],
    ['vera@bü\u200Ccher.example', 'An invisible character (U+200C) can’t stand after the @.'],
    ['vera@example..com', undefined],
  ])('says of %j: %s', (typed, fault) => {
    expect(findEmailFault(typed)).toBe(fault);
  });

  it('takes no longer for a hostile text than for an honest one of its length', () => {
    for (const part of ['<', '<a@', 'mailto:', "''", '"<', '\u200B', 'mailto:%3C', 'a@b<', '{', '@', 'ü.']) {
      const hostile = part.repeat(100_000);
      expect(parsePublicEmail(hostile)).toBeUndefined();
      expect(findEmailFault(hostile)).toBeUndefined();
      // Within the length that is read.
      expect(parsePublicEmail(hostile.slice(0, 600))).toBeUndefined();
    }
  });
});

describe('emailText', () => {
  it('rejects with the form’s sentence, and names the fault beside it', () => {
    const issues = (typed: unknown) => {
      const { error } = emailText('Enter a valid email.').safeParse(typed);
      return error && issuesOf(error);
    };
    expect(issues(' Vera@example.com, ')).toBeUndefined();
    expect(issues(undefined)).toEqual([{ path: '', message: 'Enter a valid email.' }]);
    expect(issues('vera @example.com')).toEqual([
      { path: '', message: 'Enter a valid email.', detail: 'There is a space after “vera”.' },
    ]);
  });
});
