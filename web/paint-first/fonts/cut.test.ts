import { readFileSync } from 'node:fs';
import { typefaces } from '@atelier/content/typefaces.ts';
import { create } from 'fontkitten';
import { expect, it, test } from 'vitest';
import { typefaceStyles } from './cut.ts';

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url));

it('typefaces.css is what cut.ts writes for content/typefaces.ts', () => {
  expect(read('typefaces.css').toString(), 'run: npm run fonts').toBe(typefaceStyles());
});

test.each(['display', 'text'] as const)(
  'the file of the %s typeface is cut from that of the content',
  (role) => {
    const font = create(read(`${role}.woff2`));
    expect(font.isCollection ? '' : font.familyName, 'run: npm run fonts').toMatch(
      new RegExp(`^${RegExp.escape(typefaces[role].name)}`),
    );
  },
);
