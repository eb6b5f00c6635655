import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { beginPlan, chooseAction, reviewDialog, row, sendForReview, step } from '../../harness/plan.ts';
import { expect, test } from '../../harness/test.ts';

const LINK = 'https://staging.example/bakery?look=2';
/** A red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('a milestone is sent for review with a link and a file, which the client opens before approving', async ({
  page,
  browser,
  product,
}) => {
  const plan = await beginPlan({ page, browser, product }, ['Design', 'Build']);
  const { studioPage, clientEmail, openClient, openStudio, finish } = plan;
  await openClient();
  await openStudio();
  await row(studioPage, 'Design').getByRole('button', { name: 'Send for review' }).click();
  const dialog = reviewDialog(studioPage, 'Design');
  await dialog.getByLabel('Link').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Send for review' }).click();
  await expect(dialog.getByText('Use a link that starts with https://.')).toBeVisible();
  await dialog.getByLabel('Link').fill(LINK);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'home.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(dialog.getByRole('checkbox', { name: 'home.png' })).toBeChecked();
  await dialog.getByLabel('Note to your client').fill('Try it on your phone.');
  await expectAccessibleInBothThemes(studioPage);
  // What was typed stays while the dialog is closed.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row(studioPage, 'Design').getByRole('button', { name: 'Send for review' }).click();
  await expect(dialog.getByLabel('Link')).toHaveValue(LINK);
  await dialog.getByRole('button', { name: 'Send for review' }).click();
  await expect(studioPage.getByText('“Design” is in review now.')).toBeVisible();
  await expect(row(studioPage, 'Design').getByText('Design', { exact: true })).toBeFocused();
  await expect(row(studioPage, 'Design')).toContainText('staging.example/bakery?look=2');

  const card = page.getByRole('region', { name: 'Preview of Design' });
  const open = card.getByRole('link', { name: 'Open preview' });
  await expect(open).toHaveAttribute('href', LINK);
  await expect(open).toHaveAttribute('rel', /noopener/);
  await expect(card.getByRole('img', { name: 'QR code of the preview of Design' })).toBeVisible();
  await expect(step(page, 'Design')).toContainText('Try it on your phone.');
  await expectAccessibleInBothThemes(page);
  await card.getByRole('button', { name: 'View home.png' }).click();
  const viewer = page.getByRole('dialog', { name: 'home.png' });
  await expect(viewer.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  const mail = await product.mail.nextMail(clientEmail, /“Design” is ready for your review/);
  expect(mail.text).toContain('There’s a preview: a link and a file.');
  await step(page, 'Design').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('“Design” is approved now.')).toBeVisible();
  await expect(open).toBeVisible();

  // Files alone: the button opens the first of them.
  await row(studioPage, 'Build').getByRole('button', { name: 'Send for review' }).click();
  await reviewDialog(studioPage, 'Build').getByRole('checkbox', { name: 'home.png' }).check();
  await reviewDialog(studioPage, 'Build').getByRole('button', { name: 'Send for review' }).click();
  const files = page.getByRole('region', { name: 'Preview of Build' });
  await files.getByRole('button', { name: 'Open preview' }).click();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await finish();
});

test('a preview is added in review on a phone, and shown without a code there', async ({
  page,
  browser,
  product,
}) => {
  const plan = await beginPlan({ page, browser, product }, ['Design']);
  const { studioPage, openClient, openStudio, set, finish } = plan;
  await set(0, { status: 'in_progress' });
  for (const each of [page, studioPage]) await each.setViewportSize(PHONE);
  await openClient();
  await openStudio();
  await sendForReview(studioPage, 'Design');
  await expect(step(page, 'Design').getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview of Design' })).toHaveCount(0);
  await chooseAction(studioPage, 'Design', 'Preview');
  const dialog = studioPage.getByRole('dialog', { name: 'What “Design” shows' });
  await dialog.getByLabel('Link').fill(`https://staging.example/${'a-long-name-'.repeat(12)}`);
  await expectAccessibleInBothThemes(studioPage);
  await dialog.getByRole('button', { name: 'Save preview' }).click();
  await expect(studioPage.getByText('The preview of “Design” is saved.')).toBeVisible();
  await expectNoSidewaysScroll(studioPage);
  const card = page.getByRole('region', { name: 'Preview of Design' });
  await expect(card.getByRole('link', { name: 'Open preview' })).toBeVisible();
  await expect(card.getByRole('img')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await finish();
});
