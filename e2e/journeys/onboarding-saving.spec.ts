import type { Page, Route } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { saveDraft } from '../harness/fill.ts';
import type { Product } from '../harness/product.ts';
import { expect, test } from '../harness/test.ts';
import {
  confirmBox,
  expectSaved,
  expectStep,
  feature,
  fillBusiness,
  finish,
  finishButton,
  goNext,
  goToReview,
  localCopy,
  newClient,
  nextButton,
  onServer,
  openWizard,
  projectsOf,
  saveLine,
} from '../harness/wizard.ts';

/** What Chromium itself notes of a request that did not get through. */
const REFUSED = /Failed to load resource/;

const company = (page: Page) => page.getByLabel('Company');

test('a brief is resumed on another device where it was left', async ({ page, browser, product }) => {
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
  await phone.close();
});

test('what is typed offline is kept on this device, said so, and saved when back online', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await openWizard(page, client);
  await goNext(page, 2);
  await expectSaved(page);
  await context.setOffline(true);
  await company(page).fill('Offline & Sons');
  await expect(saveLine(page)).toContainText('You’re offline. Kept on this device');
  await fillBusiness(page);
  await goNext(page, 3);
  expect(await localCopy(page)).toMatchObject({ step: 3, data: { company: 'Offline & Sons' } });
  expect((await onServer(product, client))?.data.company).toBe('');

  await context.setOffline(false);
  await expectSaved(page);
  expect(await onServer(product, client)).toMatchObject({ step: 3, data: { company: 'Offline & Sons' } });
});

test('unsent answers survive closing the page, and continue the draft they belong to', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await openWizard(page, client);
  await goNext(page, 2);
  await expectSaved(page);
  await page.route('**/api/onboarding/save', (route) => route.abort());
  await company(page).fill('Kept & Found');
  await expect(saveLine(page)).toContainText('Kept on this device');
  await page.close();

  const later = await context.newPage();
  await later.goto('/start');
  await expectStep(later, 2);
  await expect(company(later)).toHaveValue('Kept & Found');
  await expectSaved(later);
  expect((await onServer(product, client))?.data.company).toBe('Kept & Found');
});

/** Brings the server a save that was held up on its way. */
async function deliver(product: Product, client: Session, body: string | null): Promise<void> {
  const reply = await fetch(`${product.origin}/api/onboarding/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.access_token}` },
    body,
  });
  expect(reply.status).toBe(200);
}

test('a page reloaded while its save is under way goes on from it, however late that arrives', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await openWizard(page, client);
  await goNext(page, 2);
  await expectSaved(page);
  // It arrives, and its reply does not.
  let onSave = async (route: Route): Promise<void> => void (await route.fetch());
  await page.route('**/api/onboarding/save', (route) => onSave(route));
  await company(page).fill('Sample');
  await expect.poll(async () => (await onServer(product, client))?.data.company).toBe('Sample');
  await company(page).fill('Sample & Co');
  onSave = (route) => route.continue();
  await page.reload();
  await expect(company(page)).toHaveValue('Sample & Co');
  await expectSaved(page);

  // It arrives only when the page that comes after it saves.
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
  expect((await onServer(product, client))?.data.company).toBe('Sample Company');
});

test('a server that cannot save stands in nobody’s way, and gets everything once it can', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await openWizard(page, client);
  await page.route('**/api/onboarding/save', (route) =>
    route.fulfill({ status: 503, json: { error: 'Busy.', message: 'Busy.', code: 'unavailable' } }),
  );
  await goToReview(page);
  await expect(saveLine(page)).toContainText('Kept on this device');
  expect(await onServer(product, client)).toBeNull();
  await page.unroute('**/api/onboarding/save');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expectSaved(page);
  expect(await onServer(product, client)).toMatchObject({ status: 'draft', step: 7 });
});

test.describe('two tabs', () => {
  async function twoTabs(page: Page, product: Parameters<typeof newClient>[0]) {
    const client = await newClient(product);
    await openWizard(page, client);
    await goNext(page, 2);
    await fillBusiness(page);
    await expectSaved(page);
    const second = await page.context().newPage();
    await second.goto('/start');
    await expectStep(second, 2);
    return { client, second };
  }

  test('the later one is told, sees what differs, and keeps its own', async ({
    page,
    product,
    expectConsole,
  }) => {
    expectConsole(REFUSED);
    const { client, second } = await twoTabs(page, product);
    await company(page).fill('First Tab');
    await expectSaved(page);
    await company(second).fill('Second Tab');
    const dialog = second.getByRole('dialog', { name: 'There are two versions of this brief' });
    await expect(dialog.getByRole('listitem')).toHaveText(['CompanyMineSecond TabThe newerFirst Tab']);
    expect((await onServer(product, client))?.data.company).toBe('First Tab');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expectSaved(second);
    expect((await onServer(product, client))?.data.company).toBe('Second Tab');
    await second.getByRole('button', { name: 'Switch to the other version' }).click();
    await expect(company(second)).toHaveValue('First Tab');
  });

  test('the later one can take the newer answers, and its own stay at hand', async ({
    page,
    product,
    expectConsole,
  }) => {
    expectConsole(REFUSED);
    const { client, second } = await twoTabs(page, product);
    await company(page).fill('First Tab');
    await expectSaved(page);
    await company(second).fill('Second Tab');
    const dialog = second.getByRole('dialog', { name: 'There are two versions of this brief' });
    await expect(dialog).toBeVisible();
    await second.keyboard.press('Escape');
    await expect(saveLine(second)).toContainText('There is another version of this brief');
    await second.getByRole('button', { name: 'Choose' }).click();
    await dialog.getByRole('button', { name: 'Take the newer' }).click();
    await expect(company(second)).toHaveValue('First Tab');
    await second.getByRole('button', { name: 'Switch to the other version' }).click();
    await expect(company(second)).toHaveValue('Second Tab');
    await expectSaved(second);
    expect((await onServer(product, client))?.data.company).toBe('Second Tab');
  });

  test('one without changes shows the newer answers when it is looked at again', async ({
    page,
    product,
  }) => {
    const { second } = await twoTabs(page, product);
    await company(page).fill('First Tab');
    await expectSaved(page);
    await second.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(company(second)).toHaveValue('First Tab');
    await expect(second.getByText('Updated with newer answers')).toBeVisible();
  });

  test('finishing in both is one project', async ({ page, product, expectConsole }) => {
    expectConsole(REFUSED);
    const client = await newClient(product);
    await openWizard(page, client);
    await goToReview(page);
    await expectSaved(page);
    const second = await page.context().newPage();
    await second.goto('/start');
    await expectStep(second, 7);
    await finish(page);
    await finish(second);
    expect(await projectsOf(product, client)).toHaveLength(1);
  });

  test('going on in one after finishing in the other leads to the project', async ({
    page,
    product,
    expectConsole,
  }) => {
    expectConsole(REFUSED);
    const client = await newClient(product);
    await openWizard(page, client);
    await goToReview(page);
    await expectSaved(page);
    const second = await page.context().newPage();
    await second.goto('/start?step=3');
    await expectStep(second, 3);
    await finish(page);
    await second.getByLabel('Goals').fill('Too late.');
    await second
      .getByRole('dialog', { name: 'This brief has been submitted' })
      .getByRole('link', { name: 'Go to Portal' })
      .click();
    await second.waitForURL('**/client-portal**');
    const [project, ...others] = await projectsOf(product, client);
    expect(others).toEqual([]);
    expect(project?.final?.goals).toBe('');
  });
});

test('a draft deleted elsewhere can be kept from this page', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  const draft = await saveDraft(product, client, { company: 'Sample Bakery' });
  await openWizard(page, client, '?step=2');
  const deleted = await fetch(`${product.origin}/api/onboarding/draft`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${client.access_token}` },
  });
  expect(deleted.ok).toBe(true);
  await company(page).fill('Sample Bakery & Co');
  await page
    .getByRole('dialog', { name: 'This draft was deleted' })
    .getByRole('button', { name: 'Keep mine' })
    .click();
  await expectSaved(page);
  const kept = await onServer(product, client);
  expect(kept).toMatchObject({ status: 'draft', data: { company: 'Sample Bakery & Co' } });
  expect(kept?.id).not.toBe(draft.id);
});

test('pressing Finish twice is one project', async ({ page, product }) => {
  const client = await newClient(product);
  await openWizard(page, client);
  await goToReview(page);
  await confirmBox(page).check();
  await finishButton(page).dblclick();
  await page.waitForURL('**/client-portal**');
  expect(await projectsOf(product, client)).toHaveLength(1);
});

test('a final call that fails holds nobody up: the portal says so and sends it again', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await openWizard(page, client, '?features=lp');
  await goToReview(page);
  await page.route('**/api/onboarding/submit', (route) => route.abort());
  await finish(page);
  await expect(page.getByText('Your finished brief has not arrived yet.')).toBeVisible();
  expect(await localCopy(page)).toBeNull();
  expect(await onServer(product, client)).toMatchObject({ status: 'draft', step: 7 });

  await page.reload();
  await expect(page.getByText('Your finished brief has not arrived yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
  await page.unroute('**/api/onboarding/submit');
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('Your brief has arrived.')).toBeVisible();
  await expect(page.getByText('Ada Sample').first()).toBeVisible();
  const [project, ...others] = await projectsOf(product, client);
  expect(others).toEqual([]);
  expect(project).toMatchObject({ status: 'submitted', final: { features: ['lp', 'support'] } });
});

test('a final call whose reply is lost is still one project', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await openWizard(page, client);
  await goToReview(page);
  await page.route('**/api/onboarding/submit', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await finish(page);
  await expect(page.getByText('Your finished brief has not arrived yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible();
  await page.unroute('**/api/onboarding/submit');
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('Your brief has arrived.')).toBeVisible();
  expect(await projectsOf(product, client)).toHaveLength(1);
});

test('another person at the same browser does not see what the first one kept', async ({ page, product }) => {
  const first = await newClient(product);
  await openWizard(page, first);
  await goNext(page, 2);
  await company(page).fill('Private & Partners');
  await expectSaved(page);
  await openWizard(page, await newClient(product), '?step=2');
  await expect(nextButton(page)).toBeDisabled();
  await expect(company(page)).toHaveValue('');
});

test('fresh discards what this device kept, and never the draft on the server', async ({ page, product }) => {
  const client = await newClient(product);
  await openWizard(page, client);
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

  await saveDraft(product, client, { company: 'Sample Bakery' });
  await page.goto('/start?fresh=1');
  await expectStep(page, 3);
  await expect(page).not.toHaveURL(/fresh/);
  await page.reload();
  await expectStep(page, 3);
  expect((await onServer(product, client))?.data.company).toBe('Sample Bakery');
});

test('the header’s Start Project begins anew also from within the wizard', async ({ page, product }) => {
  await openWizard(page, await newClient(product));
  await goNext(page, 2);
  await company(page).fill('Sample & Co');
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 2);
  await expect(page).not.toHaveURL(/fresh/);
  await expect(company(page)).toHaveValue('Sample & Co');
});

test('features in the address do not change a saved draft unless one says so', async ({ page, product }) => {
  const client = await newClient(product);
  await saveDraft(product, client, { features: ['web', 'seo'] });
  await openWizard(page, client, '?features=lp&configure=1');
  await expectStep(page, 1);
  await expect(feature(page, 'SEO')).toBeChecked();
  await expect(feature(page, 'Landing Pages')).not.toBeChecked();
  await page.getByRole('button', { name: 'Use the new selection' }).click();
  await expect(feature(page, 'Landing Pages')).toBeChecked();
  await expect(feature(page, 'SEO')).not.toBeChecked();
  await expectSaved(page);
  expect((await onServer(product, client))?.data.features).toEqual(['lp', 'support']);
});

test('a brief finished offline and another one begun are two projects in the end', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await openWizard(page, client);
  // The portal's own files, so that it opens without a network.
  await page.goto('/client-portal');
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 1);
  await context.route('**/api/onboarding/{save,submit}', (route) => route.abort());
  await goToReview(page);
  await finish(page);
  await expect(page.getByText('Your finished brief has not arrived yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 1);
  await goNext(page, 2);
  await fillBusiness(page, 'Sample Contact', 'contact@sample.example');
  await expect(saveLine(page)).toContainText('Kept on this device');
  await context.unroute('**/api/onboarding/{save,submit}');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expectSaved(page);
  const projects = await projectsOf(product, client);
  expect(projects.map(({ status, data }) => [status, data.contact])).toEqual([
    ['draft', 'Sample Contact'],
    ['submitted', 'Ada Sample'],
  ]);
});
