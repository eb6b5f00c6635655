import type { Page } from '@playwright/test';
import { untilLive } from '../../harness/page.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';
import { openAs, ownerSession } from '../../harness/users.ts';
import { expectStep, newClient } from '../../harness/wizard.ts';

/** Chromium's own notes of requests made offline. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch dynamically/;
const offline = (page: Page) => page.getByRole('dialog', { name: 'You’re offline' });

/** Waits until the screens' code has been preloaded, up to this last one. */
async function expectPreloaded(page: Page, screen: string): Promise<void> {
  const find = () =>
    page.evaluate(
      (part) => performance.getEntriesByType('resource').find(({ name }) => name.includes(part))?.name ?? '',
      `/assets/${screen}-`,
    );
  await expect.poll(find).not.toBe('');
  await page.evaluate(async (file) => void (await import(file)), await find());
}

test.beforeEach(({ expectConsole }) => expectConsole(NO_NETWORK));

test('a page that can’t load offline keeps text and opens later', async ({ page, context }) => {
  await page.goto('/contact');
  await untilLive(page);
  await page.getByLabel('Your question').fill('Half a thought about tea');
  await context.setOffline(true);
  const about = page.getByRole('contentinfo').getByRole('link', { name: 'About' });
  await about.click();
  await expect(offline(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(offline(page)).toBeVisible();

  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(offline(page)).toBeHidden();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByLabel('Your question')).toHaveValue('Half a thought about tea');
  await about.click();
  await expect(offline(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offline(page)).toBeHidden();

  await about.click();
  await expect(offline(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offline(page)).toBeHidden();
  await page.goBack();
  await expect(page.getByLabel('Your question')).toHaveValue('Half a thought about tea');
});

test('going back offline to a page not loaded shows the offline dialog', async ({ page, context }) => {
  // Routed, so that the browser's own cache keeps none of them.
  await page.route('**/assets/**', (route) => route.continue());
  await page.goto('/about');
  await untilLive(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await page.reload();
  await untilLive(page);
  await context.setOffline(true);
  await page.goBack();
  await expect(offline(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByLabel('Your question')).toBeVisible();
});

test('the client’s screens open offline and show what failed to load', async ({ page, context, product }) => {
  const client = await newClient(product);
  await submitProject(product, client);
  await openAs(page, client);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectPreloaded(page, 'project-screen');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Client Portal' }).first().click();
  await expect(page).toHaveURL(/\/client-portal/);
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load projects.' });
  await expect(failure).toContainText(/Trying again in \d s/);
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 1);
  await page.getByRole('link', { name: 'Client Portal' }).first().click();
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Sample Bakery').first()).toBeVisible();
  await expect(failure).toBeHidden();
});

test('the studio’s screens open offline and show what failed to load', async ({ page, context, product }) => {
  await openAs(page, await ownerSession(product));
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expectPreloaded(page, 'inbox');
  await context.setOffline(true);
  const area = page.getByRole('navigation', { name: /admin/i }).first();
  await area.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByText('Failed to load contacts.')).toBeVisible();
  await area.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByText('Failed to load projects.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Failed to load projects.')).toBeHidden();
});
