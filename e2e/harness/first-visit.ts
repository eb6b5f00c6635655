import { expect, type Page } from '@playwright/test';
import { layoutShifts } from './page.ts';

/** The score that words may reach as they move along their lines; a line more or less is 0.017 to 0.17. */
export const MOST_SHIFT = 0.01;

/** Has every page that the browser opens record its HTML: as written, and as it becomes live. */
export async function recordHydration(page: Page): Promise<void> {
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
}

/** Fails when a recorded page has changed its HTML to become live. */
export async function expectUnchangedHtml(page: Page): Promise<void> {
  const { written, live } = await page.evaluate(() => {
    const { written, live } = window as Window & { written?: string; live?: string };
    return { written, live };
  });
  expect(written, page.url()).toBeTruthy();
  expect(live, page.url()).toBe(written);
}

/** Waits for a first visit's typefaces; fails when they move a line. */
export async function expectSteadyTypefaces(page: Page): Promise<void> {
  await expect(
    page.locator('html:not([data-typefaces=later], [data-typefaces=coming])'),
    page.url(),
  ).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  // They come after the load event; a page that is still arriving can shift on a busy machine.
  const sum = (await layoutShifts(page, 'load')).reduce((shifts, shift) => shifts + shift, 0);
  expect(sum, page.url()).toBeLessThan(MOST_SHIFT);
}
