import sharp from 'sharp';
import { fileOf, openFiles } from '../../harness/files.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';

const picture = (background: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer();

test('both sides comment on points of a picture, and the client approves the next version', {
  tag: '@chromium',
}, async ({ page, product }) => {
  const { studio, close } = await openFiles(page, product);
  await studio
    .getByLabel('Deliver files')
    .locator('input')
    .setInputFiles([fileOf('home.png', await picture('#b93415'))]);
  await expect(page.getByText('Round 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Review home.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'home.png' });
  await expect(dialog.getByRole('img', { name: 'home.png' })).toHaveJSProperty('naturalWidth', 600);
  await expect(dialog.getByText('No comments yet.')).toBeVisible();

  // By the pointer. Escape leaves the form, and the words are there again at the next point.
  const surface = dialog.getByRole('button', { name: 'Comment on a point' });
  const words = dialog.getByRole('textbox', { name: 'Your comment' });
  await surface.click({ position: { x: 60, y: 40 } });
  await expect(words).toBeFocused();
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(dialog.getByText('Write a comment.')).toBeVisible();
  await words.fill('A calmer red, please.');
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await surface.click({ position: { x: 120, y: 80 } });
  await expect(words).toHaveValue('A calmer red, please.');
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Comment 1', exact: true })).toBeVisible();
  await expect(words).toBeHidden();

  // By the keyboard alone.
  await dialog.getByRole('button', { name: 'Add a comment' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Your comment’s point' })).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByText('60% from the left, 51% from the top')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(words).toBeFocused();
  await page.keyboard.type('Larger here.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Comment 2', exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  // The studio sees them at once, replies to one and resolves the other.
  await expect(studio.getByText('2 open comments')).toBeVisible();
  await studio.getByRole('button', { name: 'Review home.png' }).click();
  await expect(studio.getByText('A calmer red, please.')).toBeVisible();
  await expect(studio.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await studio.getByRole('button', { name: 'Reply to comment 1' }).click();
  await studio.getByRole('textbox', { name: 'Your reply to comment 1' }).fill('In the next version.');
  await studio.getByRole('button', { name: 'Reply', exact: true }).click();
  await studio.getByRole('button', { name: 'Resolve comment 2' }).click();
  await expect(studio.getByRole('button', { name: 'Show resolved (1)' })).toBeVisible();
  await expect(dialog.getByText('In the next version.')).toBeVisible();
  await expect(dialog.getByText('Larger here.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Show resolved (1)' }).click();
  await dialog.getByRole('button', { name: 'Reopen comment 2' }).click();
  await expect(dialog.getByRole('button', { name: 'Resolve comment 2' })).toBeVisible();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Larger here.' })
    .getByRole('button', { name: 'Edit' })
    .click();
  await dialog.getByRole('textbox', { name: 'Your words' }).fill('Twice as large.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(studio.getByText('Twice as large.')).toBeVisible();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Twice as large.' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(dialog.getByText('Twice as large.')).toBeHidden();

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect(dialog.getByText('150%')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await studio.keyboard.press('Escape');

  // A new version has neither comments nor an approval; the old one keeps its own.
  await studio
    .getByLabel('New version of home.png')
    .setInputFiles(fileOf('home.png', await picture('#8a2a12')));
  await expect(dialog.getByText('Round 2 of 2')).toBeVisible();
  await expect(dialog.getByText('No comments yet.')).toBeVisible();
  await dialog.getByLabel('Version').selectOption('1');
  await expect(dialog.getByText('A calmer red, please.')).toBeVisible();
  await expect(dialog.getByText('This is an older version')).toBeVisible();
  await expect(dialog.getByRole('img')).toHaveCount(1);
  await expect(dialog.getByRole('region', { name: 'Comments' })).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Approve home.png' })).toHaveCount(0);
  await dialog.getByLabel('Version').selectOption('2');
  await dialog.getByRole('button', { name: 'Approve home.png' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Approve version 2 of "home.png"?');
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText('Approved', { exact: true })).toBeVisible();
  await expect(studio.getByText('Approved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await close();
});
