import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { dropFilesOn, fileOf } from '../../harness/files.ts';
import { writeMessage } from '../../harness/messages.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  PHONE,
} from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const ATTACH = /\/api\/portal\/[^/]+\/messages\/files/;
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const message = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });
const field = (page: Page) => page.getByLabel('Your message');
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' });
const choose = (page: Page, files: ReturnType<typeof fileOf>[]) =>
  page.getByLabel('Files to attach').setInputFiles(files);

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();

/** A client with a project in one browser, and the studio in another. */
async function setUp(product: Product, page: Page, studio: BrowserContext) {
  const session = await createAccount(product, newTestUser('ada'));
  const { id } = await submitProject(product, session, { company: 'Sample Bakery' });
  await openAs(page, session);
  const owner = await ownerSession(product);
  const desk = await studio.newPage();
  await openAs(desk, owner);
  await page.goto(`/client-portal/${id}?tab=feedback`);
  await desk.goto(`/admin/portal/${id}?tab=feedback`);
  for (const each of [page, desk]) await expect(each.getByText('No messages yet.')).toBeVisible();
  return { session, owner, id, desk };
}

test('files are chosen, dropped and pasted, arrive with their message, and one that fails costs nothing else', {
  tag: '@chromium',
}, async ({ page, product, browser, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  await using studio = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
  const { desk } = await setUp(product, page, studio);
  await field(page).fill('Which of these?');
  await choose(page, [fileOf('red.png', await picture('#b93415')), fileOf('list.txt', 'One, two.')]);
  await expect(attached(page).getByText('red.png', { exact: true })).toBeVisible();
  await dropFilesOn(page.locator('body'), [{ name: 'dropped.txt', text: 'Dropped.' }]);
  await expect(attached(page).getByText('2 KB').or(attached(page).getByText('Text'))).toHaveCount(2);
  const bytes = [...(await picture('#1d6fb8'))];
  await field(page).evaluate((element, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(content)], 'pasted.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(attached(page).getByText('pasted.png', { exact: true })).toBeVisible();
  // A refused file and a failed one leave the words and the others alone; nothing is sent without them.
  await choose(page, [fileOf('run.exe', 'MZ')]);
  await expect(attached(page).getByRole('alert')).toContainText('You can’t send programs here.');
  await field(page).press('Enter');
  await expect(page.getByText('Wait until the files have arrived, or remove them.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove run.exe' }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Remove dropped.txt' }).click();
  await failRequests(page, ATTACH, 500, '');
  await choose(page, [fileOf('late.txt', 'Late.')]);
  await expect(attached(page).getByRole('alert')).toContainText('Failed to send.');
  await expect(field(page)).toHaveValue('Which of these?');
  await page.unroute(ATTACH);
  await attached(page).getByRole('button', { name: 'Try again' }).click();
  await expect(attached(page).getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove late.txt' })).toBeVisible();
  await page.reload();
  // Words and arrived files outlast the page.
  await expect(attached(page).getByRole('listitem')).toHaveCount(4);
  await expect(field(page)).toHaveValue('Which of these?');
  await expectAccessibleInBothThemes(page);
  await field(page).press('Enter');
  await expect(attached(page)).toHaveCount(0);
  for (const each of [page, desk]) {
    await expect(message(each, 'Which of these?').getByRole('button', { name: /^View / })).toHaveCount(2);
    await expect(message(each, 'Which of these?').getByRole('link', { name: /Download/ })).toHaveCount(2);
    const shown = message(each, 'Which of these?').locator('img').first();
    await expect(shown).toHaveJSProperty('naturalWidth', 640);
  }
  const download = desk.waitForEvent('download');
  await message(desk, 'Which of these?').getByRole('link', { name: 'Download list.txt' }).click();
  expect((await download).suggestedFilename()).toBe('list.txt');
  await message(desk, 'Which of these?').getByRole('button', { name: 'View red.png' }).click();
  await expect(desk.getByRole('dialog').getByRole('img', { name: 'red.png' })).toBeVisible();
  await expectAccessibleInBothThemes(desk);
  await desk.keyboard.press('Escape');
  await expect(message(desk, 'Which of these?').getByRole('button', { name: 'View red.png' })).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('its author edits and deletes a message by keyboard, and the other side sees it at once', async ({
  page,
  product,
  browser,
}) => {
  await using studio = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
  const { desk } = await setUp(product, page, studio);
  await field(page).fill('Is it dun?');
  await field(page).press('Enter');
  await expect(message(desk, 'Is it dun?')).toBeVisible();
  // Only its author can change it.
  await expect(desk.getByRole('button', { name: 'Change the message' })).toHaveCount(0);
  const more = page.getByRole('button', { name: 'Change the message' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    page.getByLabel('Change the message', { exact: true }).and(page.locator('textarea')),
  ).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Is it done?');
  await page.keyboard.press('Enter');
  for (const each of [page, desk]) {
    await expect(message(each, 'Is it done?')).toContainText('edited');
    await expect(message(each, 'Is it dun?')).toHaveCount(0);
  }
  await expect(field(page)).toBeFocused();

  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete message' }).click();
  // The studio has seen it.
  for (const each of [page, desk]) {
    await expect(message(each, 'Message deleted')).toBeVisible();
    await expect(message(each, 'Is it done?')).toHaveCount(0);
  }
  await expect(field(page)).toBeFocused();
  await expect(desk.getByText('Your client is waiting for an answer.')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
});

test('a reply quotes what it answers and leads to it, however far above', async ({
  page,
  product,
  browser,
}) => {
  await using studio = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
  const { session, owner, id, desk } = await setUp(product, page, studio);
  await writeMessage(product, session, id, 'Which of the two logos?');
  await expect(message(desk, 'Which of the two logos?')).toBeVisible();
  await message(desk, 'Which of the two logos?').hover();
  await desk.getByRole('button', { name: 'Reply to ada' }).click();
  await expect(field(desk)).toBeFocused();
  await expect(desk.getByText('Reply to ada', { exact: false }).last()).toBeVisible();
  for (let number = 1; number <= 55; number += 1)
    await writeMessage(product, session, id, `Filler ${number}.`);
  await field(desk).fill('The round one.');
  await field(desk).press('Enter');
  await expect(message(page, 'The round one.')).toContainText('Which of the two logos?');
  await writeMessage(product, owner, id, 'One more thing', 'studio');
  await page.reload();
  await expect(message(page, 'One more thing')).toBeVisible();
  await expect(log(page).getByText('Filler 1.', { exact: true })).toHaveCount(0);
  await message(page, 'The round one.')
    .getByRole('button', { name: /In reply to/ })
    .click();
  const original = message(page, 'Which of the two logos?').first();
  await expect(original).toBeInViewport();
  await expect(original).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});
