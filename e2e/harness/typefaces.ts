import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './page.ts';

/**
 * Typefaces that systems have for sans-serif, as packages with the same designs; Arimo is as wide and high
 * as Arial and Liberation.
 */
const SYSTEM_TYPEFACES = ['arimo', 'dejavu-sans', 'noto-sans', 'roboto'] as const;

/** The page with all its text in one of these typefaces, whatever the machine has. */
function inTypeface(html: string, name: (typeof SYSTEM_TYPEFACES)[number]): string {
  const faces = [400, 700].map((weight) => {
    const file = import.meta.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
    const data = readFileSync(fileURLToPath(file)).toString('base64');
    return `@font-face{font-family:${name};font-weight:${weight};src:url(data:font/woff2;base64,${data})}`;
  });
  const style = `<style>${faces.join('')}*{font-family:${name}!important}</style>`;
  return html.replace('</head>', () => `${style}</head>`);
}

/**
 * Fails when HTML without typefaces of its own doesn't fit a phone and a desk in every system's typeface.
 * Axe reads it once in each theme, in the first typeface: its rules don't depend on one.
 */
export async function expectFitsInAnyTypeface(page: Page, html: string): Promise<void> {
  for (const typeface of SYSTEM_TYPEFACES) {
    await page.goto('about:blank');
    await page.setContent(inTypeface(html, typeface));
    await page.evaluate(() => document.fonts.ready);
    for (const width of [600, 320]) {
      await page.setViewportSize({ width, height: 700 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `in ${typeface} at ${width} px`).toBeLessThanOrEqual(width);
    }
    if (typeface === SYSTEM_TYPEFACES[0]) await expectAccessibleInBothThemes(page);
  }
}
