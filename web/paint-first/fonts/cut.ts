/*
 * Cuts the site's two typefaces down to the letters that its pages are written with, so that a first
 * visit doesn't wait for letters that no page has. The results are part of the tree. Any other letter (a
 * name with an accent) comes from the whole typeface, which browsers fetch only then: see
 * typefaces.css, which must name the same letters. Then fits the fallback faces (fallbacks.css).
 * Run by: npm run fonts, after changing a typeface or the letters.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { fallbackStyles } from './fit.ts';

const root = join(import.meta.dirname, '../../..');
/** For headings, and for text; `cut.test.ts` lists where else they are named. */
export const families = ['bricolage-grotesque', 'instrument-sans'];

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');
/** In the order of their numbers. */
export const letters = `${ascii}\u00a0©·–—‘’“”…`;
/** No letter: marks those files in the stylesheet (../typefaces.ts). */
export const MARK = '\ue000';

async function cut(family: string): Promise<void> {
  const whole = readFileSync(
    join(root, `node_modules/@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`),
  );
  const part = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    // Pairs of letters and figures of one width; the typefaces' fractions and the like are used nowhere.
    keepFeatures: ['kern', 'liga', 'ccmp', 'tnum'],
    noHinting: true,
  });
  writeFileSync(join(import.meta.dirname, `${family}.woff2`), part);
  console.log(`${family}: ${part.length} of ${whole.length} bytes`);
}

if (import.meta.main) {
  await Promise.all(families.map(cut));
  writeFileSync(join(import.meta.dirname, 'fallbacks.css'), await fallbackStyles());
}
