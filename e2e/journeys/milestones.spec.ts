import type { Locator, Page } from '@playwright/test';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  hush,
  keepUnaware,
  PHONE,
} from '../harness/look.ts';
import { beginPlan as begin, row, step, titlesIn } from '../harness/plan.ts';
import { expect, test } from '../harness/test.ts';

const MILESTONES = /\/api\/(admin\/)?portal\/[^/]+\/milestones$/;
const STATUS = /\/milestones\/[^/]+\/status$/;
const REORDER = /\/milestones\/reorder$/;
const ONE = /\/milestones\/[0-9a-f-]{36}(\?|$)/;

/** Presses the mouse on the handle, moves it over another row, and lets go once the page says what that would do. */
async function dragOnto(page: Page, handle: Locator, target: Locator, foretold: Locator) {
  // Away from the window's edges, where a row that is held scrolls the page.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // Rows that change their places move there: they have to have come to rest.
  await target.hover();
  await handle.hover();
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 12, { steps: 3 });
  await page.mouse.move(to.x + from.width / 2, to.y + to.height / 2, { steps: 8 });
  await expect(foretold).toBeAttached();
  await page.mouse.up();
}

test('the studio makes a plan of the suggested one, and the client sees it once it is published', async ({
  page,
  browser,
  product,
}) => {
  const { studioPage, openClient, openStudio, finish } = await begin({ page, browser, product }, []);
  await openClient();
  await expect(page.getByText('No milestones yet.')).toBeVisible();
  await openStudio();
  await expect(studioPage.getByText(/^Your client can’t see \d drafts yet\.$/)).toBeVisible();
  await expect.poll(() => titlesIn(studioPage).then(({ length }) => length)).toBeGreaterThan(3);
  const suggested = await titlesIn(studioPage);
  const [first = '', second = '', third = ''] = suggested as string[];

  await row(studioPage, first)
    .getByRole('button', { name: `Edit ${first}` })
    .click();
  const form = studioPage.getByRole('form', { name: `Edit ${first}` });
  await expect(form.getByLabel('Title')).toBeFocused();
  await form.getByLabel('Title').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a title.')).toBeVisible();
  await form.getByLabel('Title').fill('Say hello');
  await form.getByLabel('Due').fill('2030-01-31');
  await form.getByRole('button', { name: 'Choose from a calendar' }).click();
  const calendar = studioPage.getByRole('grid', { name: 'January 2030' });
  await expect(calendar.getByRole('button', { name: 'Thursday, January 31, 2030' })).toBeFocused();
  await studioPage.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(form.getByLabel('Due')).toHaveValue('Jan 31, 2030');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row(studioPage, 'Say hello')).toContainText('Jan 31, 2030');
  await expect(row(studioPage, 'Say hello').getByText('Say hello', { exact: true })).toBeFocused();

  // By a button, by the keyboard on the handle, and by the mouse.
  const up = studioPage.getByRole('button', { name: `Move ${third} up` });
  await up.click();
  await up.click();
  await expect(studioPage.getByText(`“${third}” is 1 of ${suggested.length} now.`)).toBeVisible();
  await expect(up).toBeFocused();
  await expect.poll(() => titlesIn(studioPage)).toEqual([third, 'Say hello', second, ...suggested.slice(3)]);
  const handle = studioPage.getByRole('button', { name: 'Drag Say hello' });
  await handle.focus();
  for (const leave of ['Escape', 'Tab']) {
    // Without a wait between the keys: none of them is lost, however quick they are.
    for (const press of ['Space', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await studioPage.keyboard.press(press);
    await expect(studioPage.getByText(`“Say hello” would be 3 of ${suggested.length}.`)).toBeAttached();
    expect(await titlesIn(studioPage)).toEqual([third, second, 'Say hello', ...suggested.slice(3)]);
    await expect(handle).toBeFocused();
    await studioPage.keyboard.press(leave);
    await expect(studioPage.getByText('“Say hello” is back where it was.')).toBeAttached();
    expect(await titlesIn(studioPage)).toEqual([third, 'Say hello', second, ...suggested.slice(3)]);
  }
  await handle.focus();
  await studioPage.keyboard.press('Space');
  await expect(studioPage.getByText(/^Picked up “Say hello”, 2 of/)).toBeAttached();
  await studioPage.keyboard.press('ArrowUp');
  await expect(studioPage.getByText(/^“Say hello” would be 1 of/)).toBeAttached();
  await studioPage.keyboard.press('Space');
  await expect.poll(() => titlesIn(studioPage)).toEqual(['Say hello', third, second, ...suggested.slice(3)]);
  await dragOnto(
    studioPage,
    studioPage.getByRole('button', { name: `Drag ${second}` }),
    row(studioPage, third),
    studioPage.getByText(`“${second}” would be 2 of ${suggested.length}`),
  );
  await expect(studioPage.getByText(`“${second}” is 2 of ${suggested.length} now.`)).toBeVisible();
  await expect.poll(() => titlesIn(studioPage)).toEqual(['Say hello', second, third, ...suggested.slice(3)]);

  await row(studioPage, third)
    .getByRole('button', { name: `Delete ${third}` })
    .click();
  await studioPage.getByRole('alertdialog').getByRole('button', { name: 'Delete milestone' }).click();
  await expect(studioPage.getByText(`Deleted “${third}”.`)).toBeVisible();
  await expect(studioPage.getByRole('region', { name: 'Milestones' }).locator(':focus')).toHaveCount(1);
  await studioPage.getByLabel('Title').fill('A party');
  await studioPage.getByRole('button', { name: 'Add milestone' }).click();
  await expect(studioPage.getByText('Added “A party” as a draft.')).toBeVisible();
  await expect(studioPage.getByLabel('Title')).toHaveValue('');
  await expectAccessibleInBothThemes(studioPage);
  const plan = ['Say hello', second, ...suggested.slice(3), 'A party'];
  await studioPage.reload();
  await expect(row(studioPage, 'A party')).toBeVisible();
  await expect.poll(() => titlesIn(studioPage)).toEqual(plan);
  await openClient();
  await expect(page.getByText('No milestones yet.')).toBeVisible();

  await studioPage.getByRole('button', { name: `Publish ${plan.length} drafts` }).click();
  await expect(studioPage.getByText(/^Published \d drafts\. Your client can now see them\.$/)).toBeVisible();
  await expect(row(studioPage, 'A party').getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(studioPage.getByText(/can’t see/)).toHaveCount(0);
  await openClient();
  const items = page.getByRole('list', { name: 'Milestones' }).getByRole('listitem');
  await expect(items.getByRole('heading')).toHaveText(plan as string[]);
  await expect(items.first()).toContainText('Current');
  await expect(step(page, 'A party')).toContainText('No due date');
  await finish();
});

test('a row held at the edge of the window scrolls the page to its end, and not beyond', async ({
  page,
  browser,
  product,
}) => {
  const titles = ['Plan', 'Design', 'Words', 'Pictures', 'Build', 'Shop', 'Test', 'Launch', 'Look back'];
  const { studioPage, openStudio, finish } = await begin({ page, browser, product }, titles);
  await openStudio();
  const last = row(studioPage, 'Look back');
  await expect(last).toBeVisible();
  const handle = studioPage.getByRole('button', { name: 'Drag Plan' });
  await handle.hover();
  const height = () => studioPage.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await studioPage.mouse.down();
  await studioPage.mouse.move(640, 860, { steps: 8 });
  const unseen = () =>
    studioPage.evaluate(
      () => document.documentElement.scrollHeight - Math.ceil(window.scrollY + window.innerHeight),
    );
  await expect.poll(unseen).toBeLessThanOrEqual(0);
  expect(await height()).toBe(before);
  await expect(studioPage.getByText(`“Plan” would be ${titles.length} of ${titles.length}`)).toBeAttached();
  await studioPage.mouse.up();
  await expect.poll(() => titlesIn(studioPage)).toEqual([...titles.slice(1), 'Plan']);
  await finish();
});

test('a row moved by the keyboard stays in sight, whatever is deleted meanwhile', async ({
  page,
  browser,
  product,
}) => {
  const titles = ['Plan', 'Design', 'Words', 'Pictures', 'Build', 'Shop', 'Test', 'Launch'];
  const { studioPage, openStudio, drop, finish } = await begin({ page, browser, product }, titles);
  await studioPage.setViewportSize(PHONE);
  await openStudio();
  const press = async (...keys: string[]) => {
    for (const key of keys) await studioPage.keyboard.press(key);
  };
  const plan = studioPage.getByRole('button', { name: 'Drag Plan' });
  await plan.focus();
  // Beyond the ends it stays where it is.
  await press('Space', 'ArrowUp', ...Array<string>(9).fill('ArrowDown'));
  await expect(studioPage.getByText('“Plan” would be 8 of 8.')).toBeAttached();
  await expect(plan).toBeFocused();
  await expect(plan).toBeInViewport();
  await drop(1);
  await expect(row(studioPage, 'Design')).toHaveCount(0);
  await press('Space');
  await expect(studioPage.getByText('“Plan” is 7 of 7 now.')).toBeVisible();

  await studioPage.getByRole('button', { name: 'Drag Words' }).focus();
  await press('Space', 'ArrowDown');
  await drop(2);
  await expect(row(studioPage, 'Words')).toHaveCount(0);
  await press('Space');
  await studioPage.reload();
  await expect.poll(() => titlesIn(studioPage)).toEqual([...titles.slice(3), 'Plan']);
  await finish();
});

test('the client approves, and says what should change; each side sees what the other did', async ({
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
  await row(studioPage, 'Build').getByRole('button', { name: 'Send for review' }).click();
  await expect(studioPage.getByText('“Build” is in review now.')).toBeVisible();
  await expect(row(studioPage, 'Build').getByText('Build', { exact: true })).toBeFocused();

  await openClient();
  await expect(page.getByText('0 of 3 approved · 0%')).toBeVisible();
  await expect(step(page, 'Launch').getByRole('button')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Design” is approved now. The studio has been notified.')).toBeVisible();
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

test('who acts on what has changed meanwhile is told, and nothing typed is lost', async ({
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
  for (const each of [page, studioPage]) await keepUnaware(each, MILESTONES);
  await openClient();
  await openStudio();
  await expect(row(studioPage, 'Design').getByRole('button', { name: 'Block' })).toBeVisible();
  expectConsole(/status of 40[49]/);
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Design” is approved now.')).toBeVisible();
  await row(studioPage, 'Design').getByRole('button', { name: 'Block' }).click();
  const told =
    '“Design” has just changed and is now approved. Nothing was done: take another look, then decide.';
  await expect(row(studioPage, 'Design').getByRole('alert')).toHaveText(told);
  await expect(row(studioPage, 'Design').getByRole('button', { name: 'Request changes' })).toBeVisible();

  await row(studioPage, 'Build').getByRole('button', { name: 'Edit Build' }).click();
  const form = studioPage.getByRole('form', { name: 'Edit Build' });
  await form.getByLabel('Title').fill('Building');
  await step(page, 'Build').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Build” is approved now.')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('“Build” has just changed and is now approved.');
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
  await expect(dialog.getByRole('alert')).toContainText('“Launch” has just changed and is now cancelled.');
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

test('waits, fails in the words of each thing, and fits a phone', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
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
    await hush(each);
    await failRequests(each, MILESTONES, 400, '');
    await open();
    await expect(each.getByRole('alert')).toContainText('Failed to load milestones.');
    await each.unroute(MILESTONES);
    await each.getByRole('button', { name: 'Try again' }).click();
    await expect(each.getByText('0 of 2 approved · 0%')).toBeVisible();
  }
  await expectNoSidewaysScroll(studioPage);
  await expectAccessibleInBothThemes(studioPage);
  for (const address of [STATUS, REORDER, ONE]) await failRequests(studioPage, address, 400, '');
  await row(studioPage, 'Design').getByRole('button', { name: 'Start' }).click();
  await expect(row(studioPage, 'Design').getByRole('alert')).toHaveText('Failed to update milestone.');
  await studioPage.getByRole('button', { name: 'Move Design down' }).click();
  await expect(studioPage.getByText('Failed to reorder.')).toBeVisible();
  await expect.poll(async () => (await titlesIn(studioPage))[0]).toBe('Design');
  await studioPage.getByRole('button', { name: 'Delete Design' }).click();
  const question = studioPage.getByRole('alertdialog', { name: 'Delete “Design”?' });
  await question.getByRole('button', { name: 'Delete milestone' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete milestone.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(studioPage.getByRole('button', { name: 'Delete Design' })).toBeFocused();
  await studioPage.route(MILESTONES, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  );
  await studioPage.getByLabel('Title').fill('Launch');
  await studioPage.getByRole('button', { name: 'Add milestone' }).click();
  await expect(studioPage.getByText('Failed to create milestone.')).toBeVisible();
  await expect(studioPage.getByLabel('Title')).toHaveValue('Launch');
  await finish();
});
