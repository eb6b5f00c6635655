import { layoutShifts, PHONE, stopClock, untilLive } from '../../harness/page.ts';
import { publicPaths } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';

/** What words that move along their lines come to; a line more or less above a text is 0.017 to 0.17. */
const MOST_SHIFT = 0.01;

test('every public page becomes live without changing its HTML', async ({ page }) => {
  await page.addInitScript(() => {
    const read = () => {
      const head = document.head.cloneNode(true) as HTMLHeadElement;
      // The loader adds these after the paint.
      for (const link of head.querySelectorAll('link[rel="manifest"], link[rel="stylesheet"]')) link.remove();
      // Chromium keeps the attribute when its last property is removed.
      return `${head.innerHTML}\n${document.body.innerHTML}`.replaceAll(' style=""', '');
    };
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { written: read() });
      // When the page becomes live, before it changes anything itself.
      new MutationObserver(() => Object.assign(window, { live: read() })).observe(document.documentElement, {
        attributeFilter: ['data-live'],
      });
    });
  });
  for (const path of publicPaths) {
    await page.goto(path);
    await untilLive(page);
    const { written, live } = await page.evaluate(() => {
      const { written, live } = window as Window & { written?: string; live?: string };
      return { written, live };
    });
    expect(written, path).toBeTruthy();
    expect(live, path).toBe(written);
  }
});

test('a page that waits for a touch ignores a pointer at rest over it', async ({ page }) => {
  // With its clock stopped the page doesn't come alive by itself meanwhile.
  await stopClock(page);
  await page.goto('/about');
  // Browsers report a pointer at rest, once a page is laid out below it, as a move by nothing.
  const isStarted = (movementX: number) =>
    page.evaluate((x) => {
      document.body.dispatchEvent(new PointerEvent('pointermove', { movementX: x, bubbles: true }));
      return document.querySelector('link[rel="modulepreload"]') !== null;
    }, movementX);
  expect(await isStarted(0)).toBe(false);
  expect(await isStarted(1)).toBe(true);
});

for (const viewport of [PHONE, { width: 768, height: 1024 }, { width: 1280, height: 900 }]) {
  test(`the typefaces move no line on a first visit at ${viewport.width} px`, async ({ browser }) => {
    for (const path of publicPaths) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(path);
      await expect(
        page.locator('html:not([data-typefaces=later], [data-typefaces=coming])'),
        path,
      ).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      // They come after the load event; a page that is still arriving can shift on a busy machine.
      const sum = (await layoutShifts(page, 'load')).reduce((shifts, shift) => shifts + shift, 0);
      expect(sum, path).toBeLessThan(MOST_SHIFT);
      await context.close();
    }
  });
}

test('a page keeps its fallback face where a typeface would move lines, until the next page', async ({
  page,
}) => {
  // As on a system without any of the fonts that the fallback faces are fitted to.
  await page.addInitScript(() => {
    const faces = new CSSStyleSheet();
    faces.replaceSync(':root{--text-fallbacks:monospace}');
    document.adoptedStyleSheets = [faces];
  });
  await page.goto('/about');
  await expect(page.locator('html[data-typefaces=text]')).toBeAttached();
  // Waits for two frames: it would be on in the next.
  const sum = (await layoutShifts(page, 'load')).reduce((shifts, shift) => shifts + shift, 0);
  expect(sum).toBeLessThan(MOST_SHIFT);
  await expect(page.locator('html[data-typefaces=text]')).toBeAttached();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(page.locator('html:not([data-typefaces])')).toBeAttached();
});
