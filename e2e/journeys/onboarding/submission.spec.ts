import { prices } from '@atelier/content/prices.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import type { Page, Route } from '@playwright/test';
import { stopClock, tickUntilVisible } from '../../harness/page.ts';
import { sampleBrief } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs } from '../../harness/users.ts';
import {
  company,
  confirmBox,
  expectOnServer,
  expectSaved,
  expectStep,
  FAILED_REQUEST,
  fillBusiness,
  finish,
  finishButton,
  goNext,
  goToReview,
  localCopy,
  newClient,
  onServer,
  openReview,
  openWizard,
  projectsOf,
  saveLine,
  stepHeading,
} from '../../harness/wizard.ts';

const FINISHED_KEY = 'onboarding:finished';

/** Puts an unsent finished brief on the device, as an earlier visit would. */
async function keepFinished(page: Page, userId: string, final: Brief): Promise<void> {
  const kept = [{ userId, final, keptAt: '2030-01-31T10:00:00.000Z' }];
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    FINISHED_KEY,
    JSON.stringify(kept),
  ] as const);
}

const finishedBriefs = (page: Page) => page.evaluate((key) => localStorage.getItem(key), FINISHED_KEY);

test('finishing a brief twice or in two tabs makes one project', { tag: '@chromium' }, async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(FAILED_REQUEST);
  const client = await openReview(page, product);
  const [second, third] = [await page.context().newPage(), await page.context().newPage()];
  await second.goto('/start');
  await expectStep(second, 7);
  await third.goto('/start?step=3');
  await expectStep(third, 3);

  // A confirmation is cleared when another tab changes what was confirmed.
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

test('the portal opens when submitting fails, says so and retries until the brief arrives', {
  tag: '@chromium',
}, async ({ page, product, expectConsole }) => {
  expectConsole(FAILED_REQUEST);
  const client = await openReview(page, product);
  let onSubmit = (route: Route): Promise<void> => route.abort();
  await page.route('**/api/onboarding/submit', (route) => onSubmit(route));
  await finish(page);
  const waiting = page.getByText('Your finished brief hasn’t arrived yet.');
  await expect(waiting).toBeVisible();
  await expect.poll(() => localCopy(page)).toBeNull();
  expect(await onServer(product, client)).toMatchObject({ status: 'draft', step: 7 });
  const again = page.waitForRequest('**/api/onboarding/submit');
  await page.getByRole('button', { name: 'Send it again' }).click();
  const { final, estimate: sent } = (await again).postDataJSON();
  expect(sent).toEqual(estimateBrief(final, prices));
  await expect(waiting).toBeVisible();

  // The brief arrives but its reply is lost; resending creates no second project.
  onSubmit = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.clock.install();
  await page.reload();
  await expect.poll(async () => (await onServer(product, client))?.status).toBe('submitted');
  await expect(waiting).toBeVisible();
  await expect(page.getByText(/Trying again in \d s/)).toBeVisible();
  onSubmit = (route) => route.continue();
  // However many tries failed so far, and however long the next wait is.
  await tickUntilVisible(page, page.getByText('Your brief has arrived.'), 5_000);
  await expect(page.getByText('Sample Bakery').first()).toBeVisible();
  const [project, ...others] = await projectsOf(product, client);
  expect(others).toEqual([]);
  expect(project).toMatchObject({ status: 'submitted', final: { contact: 'Sam Sample' } });
});

test('a brief finished offline and a second one begun after it become two projects', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(FAILED_REQUEST);
  const client = await newClient(product);
  await openWizard(page, client);
  // Loads the portal's own files, so that it opens offline.
  await page.goto('/client-portal');
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 1);
  await context.route('**/api/onboarding/{save,submit}', (route) => route.abort());
  await goToReview(page);
  await finish(page);
  await expect(page.getByText('Your finished brief hasn’t arrived yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Start Project' }).first().click();
  await expectStep(page, 1);
  await goNext(page, 2);
  await fillBusiness(page, 'Sample Contact', 'contact@sample.example');
  await expect(saveLine(page)).toContainText('Kept on this device');
  // With the clock stopped only the click sends them: the page also retries by time.
  const tryNow = page.getByRole('button', { name: 'Try now' });
  await stopClock(page);
  await expect(tryNow).toBeVisible();
  await context.unroute('**/api/onboarding/{save,submit}');
  await tryNow.click();
  await page.clock.resume();
  await expectSaved(page);
  const projects = async () =>
    (await projectsOf(product, client)).map(({ status, data }) => [status, data.contact]);
  await expect.poll(projects).toEqual([
    ['draft', 'Sample Contact'],
    ['submitted', 'Ada Sample'],
  ]);
});

test('an unsent finished brief is sent once when the wizard opens', async ({ page, product }) => {
  const client = await newClient(product);
  await openAs(page, client);
  await keepFinished(page, client.user.id, sampleBrief({ company: 'Kept Bakery' }));
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/onboarding/submit')) sent += 1;
  });
  await page.goto('/start');
  await expectStep(page, 1);
  expect(await projectsOf(product, client)).toMatchObject([
    { status: 'submitted', data: { company: 'Kept Bakery' } },
  ]);
  expect([sent, await finishedBriefs(page)]).toEqual([1, null]);
});

test('a finished brief that is rejected reopens in the wizard', async ({ page, product, expectConsole }) => {
  expectConsole(FAILED_REQUEST);
  const client = await newClient(product);
  await openAs(page, client);
  await keepFinished(page, client.user.id, sampleBrief({ company: 'Kept Bakery', contact: '' }));
  // After two seconds the wizard opens without the server's reply, however slow the machine is.
  await stopClock(page);
  await page.goto('/start');
  await tickUntilVisible(page, stepHeading(page, 2), 1);
  await page.clock.resume();
  await expect(company(page)).toHaveValue('Kept Bakery');
  await expectSaved(page);
  expect(await finishedBriefs(page)).toBeNull();
  expect(await projectsOf(product, client)).toMatchObject([{ status: 'draft' }]);
});
