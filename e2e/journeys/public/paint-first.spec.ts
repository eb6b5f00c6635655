import { layoutShifts, PHONE, untilLive } from '../../harness/page.ts';
import { publicPaths } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';

/**
 * Allows one line more or less above a text; a fallback font that isn't fitted shifts a page by 0.03 to
 * 0.17.
 */
const MOST_SHIFT = 0.02;

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

for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
  test(`the fonts shift the layout by less than the limit on a first visit at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    for (const path of ['/', '/services', '/blog', '/faq']) {
      await page.goto(path);
      await expect(page.locator('html:not([data-typefaces])'), path).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      const sum = (await layoutShifts(page)).reduce((shifts, shift) => shifts + shift, 0);
      expect(sum, path).toBeLessThan(MOST_SHIFT);
    }
  });
}
