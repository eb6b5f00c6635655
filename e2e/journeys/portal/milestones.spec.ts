import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  freezeReads,
  holdRequests,
  PHONE,
} from '../../harness/page.ts';
import {
  beginPlan as begin,
  chooseAction,
  openAddition,
  row,
  sendForReview,
  step,
  titlesIn,
} from '../../harness/plan.ts';
import { expect, test } from '../../harness/test.ts';

const MILESTONES = /\/api\/(admin\/)?portal\/[^/]+\/milestones$/;
const STATUS = /\/milestones\/[^/]+\/status$/;
const REORDER = /\/milestones\/reorder$/;
const ONE = /\/milestones\/[0-9a-f-]{36}(\?|$)/;

test('the client approves a milestone and requests changes to another, and both sides see it', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { studioPage, openClient, openStudio, set, finish } = await begin({ page, browser, product }, [
    'Design',
    'Build',
    'Launch',
  ]);
  await set(0, { status: 'in_review' });
  await openStudio();
  await sendForReview(studioPage, 'Build');
  await expect(studioPage.getByText('“Build” is in review now.')).toBeVisible();
  await expect(row(studioPage, 'Build').getByText('Build', { exact: true })).toBeFocused();

  await openClient();
  await expect(page.getByText('0 of 3 approved · 0%')).toBeVisible();
  await expect(step(page, 'Launch').getByRole('button')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await step(page, 'Design').getByRole('button', { name: 'Add a note about Design' }).click();
  const note = step(page, 'Design').getByLabel('Note to the studio');
  await expect(note).toBeFocused();
  await note.fill('Lovely. Keep the green.');
  await expectAccessibleInBothThemes(page);
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Design” is approved now. The studio has been notified.')).toBeVisible();
  await expect(step(page, 'Design')).toContainText('Said with the approvalLovely. Keep the green.');
  await expect(page.getByText('1 of 3 approved · 33%')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Design' })).toBeFocused();
  await expect(step(page, 'Build')).toContainText('Current');

  await step(page, 'Build').getByRole('button', { name: 'Needs changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'What should change?' });
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(dialog.getByText('Write what should change.')).toBeVisible();
  await dialog.getByLabel('Your reason').fill('A larger logo.\nAnd green.');
  expectConsole(/Failed to load resource/);
  await page.route(STATUS, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update milestone.');
  await expectAccessibleInBothThemes(page);
  await page.unroute(STATUS);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await step(page, 'Build').getByRole('button', { name: 'Needs changes' }).click();
  await expect(dialog.getByLabel('Your reason')).toHaveValue('A larger logo.\nAnd green.');
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(step(page, 'Build')).toContainText('Needs changes');
  await expect(step(page, 'Build')).toContainText('A larger logo.');
  await expect(page.getByRole('heading', { name: 'Build' })).toBeFocused();

  await studioPage.reload();
  await expect(row(studioPage, 'Build')).toContainText('A larger logo.');
  await expect(row(studioPage, 'Design')).toContainText('Lovely. Keep the green.');
  await expect(studioPage.getByText('1 of 3 approved · 33%')).toBeVisible();
  const labels = async (title: string) =>
    (await row(studioPage, title).getByRole('button').allInnerTexts()).filter(Boolean);
  await expect
    .poll(() => labels('Design'))
    .toEqual(['Request changes', 'Cancel', 'Reopen', 'Note', 'Edit', 'Delete']);
  await expect
    .poll(() => labels('Build'))
    .toEqual(['Start', 'Send for review', 'Block', 'Cancel', 'Reopen', 'Note', 'Edit', 'Delete']);
  await finish();
});

test('an action on a milestone that has since changed is refused, and typed text is kept', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { studioPage, openClient, openStudio, set, drop, finish } = await begin({ page, browser, product }, [
    'Design',
    'Build',
    'Launch',
  ]);
  await set(0, { status: 'in_review' });
  await set(1, { status: 'in_review' });
  for (const each of [page, studioPage]) await freezeReads(each, MILESTONES);
  await openClient();
  await openStudio();
  await expect(row(studioPage, 'Design').getByRole('button', { name: 'Block' })).toBeVisible();
  expectConsole(/status of 40[49]/);
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Design” is approved now.')).toBeVisible();
  await row(studioPage, 'Design').getByRole('button', { name: 'Block' }).click();
  const refusal =
    '“Design” has just changed. Its status is approved. Nothing was done: take another look, then decide.';
  await expect(row(studioPage, 'Design').getByRole('alert')).toHaveText(refusal);
  await expect(row(studioPage, 'Design').getByRole('button', { name: 'Request changes' })).toBeVisible();

  await row(studioPage, 'Build').getByRole('button', { name: 'Edit Build' }).click();
  const form = studioPage.getByRole('form', { name: 'Edit Build' });
  await form.getByLabel('Title').fill('Building');
  await step(page, 'Build').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Build” is approved now.')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('“Build” has just changed. Its status is approved.');
  await expect(form.getByLabel('Title')).toHaveValue('Building');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row(studioPage, 'Building')).toContainText('Approved');
  await set(2, { status: 'in_review' });
  await openClient();
  await expect(step(page, 'Launch').getByRole('button', { name: 'Approve' })).toBeVisible();
  await set(2, { status: 'cancelled' });
  await step(page, 'Launch').getByRole('button', { name: 'Needs changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'What should change?' });
  await dialog.getByLabel('Your reason').fill('Not on a Friday.');
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    '“Launch” has just changed. Its status is cancelled.',
  );
  await expect(dialog.getByLabel('Your reason')).toHaveValue('Not on a Friday.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Launch' })).toBeFocused();

  await row(studioPage, 'Launch').getByRole('button', { name: 'Edit Launch' }).click();
  const lost = studioPage.getByRole('form', { name: 'Edit Launch' });
  await lost.getByLabel('Title').fill('Launch on a Monday');
  await drop(2);
  await lost.getByRole('button', { name: 'Save' }).click();
  await expect(lost).toContainText('This milestone has been deleted');
  await expect(lost.getByLabel('Title')).toHaveValue('Launch on a Monday');
  await expectAccessibleInBothThemes(studioPage);
  await lost.getByRole('button', { name: 'Add as a new milestone' }).click();
  await expect(row(studioPage, 'Launch on a Monday')).toContainText('Pending');
  await expect(lost).toBeHidden();
  await finish();
});

test('milestones show their states and fit a phone', async ({ page, browser, product, expectConsole }) => {
  const { studioPage, openClient, openStudio, set, finish } = await begin({ page, browser, product }, [
    'Design',
    `A long name ${'that goes on '.repeat(8)}${'x'.repeat(40)}`,
  ]);
  await set(0, { status: 'in_review' });
  expectConsole(/status of 400|Failed to load resource/);
  for (const each of [page, studioPage]) await each.setViewportSize(PHONE);
  const held = await holdRequests(page, MILESTONES);
  await openClient();
  await expect(page.getByText('Loading milestones…')).toBeAttached();
  await held.release();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  for (const [each, open] of [
    [page, openClient],
    [studioPage, openStudio],
  ] as const) {
    await blockEvents(each);
    await failRequests(each, MILESTONES, 400, '');
    await open();
    await expect(each.getByRole('alert')).toContainText('Failed to load milestones.');
    await each.unroute(MILESTONES);
    await each.getByRole('button', { name: 'Try again' }).click();
    await expect(each.getByText('0 of 2 approved · 0%')).toBeVisible();
  }
  await expectNoSidewaysScroll(studioPage);
  // The press scrolled as far as the page was long then; a link half under the header is too small for axe.
  await studioPage.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleInBothThemes(studioPage);
  for (const address of [STATUS, REORDER, ONE]) await failRequests(studioPage, address, 400, '');
  await chooseAction(studioPage, 'Design', 'Start');
  await expect(row(studioPage, 'Design').getByRole('alert')).toHaveText('Failed to update milestone.');
  await chooseAction(studioPage, 'Design', 'Move down');
  await expect(studioPage.getByText('Failed to reorder.')).toBeVisible();
  await expect.poll(async () => (await titlesIn(studioPage))[0]).toBe('Design');
  await chooseAction(studioPage, 'Design', 'Delete');
  const question = studioPage.getByRole('alertdialog', { name: 'Delete “Design”?' });
  await question.getByRole('button', { name: 'Delete milestone' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete milestone.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(studioPage.getByRole('button', { name: 'More for Design' })).toBeFocused();
  await studioPage.route(MILESTONES, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  );
  await openAddition(studioPage);
  await studioPage.getByLabel('Title').fill('Launch');
  await studioPage.getByRole('button', { name: 'Add milestone' }).click();
  await expect(studioPage.getByText('Failed to create milestone.')).toBeVisible();
  await expect(studioPage.getByLabel('Title')).toHaveValue('Launch');
  await finish();
});
