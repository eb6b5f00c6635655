import { preselected } from '@atelier/content/offer.ts';
import { formatPriceRange } from '@atelier/domain/onboarding/estimate.ts';
import type { Route } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { inBriefOrder, otherFeature, someFeature } from '../../harness/offer.ts';
import { holdRequests } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { saveDraft } from '../../harness/seed.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';
import { openAs } from '../../harness/users.ts';
import {
  company,
  estimate,
  expectOnServer,
  expectSaved,
  expectStep,
  FAILED_REQUEST,
  feature,
  fillBusiness,
  goNext,
  localCopy,
  newClient,
  nextButton,
  onServer,
  openWizard,
  saveLine,
} from '../../harness/wizard.ts';

test('a brief resumes on another device where it was left, hidden from another person there', async ({
  page,
  browser,
  product,
}) => {
  const client = await newClient(product);
  await openWizard(page, client, '?features=web,ecom');
  await goNext(page, 2);
  await fillBusiness(page);
  await goNext(page, 3);
  await page.getByLabel('Goals').fill('Sell more bread.');
  await page.getByLabel('Initial pages').fill('Shop');
  await expectSaved(page);

  const phone = await browser.newContext({ baseURL: product.origin, viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await openWizard(other, client);
  await expectStep(other, 3);
  await expect(other.getByText('Welcome back.')).toBeVisible();
  await expect(other.getByLabel('Goals')).toHaveValue('Sell more bread.');
  await expect(other.getByRole('button', { name: 'Remove Shop' })).toBeVisible();
  await expect(saveLine(other)).toContainText('Saved');

  // Another person on the same device doesn't see what the first one kept there.
  await expect.poll(() => localCopy(other)).toMatchObject({ data: { goals: 'Sell more bread.' } });
  await openWizard(other, await newClient(product), '?step=2');
  await expect(nextButton(other)).toBeDisabled();
  await expect(other.getByLabel('Primary contact')).toHaveValue('');
  await phone.close();
});

test('answers typed while the server can’t be reached are kept on the device and sent later', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(FAILED_REQUEST);
  const client = await newClient(product);
  await openWizard(page, client);
  await goNext(page, 2);
  await expectSaved(page);
  await context.setOffline(true);
  await company(page).fill('Offline & Sons');
  await expect(saveLine(page)).toContainText('You’re offline. Kept on this device');
  await fillBusiness(page);
  await goNext(page, 3);
  await expect.poll(() => localCopy(page)).toMatchObject({ step: 3, data: { company: 'Offline & Sons' } });
  expect((await onServer(product, client))?.data.company).toBe('');
  await context.setOffline(false);
  await expectSaved(page);
  await expectOnServer(product, client, { step: 3, data: { company: 'Offline & Sons' } });

  // A server that can't save doesn't hold up the client.
  await page.route('**/api/onboarding/save', (route) =>
    route.fulfill({ status: 503, json: { error: 'Busy.', message: 'Busy.', code: 'unavailable' } }),
  );
  await page.getByLabel('Goals').fill('Sell more bread.');
  await goNext(page, 4);
  await expect(saveLine(page)).toContainText('Kept on this device');
  await page.close();

  const later = await context.newPage();
  await later.goto('/start');
  await expectStep(later, 4);
  await expectSaved(later);
  await expectOnServer(product, client, { step: 4, data: { goals: 'Sell more bread.' } });
});

test('a failed draft lookup counts as no draft, and the draft it missed overwrites nothing', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(FAILED_REQUEST);
  const client = await newClient(product);
  const draft = await saveDraft(product, client, { company: 'Saved Bakery', features: [someFeature] });
  await page.route('**/api/onboarding/me', (route) => route.abort());
  await openWizard(page, client);
  await expectStep(page, 1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(saveLine(page)).toContainText('Couldn’t look for a saved brief yet; trying again.');
  await expectAccessible(page);

  // Nothing was typed: the draft opens as if the answer had come in time, and only once, though the page
  // also retries by itself.
  const tryNow = async () => {
    const look = await holdRequests(page, /\/api\/onboarding\/me$/);
    await page.unroute('**/api/onboarding/me');
    await page.getByRole('button', { name: 'Try now' }).click();
    await look.release();
  };
  await tryNow();
  await expectStep(page, 3);
  await expect(page.getByText('Found your saved brief.')).toBeVisible();
  await expectSaved(page);

  // Something was typed: the client chooses, and the server's draft is untouched.
  await page.evaluate(() => localStorage.clear());
  await openAs(page, client);
  await page.route('**/api/onboarding/me', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/start');
  await expectStep(page, 1);
  await feature(page, otherFeature).check();
  await tryNow();
  const dialog = page.getByRole('dialog', { name: 'There are two versions of this brief' });
  await expect(dialog).toContainText('Saved Bakery');
  expect(await onServer(product, client)).toMatchObject({ id: draft.id, revision: draft.revision });
  await dialog.getByRole('button', { name: 'Take the newer' }).click();
  await expectSaved(page);
  await expect(feature(page, otherFeature)).not.toBeChecked();
  expect(await onServer(product, client)).toMatchObject({ id: draft.id, revision: draft.revision });
});

test('the wizard opens while the draft lookup is pending', async ({ page, product }) => {
  const client = await newClient(product);
  await openAs(page, client);
  const look = await holdRequests(page, /\/api\/onboarding\/me/);
  await page.goto(`/start?features=${someFeature}`);
  await expectStep(page, 1);
  await expect(feature(page, someFeature)).toBeChecked();
  await look.release();
});

test('leaving step 1 creates the draft, with the estimate shown', { tag: '@chromium' }, async ({
  page,
  product,
}) => {
  const client = await newClient(product);
  await openWizard(page, client);
  await feature(page, someFeature).check();
  await expect(saveLine(page)).toHaveAttribute('data-save-status', 'kept-here');
  await expect(saveLine(page)).toContainText('Kept on this device');
  expect(await onServer(product, client)).toBeNull();
  await page.reload();
  await expect(feature(page, someFeature)).toBeChecked();

  const shown = await estimate(page).locator('p').first().innerText();
  const save = page.waitForRequest('**/api/onboarding/save');
  await goNext(page, 2);
  const { estimate: sent, data } = (await save).postDataJSON();
  expect(formatPriceRange(sent.low, sent.high)).toBe(shown);
  expect(data.features).toEqual(inBriefOrder([someFeature, ...preselected]));
  await expectOnServer(product, client, { status: 'draft', step: 2 });
});

test('fresh and features in the address never touch a saved draft', async ({ page, product }) => {
  const client = await newClient(product);
  await openAs(page, client);
  await page.evaluate(() =>
    localStorage.setItem(
      'onboarding:start',
      JSON.stringify({ data: { company: 'Left Over', features: ['seo'] }, step: 2, onboardingId: null }),
    ),
  );
  await page.goto('/start');
  await expectStep(page, 2);
  await expect(company(page)).toHaveValue('Left Over');
  for (const fresh of ['1', 'true']) {
    await page.goto(`/start?fresh=${fresh}&step=2`);
    await expectStep(page, 2);
    await expect(page).not.toHaveURL(/fresh/);
    await expect(company(page)).toHaveValue('');
  }

  await saveDraft(product, client, { features: [otherFeature] });
  await page.goto('/start?fresh=1');
  await expectStep(page, 3);
  await page.reload();
  await expectStep(page, 3);
  // The header's link starts afresh within the wizard too.
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 3);
  await expect(page).not.toHaveURL(/fresh/);

  await page.goto(`/start?features=${someFeature}&configure=1`);
  await expectStep(page, 1);
  await expect(feature(page, otherFeature)).toBeChecked();
  await expect(feature(page, someFeature)).not.toBeChecked();
  await page.getByRole('button', { name: 'Use the new selection' }).click();
  await expect(feature(page, someFeature)).toBeChecked();
  await expect(feature(page, otherFeature)).not.toBeChecked();
  await expectSaved(page);
  await expectOnServer(product, client, {
    data: { features: inBriefOrder([someFeature, ...preselected]), company: 'Sample Bakery' },
  });
});

/** Delivers a delayed save to the server. */
async function deliver(product: Product, client: Session, body: string | null): Promise<void> {
  const reply = await fetch(`${product.origin}/api/onboarding/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.access_token}` },
    body,
  });
  expect(reply.status).toBe(200);
}

test('a page reloaded during a save continues from it, however late the save arrives', {
  tag: '@chromium',
}, async ({ page, product, expectConsole }) => {
  expectConsole(FAILED_REQUEST);
  const client = await newClient(product);
  await openWizard(page, client);
  await goNext(page, 2);
  await expectSaved(page);
  // The save arrives, but its reply is lost.
  let onSave = async (route: Route): Promise<void> => void (await route.fetch());
  await page.route('**/api/onboarding/save', (route) => onSave(route));
  await company(page).fill('Sample');
  await expect.poll(async () => (await onServer(product, client))?.data.company).toBe('Sample');
  await company(page).fill('Sample & Co');
  onSave = (route) => route.continue();
  await page.reload();
  await expect(company(page)).toHaveValue('Sample & Co');
  await expectSaved(page);

  // The save arrives only when the reloaded page saves.
  const held: (string | null)[] = [];
  onSave = async (route) => void held.push(route.request().postData());
  await company(page).fill('Sample & Company');
  await expect.poll(() => held.length).toBe(1);
  await company(page).fill('Sample Company');
  onSave = async (route) => {
    for (const late of held.splice(0)) await deliver(product, client, late);
    await route.continue();
  };
  await page.reload();
  await expect(company(page)).toHaveValue('Sample Company');
  await expectSaved(page);
  await expectOnServer(product, client, { data: { company: 'Sample Company' } });
});
