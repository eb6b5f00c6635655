import type { Request } from '@playwright/test';
import { stopClock, tickUntilVisible, untilLive } from '../../harness/look.ts';
import { expect, test } from '../../harness/test.ts';

/** What / may load until it lives above React, its DOM and the router, in bytes as they are sent (docs/decisions/0035). */
const SCRIPT_BUDGET = 23_800;

test('the home page loads its scripts on the first input or after a few seconds, and loses no input', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    // What the page before still asks for is not of the one that is opened.
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

  // Pressed by software that helps, without a finger or a key before it.
  await open();
  const dark = page.getByRole('contentinfo').getByRole('button', { name: 'Dark theme' });
  await dark.dispatchEvent('click');
  await expectLive();
  // What its scripts may add to the page has its styles by then.
  const classes = page.locator('head > link[rel="stylesheet"]');
  await expect(classes).toBeAttached();
  expect(await classes.evaluate((link: HTMLLinkElement) => link.sheet?.cssRules.length)).toBeGreaterThan(0);
  await tickUntilVisible(page, dark.and(page.locator('[aria-pressed=true]')), 20);

  await open();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expectLive();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

  // Nobody does anything.
  await open();
  await page.clock.runFor(2_000);
  await expectLive();
});

test('the home page’s scripts stay within their budget', async ({ page }) => {
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
