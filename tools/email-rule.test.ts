import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSecondRules } from './email-rule.ts';

function faultsOf(source: string, path = 'server/src/features/x.ts'): string[] {
  const root = mkdtempSync(join(tmpdir(), 'atelier-email-rule-'));
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
    return findSecondRules(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('the one rule for email addresses', () => {
  it('has no second one beside it in the product', () => {
    expect(findSecondRules(join(import.meta.dirname, '..'))).toEqual([]);
  });

  it.each([
    ['a pattern', 'const isEmail = /^[^\\s@]+@[^\\s@]+$/;'],
    ['the library’s check', "const schema = z.email('Enter a valid email.');"],
    ['an older form of it', 'const schema = z.string().email();'],
    ['an address in lower case', 'const key = row.email.toLowerCase();'],
    ['one that may be missing', 'const key = confirmedEmail?.toLowerCase();'],
    ['a domain in punycode', "import { domainToASCII } from 'node:url';"],
  ])('finds %s', (_, source) => {
    expect(faultsOf(source)).toEqual([expect.stringMatching(/^server\/src\/features\/x\.ts:1: /)]);
  });

  it('takes no offence at other folding and other signs', () => {
    expect(
      faultsOf("const name = host.toLowerCase(); const at = /^@(\\w+)$/; const [a] = text.split('@');"),
    ).toEqual([]);
  });
});
