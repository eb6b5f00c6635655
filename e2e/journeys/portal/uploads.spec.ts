import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { dropFilesOn, FILES, fileOf, MB, openFiles } from '../../harness/files.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  loseReply,
  PHONE,
} from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';

/** True when closing the page would ask for confirmation. */
const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

test('the client sends, retries and cancels files', { tag: '@chromium' }, async ({
  page,
  product,
  expectConsole,
}) => {
  const { studio, close } = await openFiles(page, product);
  const input = page.getByLabel('Send files for your project').locator('input');
  await input.setInputFiles([
    fileOf('empty.txt', ''),
    fileOf('setup.exe', 'MZ'),
    fileOf('texts.md', '# Texts'),
  ]);
  expectConsole(/status of 4(09|15)|status of 503/);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('This file is empty. Save it again, then send it.');
  await expect(uploads).toContainText('You can’t send programs here.');
  await expect(page.getByRole('heading', { name: 'Sent to me' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove empty.txt' }).click();
  await page.getByRole('button', { name: 'Remove setup.exe' }).click();
  await expect(uploads).toBeHidden();

  const held: Route[] = [];
  await page.route(FILES, async (route) => {
    if (route.request().method() === 'POST') held.push(route);
    else await route.fallback();
  });
  await input.setInputFiles(fileOf('held.txt', 'held'));
  await expect(uploads.getByRole('progressbar', { name: 'Sending held.txt' })).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('button', { name: 'Cancel held.txt' }).click();
  await expect(uploads).toBeHidden();
  expect(await asksBeforeLeaving(page)).toBe(false);
  const moved = path.join(test.info().outputDir, 'moved.txt');
  await mkdir(path.dirname(moved), { recursive: true });
  await writeFile(moved, 'here for now');
  await input.setInputFiles(moved);
  await expect.poll(() => held.length).toBe(2);
  await rm(moved);
  expectConsole(/ERR_FILE_NOT_FOUND/);
  await held[1]?.continue();
  await expect(uploads).toContainText(
    'This file has been moved or changed and can’t be read. Choose it again.',
  );
  await page.getByRole('button', { name: 'Remove moved.txt' }).click();
  // The file arrives but its reply is lost: a retry creates no second file.
  await page.unroute(FILES);
  const sentTo = await loseReply(page, FILES);
  expectConsole(/net::ERR_FAILED/);
  await input.setInputFiles(fileOf('once.txt', 'once'));
  await expect(uploads).toContainText('Failed to send. Check your connection.');
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(uploads).toBeHidden();
  await expect(page.getByRole('link', { name: 'Download once.txt' })).toHaveCount(1);
  expect(new Set(sentTo).size).toBe(1);
  await page.unroute(FILES);
  await page.route(FILES, async (route) => {
    if (route.request().method() === 'POST') held.push(route);
    else await route.fallback();
  });
  // An upload continues while another tab is open, which shows its failure.
  await input.setInputFiles(fileOf('later.txt', 'later'));
  await expect.poll(() => held.length).toBe(3);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
  expect(await asksBeforeLeaving(page)).toBe(true);
  await held[2]?.fulfill({ status: 503, json: { error: 'The store is resting.' } });
  await expect(page.getByText('later.txt wasn’t sent.')).toBeVisible();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(uploads).toContainText('The store is resting.');
  await expectAccessibleInBothThemes(page);
  // Visiting a public page doesn't cancel it either.
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => held.length).toBe(4);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await expect(uploads.getByRole('progressbar', { name: 'Sending later.txt' })).toBeVisible();
  await held[3]?.fulfill({ status: 503, json: { error: 'The store is resting.' } });
  await expect(uploads).toContainText('The store is resting.');
  await page.unroute(FILES);
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Download later.txt' })).toBeVisible();

  await studio.reload();
  await expect(studio.getByRole('heading', { name: 'Sent by your client' })).toBeVisible();
  await expect(studio.getByRole('link', { name: 'Download texts.md' })).toBeVisible();
  // Left open until its links would have expired: by then it has requested new ones.
  const dead = `${product.origin}/files/018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f.1.${'A'.repeat(43)}`;
  await page.clock.install();
  await page.route(FILES, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const reply = await route.fetch();
    const body = await reply.json();
    for (const each of body.items) each.url = dead;
    await route.fulfill({ response: reply, json: body });
  });
  await page.reload();
  const link = page.getByRole('link', { name: 'Download texts.md' });
  await expect(link).toHaveAttribute('href', dead);
  expect((await page.request.get(dead)).status()).toBe(404);
  // Waits for a request that is still being answered.
  await page.unrouteAll({ behavior: 'wait' });
  await page.clock.fastForward('04:30');
  await expect(link).not.toHaveAttribute('href', dead);
  const downloading = page.waitForEvent('download');
  await link.click();
  expect((await downloading).suggestedFilename()).toBe('texts.md');

  // More than fits: one file is too large, and of the others, each of which would fit alone, the last to
  // arrive exceeds the quota.
  const part = (name: string) => fileOf(name, 'x'.repeat(0.8 * MB));
  const large = fileOf('large.txt', 'x'.repeat(MB + 1));
  await input.setInputFiles([large, ...['1.txt', '2.txt', '3.txt'].map(part)]);
  const reasons = (at: Page) => at.getByRole('list', { name: 'Uploads' }).getByRole('alert');
  const parts = (at: Page) => at.getByRole('link', { name: /^Download [123]\.txt$/ });
  const tooLarge = 'A file can be up to 1 MB.';
  const noRoom = /^This project has 40\d KB of 2 MB left\. Delete some files first\.$/;
  await expect(reasons(page)).toHaveText([tooLarge, noRoom]);
  await expect(parts(page)).toHaveCount(2);
  // The studio sees the change and gets the same errors before anything is sent; files that fit arrive.
  await expect(parts(studio)).toHaveCount(2);
  let sent = 0;
  studio.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/files?key=')) sent += 1;
  });
  await dropFilesOn(studio.getByRole('region', { name: 'Deliver files' }), [
    { name: 'large.txt', text: 'x'.repeat(MB + 1) },
    { name: 'plan.txt', text: 'x'.repeat(0.8 * MB) },
    { name: 'note.txt', text: 'small' },
  ]);
  await expect(reasons(studio)).toHaveText([tooLarge, noRoom]);
  await expect(studio.getByRole('button', { name: 'Replace note.txt' })).toBeVisible();
  expect(sent).toBe(1);
  await expect(link).toBeVisible();

  await page.getByRole('button', { name: 'Remove large.txt' }).click();
  await page
    .getByRole('button', { name: /^Delete [123]\.txt$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await expect(parts(page)).toHaveCount(1);
  // There is room now for the file that failed.
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(parts(page)).toHaveCount(2);
  await expect(uploads).toBeHidden();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await close();
});
