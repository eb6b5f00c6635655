import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { families, letters, MARK } from './cut.ts';

const css = readFileSync(new URL('./typefaces.css', import.meta.url), 'utf8');

/** The letters that the stylesheet says a file has. */
function namedLetters(file: string): string {
  const face = css.split('@font-face').find((part) => part.includes(`./${file}.woff2`)) ?? '';
  const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)];
  return ranges
    .flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    })
    .map((letter) => String.fromCodePoint(letter))
    .join('');
}

test.each(families)('the stylesheet’s unicode-range matches the subset of %s', (family) => {
  expect(namedLetters(family)).toBe(letters + MARK);
});

/** Where the typefaces are named besides, by their files or as people call them. Mails and plain pages are set in the second. */
const NAMED_IN: readonly (readonly [file: string, named: readonly string[]])[] = [
  ...[
    'web/package.json',
    'web/paint-first/fonts/typefaces.css',
    'web/app/ui/styles/tokens.css',
    'web/app/shell/document.tsx',
    'web/paint-first/fonts/fit.ts',
    'tools/pictures/make.ts',
    'tools/pictures/composition.ts',
    'tools/pictures/proof.ts',
    'server/package.json',
    'server/src/features/contracts/document/typefaces.ts',
  ].map((file) => [file, families] as const),
  ['server/src/platform/mail/layout.ts', families.slice(1)],
  ['server/src/platform/http/plain-page.ts', families.slice(1)],
];
const asPeopleSay = (family: string) =>
  family.replace(/(^|-)(\w)/g, (_, gap, letter) => `${gap && ' '}${letter.toUpperCase()}`);

test.each(NAMED_IN)('%s names the typefaces that cut.ts subsets', (file, named) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  expect(named.filter((family) => !text.includes(family) && !text.includes(asPeopleSay(family)))).toEqual([]);
});
