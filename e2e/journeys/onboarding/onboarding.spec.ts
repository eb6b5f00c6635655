import { featureName, offeredFeatures, offersCare, preselected } from '@atelier/content/offer.ts';
import { featurePrice, packageOffers } from '@atelier/content/package-offers.ts';
import { prices } from '@atelier/content/prices.ts';
import { questions } from '@atelier/content/questions.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import type { Page } from '@playwright/test';
import { featured, inBriefOrder, someFeature } from '../../harness/offer.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs } from '../../harness/users.ts';
import {
  estimate,
  expectOnServer,
  expectSaved,
  expectStep,
  feature,
  fillBusiness,
  finish,
  goNext,
  goToReview,
  localCopy,
  newClient,
  onServer,
} from '../../harness/wizard.ts';

/** Waits until exactly these features' boxes are ticked. */
async function expectChosen(page: Page, chosen: readonly FeatureId[]): Promise<void> {
  for (const id of offeredFeatures) {
    await expect(feature(page, id)).toBeChecked({ checked: chosen.includes(id) });
  }
}

test('the pricing section opens the wizard with every selection', async ({ page, product }) => {
  const client = await newClient(product);
  await openAs(page, client);
  for (const { button, name, features, price, takes } of packageOffers) {
    await page.goto('/');
    await page.getByRole('link', { name: button }).click();
    await expectStep(page, 1);
    await expectChosen(page, [...features, ...preselected]);
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(estimate(page)).toContainText(price);
    await expect(estimate(page)).toContainText(takes);
  }

  await page.goto('/');
  await page.getByRole('link', { name: 'Configure your own' }).click();
  await expectStep(page, 1);
  await expect(page.getByRole('heading', { level: 1, name: 'Build your project' })).toBeVisible();
  await expect(page.getByText('Progress saves automatically. You can return anytime.')).toBeVisible();
  await expectChosen(page, preselected);
  if (offersCare) {
    await expect(estimate(page)).toContainText(featurePrice('support'));
    await feature(page, 'support').uncheck();
  }
  await expect(estimate(page)).toContainText('Nothing chosen yet');
  await feature(page, someFeature).check();
  await expect(estimate(page)).toContainText(featurePrice(someFeature));
  const size = buildSize([someFeature]);
  await expect(estimate(page)).toContainText(formatSpan(prices.spans[size]));
  await expect(estimate(page)).toContainText('not an offer');
  await goToReview(page);
  await finish(page);
  expect(await onServer(product, client)).toMatchObject({
    status: 'submitted',
    final: { features: [someFeature], contact: 'Ada Sample' },
    estimate: { size },
  });
});

test('a fully answered package arrives complete in portal and emails', async ({ page, product }) => {
  const chosen = inBriefOrder([...featured.features, ...preselected]);
  const client = await newClient(product);
  await openAs(page, client);
  await page.goto('/');
  await page.getByRole('link', { name: featured.button }).click();
  await expectStep(page, 1);
  await goNext(page, 2);

  await fillBusiness(page, 'Ada Sample', 'ada@sample.example');
  await page.getByLabel('Company').fill('Sample & Co');
  await page.getByLabel('Domain').fill('sample.example');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toContainText('Europe/Berlin');
  await zone.click();
  await page.getByPlaceholder('Type a city').fill('new york');
  await page.getByRole('option', { name: 'America/New York' }).click();
  await expectSaved(page);
  await expectOnServer(product, client, { status: 'draft', step: 2, data: { contact: 'Ada Sample' } });
  const [copy, draft] = [await localCopy(page), await onServer(product, client)];
  expect(Object.keys(copy ?? {}).sort()).toEqual(['data', 'onboardingId', 'step']);
  expect(copy).toMatchObject({
    step: 2,
    onboardingId: draft?.id,
    data: { contact: 'Ada Sample', features: chosen, timezone: 'America/New_York' },
  });
  await goNext(page, 3);

  await page.getByLabel('Goals').fill('More bookings.\nFewer calls.');
  await page.getByLabel('Initial pages').fill('Prices, Team');
  await goNext(page, 4);

  await page.getByRole('radio', { name: 'Hard deadline' }).check();
  await page.getByRole('radio', { name: 'I need help with it' }).check();
  await page.getByRole('radio', { name: questions.budgetRange.answers['5-10k'] }).check();
  await page.getByRole('radio', { name: 'Something else' }).check();
  await page.getByLabel('What success means').fill('A quiet phone');
  await page.getByLabel('Must-haves').fill('Booking, , Map,');
  await page.getByLabel('Nice-to-haves').fill('Newsletter');
  await page.getByRole('button', { name: 'Add a decision maker' }).click();
  await page.getByLabel('Decision maker 1, Name').fill('Grace');
  await page.getByLabel('Decision maker 1, Role').fill('CFO');
  await page.getByRole('button', { name: 'Add a decision maker' }).click();
  await page.getByRole('button', { name: 'Add a site' }).click();
  await page.getByLabel('Inspiration 1, Note').fill('no address');
  await page.getByRole('button', { name: 'Add a site' }).click();
  await page.getByLabel('Inspiration 2, Address').fill('https://like.example');
  await page.getByLabel('Inspiration 2, Note').fill('the type');
  await page.getByLabel('Constraints').fill('No blue.');
  await goNext(page, 5);

  await page.getByLabel('Brand notes').fill('Warm.');
  await page.getByLabel('Link to assets').fill('https://files.example/brand');
  await expect(page.getByLabel('Tone of voice')).toHaveValue('Clear, confident, helpful');
  await page.getByLabel('Tone of voice').fill('Plain');
  await goNext(page, 6);

  await page.getByLabel('Analytics admin').fill('ga@sample.example');
  await page.getByLabel('Payments admin').fill('pay@sample.example');
  await expect(page.getByLabel('CRM').getByRole('option')).toHaveText([
    'None',
    'HubSpot',
    'Salesforce',
    'Pipedrive',
    'Other',
  ]);
  await expect(page.getByLabel('CRM')).toHaveValue('None');
  await page.getByLabel('CRM').selectOption('Other');
  const launch = page.getByLabel('Launch date');
  await launch.fill('1 March 2031');
  await page.getByRole('button', { name: 'Choose from a calendar' }).click();
  await expect(launch).toHaveValue('Mar 1, 2031');
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: 'Wednesday, April 2, 2031' }).click();
  await expect(launch).toHaveValue('Apr 2, 2031');
  await goNext(page, 7);

  for (const text of [
    featureName(chosen[0] ?? ''),
    'Sample & Co',
    'America/New_York',
    'Fewer calls.',
    'Team',
    'Hard deadline',
    questions.budgetRange.answers['5-10k'],
    'A quiet phone',
    'Map',
    'Grace, CFO',
    'https://like.example — the type',
    'No blue.',
    'Plain',
    'pay@sample.example',
    'April 2, 2031',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(page.getByText('no address')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /files\.example/ })).toHaveAttribute(
    'href',
    'https://files.example/brand',
  );
  await finish(page);
  await expect.poll(() => localCopy(page)).toBeNull();

  const project = await onServer(product, client);
  expect(project?.final).toEqual({
    features: chosen,
    company: 'Sample & Co',
    contact: 'Ada Sample',
    email: 'ada@sample.example',
    domain: 'sample.example',
    timezone: 'America/New_York',
    goals: 'More bookings.\nFewer calls.',
    pages: 'Home, About, Contact, Prices, Team',
    brandNotes: 'Warm.',
    assetsLink: 'https://files.example/brand',
    tone: 'Plain',
    gaAdmin: 'ga@sample.example',
    stripeAdmin: 'pay@sample.example',
    crm: 'Other',
    target: '2031-04-02',
    budgetRange: '5-10k',
    timelineConfidence: 'hard',
    successMetric: 'other',
    successOther: 'A quiet phone',
    mustHaves: ['Booking', 'Map'],
    niceToHaves: ['Newsletter'],
    decisionMakers: [{ name: 'Grace', role: 'CFO' }],
    inspirationUrls: [{ url: 'https://like.example', note: 'the type' }],
    constraints: 'No blue.',
    contentReadiness: 'need help',
  });
  await expect(page.getByText('Sample & Co').first()).toBeVisible();
  await product.mail.nextMail(client.user.email ?? '', /brief/i);
  const toOwner = await product.mail.nextMail(product.ownerEmail, /Sample & Co/);
  expect(toOwner.text).toContain('A quiet phone');
});
