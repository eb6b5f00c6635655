import type { Page, Route } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { saveDraft } from '../harness/fill.ts';
import { openAs } from '../harness/people.ts';
import type { Product } from '../harness/product.ts';
import { expect, expectAccessible, test } from '../harness/test.ts';
import {
  confirmBox,
  expectOnServer,
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
  openReview,
  openWizard,
  projectsOf,
  saveLine,
} from '../harness/wizard.ts';

/** What Chromium itself notes of a request that did not get through. */
const REFUSED = /Failed to load resource/;

const company = (page: Page) => page.getByLabel('Company');

test('a brief is resumed on another device where it was left, and by nobody else', async ({
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

  // Another person at the same device does not see what the first one kept there.
  await expect.poll(() => localCopy(other)).toMatchObject({ data: { goals: 'Sell more bread.' } });
  await openWizard(other, await newClient(product), '?step=2');
  await expect(nextButton(other)).toBeDisabled();
  await expect(other.getByLabel('Primary contact')).toHaveValue('');
  await phone.close();
});

test('what is typed without a server is kept on this device, said so, and sent when there is one', async ({
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
  await expect.poll(() => localCopy(page)).toMatchObject({ step: 3, data: { company: 'Offline & Sons' } });
  expect((await onServer(product, client))?.data.company).toBe('');
  await context.setOffline(false);
  await expectSaved(page);
  await expectOnServer(product, client, { step: 3, data: { company: 'Offline & Sons' } });

  // A server that cannot save stands in nobody's way.
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
  await expectOnServer(product, client, { data: { company: 'Sample Company' } });
});

test('of two tabs the newer answers win only knowingly', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  await saveDraft(product, client, {}, 2);
  await openWizard(page, client);
  const second = await page.context().newPage();
  await second.goto('/start');
  await expectStep(second, 2);
  const dialog = second.getByRole('dialog', { name: 'There are two versions of this brief' });

  await company(page).fill('First Tab');
  await expectOnServer(product, client, { data: { company: 'First Tab' } });
  await company(second).fill('Second Tab');
  await expect(dialog.getByRole('listitem')).toHaveText(['CompanyMineSecond TabThe newerFirst Tab']);
  await expectAccessible(second);
  await second.keyboard.press('Escape');
  await expect(saveLine(second)).toContainText('There is another version of this brief');
  expect((await onServer(product, client))?.data.company).toBe('First Tab');
  await second.getByRole('button', { name: 'Choose' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expectSaved(second);
  await expectOnServer(product, client, { data: { company: 'Second Tab' } });

  // A tab without changes of its own shows the newer answers when it is looked at again.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(company(page)).toHaveValue('Second Tab');
  await expect(page.getByText('Updated with newer answers')).toBeVisible();

  await company(page).fill('First Again');
  await expectOnServer(product, client, { data: { company: 'First Again' } });
  await company(second).fill('Second Again');
  await dialog.getByRole('button', { name: 'Take the newer' }).click();
  await expect(company(second)).toHaveValue('First Again');
  await second.getByRole('button', { name: 'Switch to the other version' }).click();
  await expect(company(second)).toHaveValue('Second Again');
  await expectSaved(second);
  await expectOnServer(product, client, { data: { company: 'Second Again' } });
});

test('finishing twice, and from another tab, is one project', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const client = await openReview(page, product);
  const [second, third] = [await page.context().newPage(), await page.context().newPage()];
  await second.goto('/start');
  await expectStep(second, 7);
  await third.goto('/start?step=3');
  await expectStep(third, 3);

  // What was confirmed is not confirmed any more once another tab has made it something else.
  await confirmBox(page).check();
  await third.getByLabel('Goals').fill('Sell cakes too.');
  await expectOnServer(product, client, { data: { goals: 'Sell cakes too.' } });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('region', { name: 'Goals' })).toContainText('Sell cakes too.');
  await expect(confirmBox(page)).not.toBeChecked();

  await confirmBox(page).check();
  await finishButton(page).dblclick();
  await page.waitForURL('**/client-portal**');
  await finish(second);
  await third.getByLabel('Goals').fill('Too late.');
  await third
    .getByRole('dialog', { name: 'This brief has been submitted' })
    .getByRole('link', { name: 'Go to Portal' })
    .click();
  await third.waitForURL('**/client-portal**');
  const [project, ...others] = await projectsOf(product, client);
  expect(others).toEqual([]);
  expect(project?.final?.goals).toBe('Sell cakes too.');
});

test('a draft deleted elsewhere can be kept from this page', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const client = await newClient(product);
  const draft = await saveDraft(product, client, { company: 'Sample Bakery' });
  await openWizard(page, client, '?step=2');
  await expect(company(page)).toHaveValue('Sample Bakery');
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
  await expectOnServer(product, client, { data: { company: 'Sample Bakery & Co' } });
  const kept = await onServer(product, client);
  expect(kept).toMatchObject({ status: 'draft', data: { company: 'Sample Bakery & Co' } });
  expect(kept?.id).not.toBe(draft.id);
});

test('a final call that fails holds nobody up: the portal says so and sends it until it has arrived', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const client = await openReview(page, product);
  let onSubmit = (route: Route): Promise<void> => route.abort();
  await page.route('**/api/onboarding/submit', (route) => onSubmit(route));
  await finish(page);
  const waiting = page.getByText('Your finished brief has not arrived yet.');
  await expect(waiting).toBeVisible();
  await expect.poll(() => localCopy(page)).toBeNull();
  expect(await onServer(product, client)).toMatchObject({ status: 'draft', step: 7 });

  // It arrives, but its reply is lost; what is sent again is the same project.
  onSubmit = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.reload();
  await expect.poll(async () => (await onServer(product, client))?.status).toBe('submitted');
  await expect(waiting).toBeVisible();
  const sendAgain = page.getByRole('button', { name: 'Send it again' });
  await expect(sendAgain).toBeVisible();
  onSubmit = (route) => route.continue();
  await sendAgain.click();
  await expect(page.getByText('Your brief has arrived.')).toBeVisible();
  await expect(page.getByText('Sample Bakery').first()).toBeVisible();
  const [project, ...others] = await projectsOf(product, client);
  expect(others).toEqual([]);
  expect(project).toMatchObject({ status: 'submitted', final: { contact: 'Sam Sample' } });
});

test('fresh discards what this device kept, and features choose, but neither touches a saved draft', async ({
  page,
  product,
}) => {
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

  await saveDraft(product, client, { features: ['web', 'seo'] });
  await page.goto('/start?fresh=1');
  await expectStep(page, 3);
  await page.reload();
  await expectStep(page, 3);
  // The header's way in begins anew also from within the wizard.
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 3);
  await expect(page).not.toHaveURL(/fresh/);

  await page.goto('/start?features=lp&configure=1');
  await expectStep(page, 1);
  await expect(feature(page, 'SEO')).toBeChecked();
  await expect(feature(page, 'Landing Pages')).not.toBeChecked();
  await page.getByRole('button', { name: 'Use the new selection' }).click();
  await expect(feature(page, 'Landing Pages')).toBeChecked();
  await expect(feature(page, 'SEO')).not.toBeChecked();
  await expectSaved(page);
  await expectOnServer(product, client, {
    data: { features: ['lp', 'support'], company: 'Sample Bakery' },
  });
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
  const projects = async () =>
    (await projectsOf(product, client)).map(({ status, data }) => [status, data.contact]);
  await expect.poll(projects).toEqual([
    ['draft', 'Sample Contact'],
    ['submitted', 'Ada Sample'],
  ]);
});
