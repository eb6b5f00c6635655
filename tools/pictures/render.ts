import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { baseCss, type Composition } from './composition.ts';

const fonts = [
  [
    'Bricolage Grotesque',
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    'font-weight: 200 800; font-stretch: 75% 100%',
  ],
  [
    'Instrument Sans',
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    'font-weight: 400 700',
  ],
  [
    'Fraunces',
    '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
    'font-weight: 100 900',
  ],
] as const;

const fontFaces = fonts
  .map(([family, file, range]) => {
    const data = readFileSync(new URL(import.meta.resolve(file))).toString('base64');
    return `@font-face { font-family: "${family}"; ${range}; src: url(data:font/woff2;base64,${data}) format("woff2"); }`;
  })
  .join('\n');

/** Draws compositions in Chromium, one after the other: PNGs of `scale` times their size. */
export async function* render(
  compositions: readonly Composition[],
  scale: number,
): AsyncGenerator<[Composition, Buffer]> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ deviceScaleFactor: scale });
    for (const composition of compositions) {
      const { width, height, html, css } = composition;
      await page.setViewportSize({ width, height });
      await page.setContent(
        `<!doctype html><style>${fontFaces}${baseCss}body{width:${width}px;height:${height}px}${css}</style><body>${html}</body>`,
      );
      await page.evaluate('document.fonts.ready');
      yield [composition, await page.screenshot({ type: 'png' })];
    }
  } finally {
    await browser.close();
  }
}
