import { readFile } from 'node:fs/promises';
import { messages, openMessage } from '../../harness/inbox.ts';
import { expectAccessibleInBothThemes, stopClock, tickUntilVisible } from '../../harness/page.ts';
import { newWord, sendEnquiry } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { signInAsOwner } from '../../harness/users.ts';

test('the inbox is worked by keyboard while new messages arrive', { tag: '@chromium' }, async ({
  page,
  product,
}) => {
  const word = newWord();
  for (const name of ['Third', 'Second']) await sendEnquiry(product, { name: `${name} ${word}` });
  await signInAsOwner(page, product);
  await page.goto(`/admin/contact?q=${word}`);
  const row = (name: string) => messages(page).getByRole('link', { name: `${name} ${word}` });
  const heading = (name: string) => openMessage(page).getByRole('heading', { name: `${name} ${word}` });
  await expect(row('Second')).toBeVisible();
  // A live event brings it; the page polls nothing.
  await sendEnquiry(product, { name: `First ${word}` });
  await expect(row('First')).toBeVisible();
  await expect(page.getByText('3 contact(s)')).toBeVisible();

  await page.keyboard.press('j');
  await expect(heading('First')).toBeVisible();
  await expect(row('First')).toBeFocused();
  await page.keyboard.press('j');
  await expect(heading('Second')).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(heading('First')).toBeVisible();
  await expect(openMessage(page).getByText('New', { exact: true })).toBeVisible();
  const pressed = await page.evaluateHandle(() => {
    const heard = { href: '' };
    const note = (event: Event) => {
      event.preventDefault();
      heard.href = (event.target as Element).closest('a')?.href ?? '';
    };
    addEventListener('click', note, { once: true, capture: true });
    return heard;
  });
  await page.keyboard.press('r');
  await expect
    .poll(() => pressed.evaluate((heard) => heard.href))
    .toContain('mailto:vera@visitor.example?subject=Re%3A%20Your%20inquiry');
  await stopClock(page);
  await page.keyboard.press('e');
  await tickUntilVisible(page, openMessage(page).getByText('Marked as archived.'));
  await page.clock.resume();

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByLabel('2 selected')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await stopClock(page);
  await page.getByRole('button', { name: 'Archive selected' }).click();
  await tickUntilVisible(page, messages(page).getByText('2 marked as archived.'));
  await page.clock.resume();
  await expect(messages(page).getByText('Archived', { exact: true })).toHaveCount(3);
  await expect(page.getByLabel('Select all')).not.toBeChecked();
  await page.getByLabel('Select all').check();
  await stopClock(page);
  await page.getByRole('button', { name: 'Mark read' }).click();
  await tickUntilVisible(page, messages(page).getByText('3 marked as read.'));
  await page.clock.resume();
  await expect(messages(page).getByText('Archived', { exact: true })).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).match(new RegExp(` ${word}`, 'g'))).toHaveLength(3);

  // Letters go to the search while it has the focus.
  const box = page.getByRole('searchbox', { name: 'Search contacts' });
  await box.focus();
  await page.keyboard.press('k');
  await expect(box).toHaveValue(`${word}k`);
  await expect(page.getByText('No contacts found.')).toBeVisible();
  await box.fill(word);
  await expect(row('Second')).toBeVisible();
  await box.blur();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Shortcuts and settings' });
  await expect(dialog.getByText('Next message')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel('Mark a new message as read when I open it').check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await sendEnquiry(product, { name: `Fresh ${word}` });
  await expect(row('Fresh')).toBeVisible();
  await stopClock(page);
  await row('Fresh').click();
  await tickUntilVisible(page, openMessage(page).getByText('Marked as read.'));
  await page.clock.resume();
  await page.reload();
  await expect(openMessage(page).getByText('Read', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(dialog.getByLabel('Mark a new message as read when I open it')).toBeChecked();
  await dialog.getByLabel('Use the shortcuts below').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await expect(heading('Fresh')).toBeVisible();
});
