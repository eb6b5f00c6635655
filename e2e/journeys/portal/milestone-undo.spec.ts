import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import type { Page } from '@playwright/test';
import { createMovedDate, type MovedDate } from '../../harness/moved-date.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  freezeReads,
  holdRequests,
  PHONE,
  pageTime,
} from '../../harness/page.ts';
import {
  beginPlan,
  chooseAction,
  openAddition,
  openPlan,
  reviewDialog,
  row,
  sendForReview,
  step,
} from '../../harness/plan.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { test as base, expect } from '../../harness/test.ts';

const UNDO = /\/milestones\/[^/]+\/undo$/;
const MILESTONES = /\/api\/(admin\/)?portal\/[^/]+\/milestones$/;

/** A product whose ten seconds to undo last until a journey lets its date run. */
const test = base.extend<Record<never, never>, { date: MovedDate; product: Product }>({
  date: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      await using date = await createMovedDate();
      await use(date);
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ date }, use) => {
      const product = await startProduct(date.settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
});
test.afterEach(({ date }) => date.resume());

/** Makes an offer on the page stay until it is taken, however slow the machine. Undone by the returned function. */
async function keepOffers(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((offered) => {
    const set = window.setTimeout;
    Object.assign(window, {
      realSetTimeout: set,
      setTimeout: (task: TimerHandler, ms?: number, ...rest: unknown[]) =>
        set(task, Number(ms) > offered / 2 && Number(ms) <= offered ? 24 * 3_600_000 : ms, ...rest),
    });
  }, UNDO_SECONDS * 1_000);
  return () =>
    page.evaluate(() => {
      Object.assign(window, { setTimeout: Reflect.get(window, 'realSetTimeout') });
    });
}

/**
 * Holds the clock that the page's offer depends on (`page.clock.install` came before) while something else
 * is done. It jumps ahead by part of the offer's ten seconds: longer than a slow machine takes from one call to the next.
 */
const holdClock = async (page: Page) => page.clock.pauseAt((await pageTime(page)) + 3_000);

test('a status change with a note can be undone with the keyboard before the client is mailed', async ({
  page,
  browser,
  product,
  date,
}) => {
  const plan = await openPlan({ page, browser, product }, ['Design', 'Build']);
  const { studioPage, clientEmail, finish } = plan;
  await expect(step(page, 'Design')).toContainText('Pending');
  await date.hold();
  const letOffersEnd = await keepOffers(studioPage);

  await row(studioPage, 'Design').getByRole('button', { name: 'Add a note to Design' }).click();
  const note = row(studioPage, 'Design').getByLabel('Note to your client');
  await expect(note).toBeFocused();
  await expectAccessibleInBothThemes(studioPage);
  await note.fill('The first two pages.');
  await sendForReview(studioPage, 'Design');
  const undo = row(studioPage, 'Design').getByRole('button', { name: 'Undo: Design' });
  await expect(
    studioPage.getByRole('status').getByText('“Design” is in review now. You have 10 seconds to undo it.'),
  ).toBeVisible();
  // Once the window is gone it gives the focus back, wherever it is by then.
  await expect(reviewDialog(studioPage, 'Design')).toHaveCount(0);
  await expect(row(studioPage, 'Design').getByText('Design', { exact: true })).toBeFocused();
  await studioPage.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await studioPage.keyboard.press('Enter');
  await expect(studioPage.getByText('Undone: “Design” is pending again.')).toBeVisible();
  await expect(undo).toBeHidden();
  await expect(row(studioPage, 'Design').getByText('Design', { exact: true })).toBeFocused();
  await expect(step(page, 'Design')).toContainText('Pending');
  await expect(step(page, 'Design')).not.toContainText('The first two pages.');

  // The client's open page shows the change at once, with its note.
  await letOffersEnd();
  await studioPage.clock.install();
  await row(studioPage, 'Build').getByRole('button', { name: 'Add a note to Build' }).click();
  await row(studioPage, 'Build').getByLabel('Note to your client').fill('Waiting for the texts.');
  await row(studioPage, 'Build').getByRole('button', { name: 'Block' }).click();
  const other = row(studioPage, 'Build').getByRole('button', { name: 'Undo: Build' });
  await expect(other).toBeVisible();
  await holdClock(studioPage);
  await expect(step(page, 'Build')).toContainText('Blocked');
  await expect(step(page, 'Build')).toContainText('Waiting for the texts.');
  // Left alone, the offer disappears and returns the focus if it had it.
  await other.focus();
  await studioPage.clock.runFor(10_000);
  await expect(other).toBeHidden();
  await expect(studioPage.getByText('seconds to undo it')).toBeHidden();
  await expect(row(studioPage, 'Build').getByText('Build', { exact: true })).toBeFocused();
  await date.resume();
  await product.mail.nextMail(clientEmail, /“Build” is blocked/);
  const mails = product.mail.mailsTo(clientEmail).filter(({ subject }) => subject?.includes('Design'));
  expect(mails).toEqual([]);
  await finish();
});

test('an undo is refused once the client has acted', async ({
  page,
  browser,
  product,
  date,
  expectConsole,
}) => {
  const plan = await beginPlan({ page, browser, product }, ['Design']);
  const { studioPage, openClient, openStudio, finish } = plan;
  await openClient();
  await studioPage.clock.install();
  await freezeReads(studioPage, MILESTONES);
  await openStudio();
  await date.hold();
  await sendForReview(studioPage, 'Design');
  const undo = row(studioPage, 'Design').getByRole('button', { name: 'Undo: Design' });
  await expect(undo).toBeVisible();
  await holdClock(studioPage);
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Design” is approved now.')).toBeVisible();
  await studioPage.clock.resume();
  expectConsole(/status of 409/);
  await undo.click();
  await expect(row(studioPage, 'Design').getByRole('alert')).toHaveText(
    '“Design” has just changed. Its status is approved. Nothing was done: take another look, then decide.',
  );
  await expect(undo).toBeHidden();
  await expect(row(studioPage, 'Design')).toContainText('Approved');
  await finish();
});

test('an undo shows its outcome whether the event or the reply comes first, and can be retried', async ({
  page,
  browser,
  product,
  date,
  expectConsole,
}) => {
  const { studioPage, finish } = await openPlan({ page, browser, product }, ['Design']);
  await date.hold();
  await keepOffers(studioPage);
  const design = row(studioPage, 'Design');
  const undo = design.getByRole('button', { name: 'Undo: Design' });
  const offered = '“Design” is in review now. You have 10 seconds to undo it.';
  const send = async () => {
    await sendForReview(studioPage, 'Design');
    await expect(studioPage.getByText(offered)).toBeVisible();
    await expect(step(page, 'Design').getByRole('button', { name: 'Approve' })).toBeVisible();
  };

  // One refusal and one lost request: the offer stays.
  await send();
  expectConsole(/status of 500|net::ERR_FAILED/);
  await studioPage.route(UNDO, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await undo.click();
  await expect(design.getByRole('alert')).toHaveText('Failed to update milestone.');
  await studioPage.route(UNDO, (route) => route.abort(), { times: 1 });
  await undo.click();
  await expect(design.getByRole('alert')).toHaveText('Failed to update milestone.');
  await undo.click();
  await expect(studioPage.getByText('Undone: “Design” is pending again.')).toBeVisible();
  await expect(design.getByRole('alert')).toBeHidden();

  // The event arrives before the reply.
  await send();
  const reply = Promise.withResolvers<void>();
  await studioPage.route(
    UNDO,
    async (route) => {
      const response = await route.fetch();
      await reply.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await undo.click();
  await expect(design.getByText('Pending', { exact: true })).toBeVisible();
  reply.resolve();
  await expect(studioPage.getByText('Undone: “Design” is pending again.')).toBeVisible();
  await expect(design.getByText('Design', { exact: true })).toBeFocused();

  // The client acts first.
  await send();
  const held = await holdRequests(studioPage, UNDO);
  await undo.click();
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).click();
  await expect(design.getByText('Approved', { exact: true })).toBeVisible();
  expectConsole(/status of 409/);
  await held.release();
  await expect(design.getByRole('alert')).toHaveText(
    '“Design” has just changed. Its status is approved. Nothing was done: take another look, then decide.',
  );
  await expect(undo).toBeHidden();
  await expect(studioPage.getByText(offered)).toBeHidden();
  await finish();
});

test('a status change publishes a draft milestone and says so, but Cancel keeps it hidden', async ({
  page,
  browser,
  product,
  date,
}) => {
  const plan = await openPlan({ page, browser, product }, ['Design', 'Build'], { areDrafts: true });
  const { studioPage, finish } = plan;
  await date.hold();
  const letOffersEnd = await keepOffers(studioPage);
  await studioPage.setViewportSize(PHONE);
  await expect(page.getByText('No milestones yet.')).toBeVisible();
  await expect(row(studioPage, 'Design')).toContainText('Any status but Cancel publishes this draft.');
  await chooseAction(studioPage, 'Build', 'Cancel');
  await expect(studioPage.getByText('“Build” is cancelled now, and still a draft.')).toBeVisible();
  await expect(studioPage.getByText('Your client can’t see 1 draft yet.')).toBeVisible();
  const start = async () => {
    await row(studioPage, 'Design').getByRole('button', { name: 'Start' }).click();
    await expect(
      studioPage.getByText('“Design” is in progress now. It’s published: your client can see it.'),
    ).toBeVisible();
  };
  await start();
  await row(studioPage, 'Design').getByRole('button', { name: 'Undo: Design' }).click();
  await expect(studioPage.getByText('Undone: “Design” is pending again, and a draft.')).toBeVisible();
  await expect(page.getByText('No milestones yet.')).toBeVisible();
  await letOffersEnd();
  await studioPage.clock.install();
  await start();
  await expect(row(studioPage, 'Design').getByRole('button', { name: 'Undo: Design' })).toBeVisible();
  await holdClock(studioPage);
  await expectNoSidewaysScroll(studioPage);
  await expect(step(page, 'Design')).toContainText('In progress');
  await expect(step(page, 'Build')).toHaveCount(0);
  await studioPage.clock.resume();
  await expectAccessibleInBothThemes(studioPage);
  await finish();
});

test('the milestone forms keep their text across a reload', async ({ page, browser, product }) => {
  const plan = await beginPlan({ page, browser, product }, ['Design', 'Build']);
  const { studioPage, openStudio, drop, finish } = plan;
  await openStudio();
  const addition = studioPage.locator('form').filter({ hasText: 'Add milestone' });
  await openAddition(studioPage);
  await expect(addition.getByLabel('Title')).toBeFocused();
  await addition.getByLabel('Title').fill('Launch');
  await addition.getByLabel('Due').fill('2030-01-31');
  await row(studioPage, 'Design').getByRole('button', { name: 'Edit Design' }).click();
  const edit = studioPage.getByRole('form', { name: 'Edit Design' });
  await edit.getByLabel('Description').fill('Two drafts.');
  await row(studioPage, 'Build').getByRole('button', { name: 'Edit Build' }).click();
  const other = studioPage.getByRole('form', { name: 'Edit Build' });
  await other.getByLabel('Title').fill('Building');

  await studioPage.getByRole('tab', { name: 'Overview' }).click();
  await studioPage.getByRole('tab', { name: 'Milestones' }).click();
  await expect(edit.getByLabel('Description')).toHaveValue('Two drafts.');
  await drop(1);
  await studioPage.reload();
  await expect(edit.getByText('You left this unsaved.')).toBeVisible();
  await expect(edit.getByLabel('Description')).toHaveValue('Two drafts.');
  await expect(addition.getByLabel('Title')).toHaveValue('Launch');
  await expect(addition.getByLabel('Due')).toHaveValue('Jan 31, 2030');
  // A deleted milestone keeps its typed text on the page.
  await expect(other).toContainText('This milestone has been deleted');
  await expect(other.getByLabel('Title')).toHaveValue('Building');
  await expectAccessibleInBothThemes(studioPage);
  await other.getByRole('button', { name: 'Discard' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(studioPage, 'Design')).toContainText('Two drafts.');
  await addition.getByRole('button', { name: 'Add milestone' }).click();
  await expect(studioPage.getByText('Added “Launch”.')).toBeVisible();
  await studioPage.reload();
  await expect(row(studioPage, 'Launch')).toBeVisible();
  await expect(addition).toHaveCount(0);
  await expect(studioPage.getByRole('form')).toHaveCount(0);

  await openAddition(studioPage);
  await addition.getByLabel('Title').fill('For my eyes');
  const stored = () => studioPage.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain('For my eyes');
  await studioPage.goto('/profile');
  await studioPage.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(studioPage).toHaveURL(/\/(login)?$/);
  await expect.poll(stored).not.toContain('For my eyes');
  await finish();
});

test('a milestone button pressed twice at once sends one request', async ({ page, browser, product }) => {
  const plan = await beginPlan({ page, browser, product }, ['Design', 'Build']);
  const { openClient, openStudio, studioPage, set, finish } = plan;
  await set(0, { status: 'in_review' });
  const sent: string[] = [];
  for (const each of [page, studioPage]) {
    each.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
  }
  await openClient();
  await openStudio();
  const twice = (element: HTMLElement) => {
    element.click();
    element.click();
  };
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).evaluate(twice);
  await expect(page.getByText('“Design” is approved now.')).toBeVisible();
  expect(sent).toEqual(['status']);
  await row(studioPage, 'Build').getByRole('button', { name: 'Block' }).evaluate(twice);
  await expect(studioPage.getByText(/“Build” is blocked now\./)).toBeVisible();
  expect(sent).toEqual(['status', 'status']);
  await openAddition(studioPage);
  await studioPage.getByLabel('Title').fill('Launch');
  await studioPage.getByRole('button', { name: 'Add milestone' }).evaluate(twice);
  await expect(row(studioPage, 'Launch')).toHaveCount(1);
  expect(sent).toEqual(['status', 'status', 'milestones']);
  await finish();
});
