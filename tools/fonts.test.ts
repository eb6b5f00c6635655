import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { families, letters, MARK } from './fonts.ts';

const css = readFileSync(new URL('../web/app/ui/styles/fonts.css', import.meta.url), 'utf8');

/** The letters that the stylesheet says a file has. */
function namedLetters(file: string): string {
  const face = css.split('@font-face').find((part) => part.includes(`fonts/${file}.woff2`)) ?? '';
  const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)];
  return ranges
    .flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    })
    .map((letter) => String.fromCodePoint(letter))
    .join('');
}

test.each(families)('the stylesheet names the letters that %s was cut down to', (family) => {
  expect(namedLetters(family)).toBe(letters + MARK);
});
