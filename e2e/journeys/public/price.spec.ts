import { featureName, offeredFeatures, offersCare, preselected } from '@atelier/content/offer.ts';
import { featurePrice, packageOffers } from '@atelier/content/package-offers.ts';
import { startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import type { Page } from '@playwright/test';
import { featured, inBriefOrder, someFeature } from '../../harness/offer.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  untilLive,
} from '../../harness/page.ts';
import { saveDraft } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccountButton,
  fillSignUp,
  followLink,
  newTestUser,
  openAs,
} from '../../harness/users.ts';
import { estimate, expectStep, feature, newClient } from '../../harness/wizard.ts';

const configurator = (page: Page) => page.getByRole('dialog', { name: 'See your price' });
const onward = (page: Page) => configurator(page).getByRole('link', { name: 'Start with this' });

async function openConfigurator(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'See your price' }).click();
  await expect(configurator(page)).toBeVisible();
}

/** A feature to add to the featured package, or to take out of one that has them all. */
const changed =
  offeredFeatures.find((id) => !featured.features.includes(id) && id !== 'support') ?? someFeature;
const isAdded = !featured.features.includes(changed);

test('a visitor sees their price without an account, and signs up with the selection intact', async ({
  page,
  context,
  product,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/');
  await untilLive(page);
  const isLoaded = () => scripts.some((url) => url.includes('price-configurator'));
  expect(isLoaded()).toBe(false);
  await openConfigurator(page);
  expect(isLoaded()).toBe(true);
  const price = configurator(page).getByRole('status');
  await expect(price).toContainText(featured.price);
  await expect(price).toContainText(featured.takes);
  if (offersCare) await expect(price).toContainText(featurePrice('support'));
  for (const offer of packageOffers) {
    await configurator(page).getByRole('button', { name: offer.name }).click();
    await expect(price).toContainText(offer.price);
  }
  await configurator(page).getByRole('button', { name: featured.name }).click();
  await configurator(page)
    .getByRole('checkbox', { name: featureName(changed), exact: true })
    .setChecked(isAdded);
  await expect(price).not.toContainText(featured.price);
  const selected = inBriefOrder([...featured.features, ...preselected, changed]).filter(
    (id) => isAdded || id !== changed,
  );
  await expect(onward(page)).toHaveAttribute('href', startUrl(selected));
  await expectAccessibleInBothThemes(page);
  const shown = (await price.locator('span').first().innerText()).trim();

  // Closed and opened again, the selection is still there.
  await page.keyboard.press('Escape');
  await expect(configurator(page)).toBeHidden();
  await openConfigurator(page);
  await expect(price).toContainText(shown);
  await onward(page).click();

  await page.waitForURL('**/login');
  await expect(page.getByRole('heading', { name: 'First, a place to keep your brief' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  const user = newTestUser('priced');
  await fillSignUp(page, user);
  await createAccountButton(page).click();
  const mailTab = await context.newPage();
  await followLink(mailTab, await confirmationLink(product, user.email));
  await mailTab.waitForURL('**/profile');
  await expectStep(page, 1);
  for (const id of selected) await expect(feature(page, id)).toBeChecked();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(selected.length);
  await expect(estimate(page)).toContainText(shown);
  // The tab of the mail leads there as well.
  await expect(mailTab.getByRole('link', { name: /brief|Continue|left off/i }).first()).toHaveAttribute(
    'href',
    /^\/start\?/,
  );
});

test('the configurator asks before replacing a draft, and keeps the selection', async ({ page, product }) => {
  const client = await newClient(product);
  await saveDraft(product, client);
  await openAs(page, client);
  await page.goto('/');
  await openConfigurator(page);
  await onward(page).click();
  const question = page.getByRole('alertdialog', { name: 'Replace your current draft?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(configurator(page)).toBeVisible();
  await onward(page).click();
  await question.getByRole('button', { name: 'Delete & start fresh' }).click();
  await expectStep(page, 1);
  for (const id of featured.features) await expect(feature(page, id)).toBeChecked();
});

test('the configurator fits a phone, with the price in view', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await openConfigurator(page);
  await expect(configurator(page).getByRole('status')).toBeInViewport();
  await expect(onward(page)).toBeInViewport();
  await expectNoSidewaysScroll(page);
});
