import type { Page } from '@playwright/test';
import { untilLive } from '../../harness/page.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs, signInAsOwner } from '../../harness/users.ts';
import { newClient } from '../../harness/wizard.ts';

/** What React and the browser report of a provoked error. Firefox's console says only `Error` of it. */
const PROVOKED = new RegExp(
  [
    "provoked|Minified React error|TypeError|Failed to (?:load|fetch)|TrustedHTML|Failed to set the 'innerHTML'",
    '^error: (?:React Router caught the following error during render )?Error |require-trusted-types-for',
    'blocked because of a disallowed MIME type',
  ].join('|'),
);
const stopped = (page: Page) => page.getByRole('heading', { name: 'This page stopped working.' });

/** Has a screen's code throw as it is drawn. */
const breakScreen = (page: Page, name: string) =>
  page.route(`**/assets/${name}-*.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const Broken = () => { throw new Error('provoked') }; export { Broken as default };`,
    }),
  );

/** How many documents the page has loaded. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

test.beforeEach(({ expectConsole }) => expectConsole(PROVOKED));

test('a public page that breaks shows the error screen with the way back, and what was typed is kept', async ({
  page,
}) => {
  await breakScreen(page, 'about');
  await page.goto('/contact');
  await untilLive(page);
  await page.getByLabel('Your question').fill('Half a thought about tea');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(stopped(page)).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByLabel('Your question')).toHaveValue('Half a thought about tea');

  // As the page comes alive.
  await page.goto('/about');
  await expect(async () => {
    // Moves again and again: the page may not be listening yet at the first move.
    for (const place of [5, 6]) await page.mouse.move(place, place);
    await expect(stopped(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a page whose framework breaks stays as it was painted, with links that work', async ({ page }) => {
  await page.route('**/assets/root-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const Broken = () => { throw new Error('provoked') }; export { Broken as default, Broken as ErrorBoundary };`,
    }),
  );
  const failed = page.waitForEvent('pageerror');
  await page.goto('/about');
  await page.mouse.move(5, 5);
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms');
});

test('a screen behind a sign-in that breaks shows the error screen in its frame', async ({
  page,
  product,
}) => {
  await openAs(page, await newClient(product));
  await breakScreen(page, 'profile');
  await page.goto('/profile');
  await expect(stopped(page)).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();

  await signInAsOwner(page, product);
  await breakScreen(page, 'audit');
  await page.goto('/admin/audit');
  await expect(stopped(page)).toBeVisible();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
});

test('an odd reply leaves the page, with a way to try again', async ({ page, product }) => {
  const client = await newClient(product);
  const project = await submitProject(product, client);
  await page.route(/\/api\/portal\/[^/]+\/milestones/, (route) =>
    route.fulfill({ json: { milestones: [null] } }),
  );
  await openAs(page, client);
  await page.goto(`/client-portal/${project._id}?tab=milestones`);
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a click after an update opens the page wanted', async ({ page }) => {
  const isOld = (url: string) => url.includes('/assets/about-');
  let isUpdated = false;
  await page.route('**/assets/about-*.js', (route) =>
    isUpdated || !isOld(route.request().url()) ? route.fallback() : route.fulfill({ status: 404 }),
  );
  await page.goto('/contact');
  await untilLive(page);
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isUpdated = true;
  });
  const loads = countLoads(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilLive(page);
  expect(loads()).toBe(1);
});

test('a file that stays missing loads the page once, then shows the error screen', async ({
  page,
  product,
}) => {
  await openAs(page, await newClient(product));
  await page.route('**/assets/profile-*.js', (route) => route.fulfill({ status: 404 }));
  const loads = countLoads(page);
  await page.goto('/profile');
  await expect(stopped(page)).toBeVisible();
  expect(loads()).toBe(2);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(loads).toBe(3);
  await expect(stopped(page)).toBeVisible();
  expect(loads()).toBe(3);
});
