import { packageCopy } from '@atelier/content/packages.ts';
import { FEATURE_NAMES, type FeatureId, PACKAGES } from '@atelier/domain/catalogue.ts';
import { openAs } from '../harness/people.ts';
import { expect, expectAccessible, test } from '../harness/test.ts';
import {
  confirmBox,
  estimate,
  expectSaved,
  expectStep,
  feature,
  fillBusiness,
  fillDiscovery,
  finish,
  goNext,
  goToReview,
  localCopy,
  newClient,
  onServer,
  openWizard,
} from '../harness/wizard.ts';

/** The ids of the features whose boxes are ticked. */
async function chosenFeatures(page: Parameters<typeof feature>[0]): Promise<string[]> {
  const names = Object.entries(FEATURE_NAMES) as [FeatureId | 'ads', string][];
  const chosen: string[] = [];
  for (const [id, name] of names) {
    if (id !== 'ads' && (await feature(page, name).isChecked())) chosen.push(id);
  }
  return chosen.sort();
}

for (const each of PACKAGES) {
  test(`the ${each.name} package leads from the pricing section to its brief and its project`, async ({
    page,
    product,
  }) => {
    const client = await newClient(product, each.key);
    await openAs(page, client);
    await page.goto('/');
    await page.getByRole('link', { name: packageCopy[each.key].button }).click();
    await expectStep(page, 1);
    expect(await chosenFeatures(page)).toEqual([...each.features].sort());
    await expect(page.getByRole('button', { name: new RegExp(`^${each.name}`) })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await goToReview(page);
    await finish(page);
    const project = await onServer(product, client);
    expect(project).toMatchObject({ status: 'submitted', final: { contact: 'Ada Sample' } });
    expect([...(project?.final?.features ?? [])].sort()).toEqual([...each.features].sort());
    expect(project?.estimate?.high).toBeGreaterThan(0);
  });
}

test('configuring one’s own begins with care alone, which can be taken off', async ({ page, product }) => {
  await openAs(page, await newClient(product));
  await page.goto('/');
  await page.getByRole('link', { name: 'Configure your own' }).click();
  await expectStep(page, 1);
  await expect(page.getByRole('heading', { level: 1, name: 'Put your project together' })).toBeVisible();
  expect(await chosenFeatures(page)).toEqual(['support']);
  await expect(estimate(page)).toContainText('$90–$240 a month');
  await feature(page, FEATURE_NAMES.support).uncheck();
  await expect(estimate(page)).toContainText('Nothing chosen yet');
  await feature(page, FEATURE_NAMES.lp).check();
  await expect(estimate(page)).toContainText('$700–$1,100');
  await expect(estimate(page)).toContainText('3–7 days');
  await expect(estimate(page)).toContainText('not an offer');
});

test('a brief with every answer arrives whole: review, portal, mails', async ({ page, product }) => {
  const client = await newClient(product);
  await openWizard(page, client);
  await feature(page, FEATURE_NAMES.web).check();
  await goNext(page, 2);

  await fillBusiness(page, 'Ada Sample', 'ada@sample.example');
  await page.getByLabel('Company').fill('Sample & Co');
  await page.getByLabel('Domain').fill('sample.example');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue('Europe/Berlin');
  await zone.fill('new york');
  await page.getByRole('option', { name: 'America/New York' }).click();
  await goNext(page, 3);

  await page.getByLabel('Goals').fill('More bookings.\nFewer calls.');
  await page.getByLabel('Initial pages').fill('Prices, Team');
  await goNext(page, 4);

  await page.getByRole('radio', { name: 'Hard deadline' }).check();
  await page.getByRole('radio', { name: 'I need help with it' }).check();
  await page.getByRole('radio', { name: '$5,000–$10,000' }).check();
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
  await page.getByLabel('Launch date').fill('2031-03-01');
  await goNext(page, 7);

  for (const text of [
    'Website Dev',
    'Sample & Co',
    'America/New_York',
    'Fewer calls.',
    'Team',
    'Hard deadline',
    '$5,000–$10,000',
    'A quiet phone',
    'Map',
    'Grace, CFO',
    'https://like.example — the type',
    'No blue.',
    'Plain',
    'pay@sample.example',
    'March 1, 2031',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(page.getByText('no address')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /files\.example/ })).toHaveAttribute(
    'href',
    'https://files.example/brand',
  );
  await finish(page);

  const project = await onServer(product, client);
  expect(project?.final).toEqual({
    features: ['web', 'support'],
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
    target: '2031-03-01',
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

test('the copy on this device holds data, step and onboardingId, and goes when the brief is finished', async ({
  page,
  product,
}) => {
  const client = await newClient(product);
  await openWizard(page, client, '?fresh=1&type=landing');
  await goNext(page, 2);
  await fillBusiness(page);
  await expectSaved(page);
  const copy = await localCopy(page);
  const draft = await onServer(product, client);
  expect(Object.keys(copy ?? {}).sort()).toEqual(['data', 'onboardingId', 'step']);
  expect(copy).toMatchObject({
    step: 2,
    onboardingId: draft?.id,
    data: { contact: 'Ada Sample', email: 'ada@sample.example', features: ['lp', 'support'] },
  });
  expect(draft).toMatchObject({ status: 'draft', step: 2, data: { contact: 'Ada Sample' } });

  await goNext(page, 3);
  await goNext(page, 4);
  await fillDiscovery(page);
  for (const step of [5, 6, 7]) await goNext(page, step);
  await finish(page);
  expect(await localCopy(page)).toBeNull();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every step is accessible in the ${colorScheme} theme`, async ({ page, product }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openWizard(page, await newClient(product), '?features=web,seo');
    await expectAccessible(page);
    await goNext(page, 2);
    await page.getByLabel('Email', { exact: true }).fill('nope');
    await page.getByLabel('Company').focus();
    await expect(page.getByText('Enter a valid email.')).toBeVisible();
    await expectAccessible(page);
    await fillBusiness(page);
    await goNext(page, 3);
    await expectAccessible(page);
    await goNext(page, 4);
    await page.getByRole('button', { name: 'Add a decision maker' }).click();
    await page.getByRole('button', { name: 'Add a site' }).click();
    await page.getByLabel('Must-haves').fill('Booking,');
    await expectAccessible(page);
    await fillDiscovery(page);
    await goNext(page, 5);
    await expectAccessible(page);
    await goNext(page, 6);
    await expectAccessible(page);
    await goNext(page, 7);
    await page.getByRole('button', { name: 'Finish & go to Portal' }).click();
    await expect(confirmBox(page)).toBeFocused();
    await expectAccessible(page);
  });
}
