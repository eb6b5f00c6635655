import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes, PHONE, untilTypefacesRest } from '../../harness/page.ts';
import { beginPlan as begin, openAddition, row, step, titlesIn } from '../../harness/plan.ts';
import { expect, test } from '../../harness/test.ts';

/** Drags the handle over another row and releases once the page announces the result. */
async function dragOnto(page: Page, handle: Locator, target: Locator, announcement: Locator) {
  // Away from the window's edges, where a held row scrolls the page.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // Rows changing places are animated: they have to stop first.
  await target.hover();
  await handle.hover();
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 12, { steps: 3 });
  await page.mouse.move(to.x + from.width / 2, to.y + to.height / 2, { steps: 8 });
  await expect(announcement).toBeAttached();
  await page.mouse.up();
}

test('the client sees the edited plan once it is published', async ({ page, browser, product }) => {
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

  // With a button, with the keyboard on the handle, and with the mouse.
  const up = studioPage.getByRole('button', { name: `Move ${third} up` });
  await up.click();
  await up.click();
  await expect(studioPage.getByText(`“${third}” is 1 of ${suggested.length} now.`)).toBeVisible();
  await expect(up).toBeFocused();
  await expect.poll(() => titlesIn(studioPage)).toEqual([third, 'Say hello', second, ...suggested.slice(3)]);
  const handle = studioPage.getByRole('button', { name: 'Drag Say hello' });
  await handle.focus();
  for (const closeContext of ['Escape', 'Tab']) {
    // Without a pause between the keys: fast presses are not lost.
    for (const press of ['Space', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await studioPage.keyboard.press(press);
    await expect(studioPage.getByText(`“Say hello” would be 3 of ${suggested.length}.`)).toBeAttached();
    expect(await titlesIn(studioPage)).toEqual([third, second, 'Say hello', ...suggested.slice(3)]);
    await expect(handle).toBeFocused();
    await studioPage.keyboard.press(closeContext);
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
  await openAddition(studioPage);
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

test('a milestone dragged to the window’s edge scrolls the page to its end and no further', async ({
  page,
  browser,
  product,
}) => {
  const titles = ['Plan', 'Design', 'Words', 'Pictures', 'Build', 'Shop', 'Test', 'Launch', 'Look back'];
  const { studioPage, openStudio, finish } = await begin({ page, browser, product }, titles);
  await openStudio();
  const last = row(studioPage, 'Look back');
  await expect(last).toBeVisible();
  await untilTypefacesRest(studioPage);
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

test('a milestone moved by keyboard stays in view during deletions', async ({ page, browser, product }) => {
  const titles = ['Plan', 'Design', 'Words', 'Pictures', 'Build', 'Shop', 'Test', 'Launch'];
  const { studioPage, openStudio, drop, finish } = await begin({ page, browser, product }, titles);
  await studioPage.setViewportSize(PHONE);
  await openStudio();
  const press = async (...keys: string[]) => {
    for (const key of keys) await studioPage.keyboard.press(key);
  };
  const plan = studioPage.getByRole('button', { name: 'Drag Plan' });
  await plan.focus();
  // Moves beyond the ends are ignored.
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
