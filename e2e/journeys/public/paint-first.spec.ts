import { expectSteadyTypefaces, MOST_SHIFT } from '../../harness/first-visit.ts';
import { layoutShifts, PHONE, stopClock } from '../../harness/page.ts';
import { publicPaths } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';

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

// The pages' own journeys try it at 1280 px.
for (const viewport of [PHONE, { width: 768, height: 1024 }]) {
  test(`the typefaces move no line on a first visit at ${viewport.width} px`, async ({ browser }) => {
    for (const path of publicPaths) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(path);
      await expectSteadyTypefaces(page);
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
