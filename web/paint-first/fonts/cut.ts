/*
 * Cuts the site's two typefaces down to the letters that its pages are written with, so that a first
 * visit doesn't wait for letters that no page has. The results are part of the tree. Any other letter (a
 * name with an accent) comes from the whole typeface, which browsers fetch only then: typefaces.css says which
 * letters are where. Then fits the fallback faces (fallbacks.css).
 * Run by: npm run fonts, after changing the letters; `npm run typeface` runs it too.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Typeface, typefaces } from '@atelier/content/typefaces.ts';
import subsetFont from 'subset-font';
import { fallbackStyles } from './fit.ts';

const root = join(import.meta.dirname, '../../..');

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');
/** In the order of their numbers. */
const letters = `${ascii}\u00a0©·–—‘’“”…`;
/** Marks the files with these letters in the stylesheet: it is no letter (../typefaces.ts). */
const MARK = 'U+E000';
/** The parts of a typeface that a page may need besides, as Fontsource names them. */
const PARTS = ['latin', 'latin-ext'];

type Role = keyof typeof typefaces;
const ROLES = ['display', 'text'] as const satisfies readonly Role[];

const folderOf = (typeface: Typeface) => join(root, 'node_modules/@fontsource-variable', typeface.package);
const fileOf = (typeface: Typeface, part: string) => `${typeface.package}-${part}-wght-normal.woff2`;

async function cut(role: Role): Promise<void> {
  const typeface = typefaces[role];
  const whole = readFileSync(join(folderOf(typeface), 'files', fileOf(typeface, 'latin')));
  const part = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    // Pairs of letters and figures of one width; the typefaces' fractions and the like are used nowhere.
    keepFeatures: ['kern', 'liga', 'ccmp', 'tnum'],
    noHinting: true,
  });
  writeFileSync(join(import.meta.dirname, `${role}.woff2`), part);
  copyFileSync(join(folderOf(typeface), 'LICENSE'), join(import.meta.dirname, `${role}.LICENSE`));
  console.log(`${typeface.name}: ${part.length} of ${whole.length} bytes`);
}

/** The stylesheet of the typefaces: each in its whole parts and then in the file cut by this, which is first in line. */
export function typefaceStyles(): string {
  const names = ROLES.map((role) => `  --${role}-typeface: "${typefaces[role].name}";`);
  const whole = ROLES.flatMap((role) => wholeFaces(typefaces[role]));
  const cutFaces = ROLES.map((role) =>
    writeFace(typefaces[role], `./${role}.woff2`, `${rangesOf(letters)}, ${MARK}`),
  );
  return `/*
 * Written by cut.ts. A typeface is in several files: the letters that the pages are written with, loaded at once, and
 * the rest, which a browser fetches for the first letter that needs it. Where ranges overlap the last one counts.
 * ${MARK} is no letter: it marks the files that every page is written with, for those who fetch them ahead of use
 * (../typefaces.ts).
 */
:root {
${names.join('\n')}
}

${[...whole, ...cutFaces].join('\n')}`;
}

function wholeFaces(typeface: Typeface): string[] {
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(join(folderOf(typeface), 'unicode.json'), 'utf8'),
  );
  return PARTS.filter((part) => ranges[part] !== undefined).map((part) => {
    const file = `@fontsource-variable/${typeface.package}/files/${fileOf(typeface, part)}`;
    return writeFace(typeface, file, (ranges[part] ?? '').replaceAll(',', ', '));
  });
}

function writeFace({ name, weights }: Typeface, file: string, ranges: string): string {
  return `@font-face {
  font-family: "${name}";
  font-weight: ${weights.join(' ')};
  font-display: swap;
  src: url("${file}") format("woff2");
  unicode-range: ${ranges};
}
`;
}

/** "U+0020-007E, U+00A0" for the letters, which stand in the order of their numbers. */
function rangesOf(text: string): string {
  const ranges: [first: number, last: number][] = [];
  for (const letter of text) {
    const number = letter.codePointAt(0) ?? 0;
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  const write = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  return ranges
    .map(([first, last]) => `U+${write(first)}${last === first ? '' : `-${write(last)}`}`)
    .join(', ');
}

if (import.meta.main) {
  await Promise.all(ROLES.map(cut));
  writeFileSync(join(import.meta.dirname, 'typefaces.css'), typefaceStyles());
  writeFileSync(join(import.meta.dirname, 'fallbacks.css'), await fallbackStyles());
}
