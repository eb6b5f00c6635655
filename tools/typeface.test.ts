import { readFileSync } from 'node:fs';
import { typefaces } from '@atelier/content/typefaces.ts';
import { describe, expect, it } from 'vitest';
import { describeTypeface, packageOf, writeTypefaces } from './typeface.ts';

const metadata = {
  family: 'Sample Serif',
  subsets: ['latin'],
  weights: [300, 500, 900],
  variable: { wght: { min: '300', max: '900' } },
};

describe('describeTypeface', () => {
  it('takes the nearest weights that contracts can have', () => {
    expect(describeTypeface(packageOf(' Sample  Serif '), metadata)).toEqual({
      name: 'Sample Serif',
      package: 'sample-serif',
      weights: [300, 900],
      inContracts: { regular: 300, strong: 500 },
    });
  });

  it.each([
    ['without a variable weight', { variable: false as const }],
    ['with other variable axes only', { variable: { wdth: { min: '75', max: '100' } } }],
    ['without Latin letters', { subsets: ['khmer'] }],
  ])('refuses a typeface %s', (_, change) => {
    expect(() => describeTypeface('sample-serif', { ...metadata, ...change })).toThrow('Sample Serif has no');
  });
});

describe('writeTypefaces', () => {
  const source = readFileSync(new URL('../content/typefaces.ts', import.meta.url), 'utf8');

  it('writes the file as it is for the same typefaces', () => {
    expect(writeTypefaces(source, typefaces)).toBe(source);
  });

  it('changes one of them', () => {
    const text = { ...typefaces.text, name: "Sam's Serif" };
    const written = writeTypefaces(source, { ...typefaces, text });
    expect(written).toContain("name: 'Sam\\'s Serif'");
    expect(written).toContain(typefaces.display.name);
    expect(written).not.toContain(typefaces.text.name);
  });
});
