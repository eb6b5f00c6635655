import type { Request } from '@playwright/test';
import { stopClock, tickUntilVisible, untilLive } from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';

/**
 * What / may load until it is live, besides React, React DOM and the router, in transferred bytes
 * (docs/decisions/0035, 0112).
 */
const SCRIPT_BUDGET = 24_200;

test('the home page loads its scripts on the first input or after a few seconds, and loses no input', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    // Requests of the previous page don't count for the one being opened.
    if (request.isNavigationRequest()) scripts.length = 0;
    if (request.url().endsWith('.js')) scripts.push(request.url());
  });
  const open = async () => {
    await page.goto('/');
    await page.clock.runFor(4_000);
    expect(scripts).toEqual([]);
    await expect(page.locator('html[data-live]')).toHaveCount(0);
  };
  const expectLive = () => tickUntilVisible(page, page.locator('html[data-live]'), 20);
  await stopClock(page);

  // Clicked by assistive software, without a pointer or key event before.
  await open();
  const dark = page.getByRole('contentinfo').getByRole('button', { name: 'Dark theme' });
  await dark.dispatchEvent('click');
  await expectLive();
  // The styles for what its scripts may add have loaded by then.
  const classes = page.locator('head > link[rel="stylesheet"]');
  await expect(classes).toBeAttached();
  expect(await classes.evaluate((link: HTMLLinkElement) => link.sheet?.cssRules.length)).toBeGreaterThan(0);
  await tickUntilVisible(page, dark.and(page.locator('[aria-pressed=true]')), 20);

  await open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expectLive();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

  // No input at all.
  await open();
  await page.clock.runFor(2_000);
  await expectLive();
});

test('the home page’s scripts stay within their budget', { tag: '@chromium' }, async ({ page }) => {
  const scripts = new Map<string, Request>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, request);
  });
  await page.goto('/');
  await untilLive(page);
  await page.waitForLoadState('networkidle');
  const found = [...scripts].filter(([path]) => !/\/(react|react-dom|react-router)-[^/]+$/.test(path));
  expect(scripts.size - found.length, 'libraries').toBe(3);
  const weights = await Promise.all(
    found.map(async ([path, request]) => ({ path, bytes: (await request.sizes()).responseBodySize })),
  );
  const list = weights.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
  const sum = weights.reduce((bytes, each) => bytes + each.bytes, 0);
  expect(sum, list).toBeLessThan(SCRIPT_BUDGET);
});
