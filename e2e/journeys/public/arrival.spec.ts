import { holdRequests, untilLive } from '../../harness/page.ts';
import { casePaths } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';

test('pages with pictures load without layout shifts', { tag: '@chromium' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    const typefaces: (string | undefined)[] = [];
    Object.assign(window, { shifts, typefaces });
    const note = () => typefaces.push(document.documentElement.dataset.typefaces);
    const watched = { subtree: true, attributeFilter: ['data-typefaces'] };
    new MutationObserver(note).observe(document, watched);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The second case's title fills its line to within one per cent, so another font may break it
  // differently.
  for (const path of ['/work', ...casePaths.slice(0, 1), '/blog', '/about']) {
    const pictures = await holdRequests(page, /\/pictures-/);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilLive(page);
    // A first visit is painted with fallback fonts. Once ours have all loaded they are applied, the titles'
    // first.
    await expect
      .poll(() => page.evaluate(() => (window as Window & { typefaces?: string[] }).typefaces))
      .toEqual(['later', 'coming', 'text', undefined]);
    // The fallback fonts match the header and running text; single words may move by a few pixels, and some
    // page may need a line more or less. 0.1 is where a page counts as shifting.
    const byFonts = await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return (window as Window & { shifts?: number[] }).shifts?.splice(0) ?? [];
    });
    expect(Math.max(0, ...byFonts), path).toBeLessThan(0.005);
    await pictures.release();
    for (const picture of await page.getByRole('main').locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
    }
    const shifts = await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts ?? []);
    expect(shifts, path).toEqual([]);
  }
});

test('content below the fold is laid out in parts on pointer movement, and at once on a key or a click', async ({
  page,
}) => {
  // At the first moment the page accepts input, before it may become live by itself.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const isArriving = [document.documentElement.dataset.arriving === ''];
      for (const type of new URLSearchParams(location.search).getAll('sign')) {
        dispatchEvent(type === 'keydown' ? new KeyboardEvent(type) : new MouseEvent(type));
        isArriving.push(document.documentElement.dataset.arriving === '');
      }
      Object.assign(window, { isArriving });
    });
  });
  const arrive = async (...signs: string[]) => {
    await page.goto(`/?${signs.map((sign) => `sign=${sign}`).join('&')}`);
    return page.evaluate(() => (window as Window & { isArriving?: boolean[] }).isArriving);
  };
  expect(await arrive('pointermove', 'click')).toEqual([true, true, false]);
  expect(await arrive('keydown')).toEqual([true, false]);
  expect(await arrive('pointermove')).toEqual([true, true]);
  await untilLive(page);
  await expect(page.locator('html[data-arriving], [style*="content-visibility"]')).toHaveCount(0);
});

test('a page at rest lays out all of itself before it comes alive, for a picture of the whole page', async ({
  page,
}) => {
  // At the first moment the page is whole: a second after its load event it lays out the rest.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const last = document.querySelector('#main section:last-of-type');
      Object.assign(window, { wasSkipped: last && getComputedStyle(last).contentVisibility === 'auto' });
    });
  });
  await page.goto('/about');
  expect(await page.evaluate(() => (window as Window & { wasSkipped?: boolean }).wasSkipped)).toBe(true);
  const last = page.locator('#main section').last();
  await expect
    .poll(() => last.evaluate((section) => getComputedStyle(section).contentVisibility))
    .toBe('visible');
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving');
});
