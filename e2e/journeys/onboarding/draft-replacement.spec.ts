import { preselected } from '@atelier/content/offer.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import { serviceSections } from '@atelier/content/services.ts';
import { startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import type { Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { largest, smallest } from '../../harness/offer.ts';
import { holdRequests } from '../../harness/page.ts';
import { saveDraft } from '../../harness/seed.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, submitSignIn } from '../../harness/users.ts';
import { expectStep, feature, newClient, onServer } from '../../harness/wizard.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Replace your current draft?' });

/** Opens the home page as a signed-in client. */
async function openHome(page: Page, client: Session): Promise<void> {
  await openAs(page, client);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
}

test('packages, custom selections and services ask before replacing a draft', async ({ page, product }) => {
  const client = await newClient(product);
  const draft = await saveDraft(product, client, { features: ['web', 'ecom'] });
  await openHome(page, client);
  for (const { button } of packageOffers) {
    await page.getByRole('link', { name: button }).click();
    await expect(question(page)).toContainText(/step 3 of 7, Goals, saved (just now|1 minute ago)/);
    if (button === smallest.button) await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/$/);
  }

  await page.getByRole('link', { name: 'Configure your own' }).click();
  await page.getByRole('button', { name: 'Keep my draft' }).click();
  await expectStep(page, 3);
  expect(await onServer(product, client)).toMatchObject({ id: draft.id, revision: draft.revision });

  await page.goto('/services');
  await page.getByRole('button', { name: 'See your price' }).first().click();
  await page.getByRole('link', { name: 'Start with this' }).click();
  await expect(question(page)).toContainText('step 3 of 7');
  await page.getByRole('button', { name: 'Delete & start fresh' }).click();
  await expectStep(page, 1);
  await expect(page).not.toHaveURL(/fresh|features/);
  for (const id of serviceSections[0]?.features ?? []) await expect(feature(page, id)).toBeChecked();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(
    new Set([...(serviceSections[0]?.features ?? []), ...preselected]).size,
  );
  expect(await onServer(product, client)).toBeNull();
  await expect(page.getByRole('button', { name: 'Use the new selection' })).toBeHidden();
});

test('a package clicked before the page is live asks as well', async ({ page, product }) => {
  const client = await newClient(product);
  await saveDraft(product, client);
  await openHome(page, client);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('link', { name: largest.button }).click();
  await expect(page).toHaveURL(/\/$/);
  release();
  await expect(question(page)).toBeVisible();
});

test('a package opens the wizard if check or deletion fails', async ({ page, product, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  const client = await newClient(product);
  await saveDraft(product, client, { features: ['web', 'ecom'] });
  await openHome(page, client);
  // A slow check shows progress.
  const check = await holdRequests(page, /\/api\/onboarding\/me/);
  await page.getByRole('link', { name: smallest.button }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  await check.release();
  await expect(question(page)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Only the pricing page's check fails; the wizard finds the draft.
  await page.route('**/api/onboarding/me', (route) =>
    new URL(page.url()).pathname === '/' ? route.abort() : route.fallback(),
  );
  await page.getByRole('link', { name: smallest.button }).click();
  await expectStep(page, 1);
  await expect(page.getByText('Your saved draft keeps its own selection')).toBeVisible();
  await page.unroute('**/api/onboarding/me');

  await openHome(page, client);
  await page.route('**/api/onboarding/draft', (route) => route.abort());
  await page.getByRole('link', { name: smallest.button }).click();
  await page.getByRole('button', { name: 'Delete & start fresh' }).click();
  await expectStep(page, 1);
  await expect(feature(page, 'ecom')).toBeChecked();
});

test('a visitor who signs in before the wizard keeps the chosen package', async ({ page, product }) => {
  const user = newTestUser();
  await createAccount(product, user);
  await page.goto('/');
  await page.getByRole('link', { name: smallest.button }).click();
  await page.waitForURL('**/login');
  await submitSignIn(page, user);
  await expectStep(page, 1);
  for (const id of smallest.features) await expect(feature(page, id)).toBeChecked();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the packages are links into the wizard', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: smallest.button })).toHaveAttribute(
      'href',
      startUrl(smallest.features),
    );
    await expect(page.getByRole('link', { name: 'Configure your own' })).toHaveAttribute(
      'href',
      startUrl(preselected),
    );
  });
});
