import { saveDraft } from '../../harness/seed.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';
import {
  company,
  expectOnServer,
  expectSaved,
  expectStep,
  FAILED_REQUEST,
  newClient,
  onServer,
  openWizard,
  saveLine,
} from '../../harness/wizard.ts';

test('an edit asks before overwriting another tab’s newer answers', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(FAILED_REQUEST);
  const client = await newClient(product);
  await saveDraft(product, client, {}, 2);
  await openWizard(page, client);
  const second = await page.context().newPage();
  await second.goto('/start');
  await expectStep(second, 2);
  const dialog = second.getByRole('dialog', { name: 'There are two versions of this brief' });

  await company(page).fill('First Tab');
  await expectOnServer(product, client, { data: { company: 'First Tab' } });
  await company(second).fill('Second Tab');
  await expect(dialog.getByRole('listitem')).toHaveText(['CompanyMineSecond TabThe newerFirst Tab']);
  await expectAccessible(second);
  await second.keyboard.press('Escape');
  await expect(saveLine(second)).toContainText('There’s another version of this brief');
  expect((await onServer(product, client))?.data.company).toBe('First Tab');
  await second.getByRole('button', { name: 'Choose' }).click();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expectSaved(second);
  await expectOnServer(product, client, { data: { company: 'Second Tab' } });

  // A tab without changes of its own shows the newer answers when it regains focus.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(company(page)).toHaveValue('Second Tab');
  await expect(page.getByText('Updated with newer answers')).toBeVisible();

  await company(page).fill('First Again');
  await expectOnServer(product, client, { data: { company: 'First Again' } });
  await company(second).fill('Second Again');
  await dialog.getByRole('button', { name: 'Take the newer' }).click();
  await expect(company(second)).toHaveValue('First Again');
  await second.getByRole('button', { name: 'Switch to the other version' }).click();
  await expect(company(second)).toHaveValue('Second Again');
  await expectSaved(second);
  await expectOnServer(product, client, { data: { company: 'Second Again' } });
});

test('a draft deleted elsewhere can be kept from an open page', async ({ page, product, expectConsole }) => {
  expectConsole(FAILED_REQUEST);
  const client = await newClient(product);
  const draft = await saveDraft(product, client, { company: 'Sample Bakery' });
  await openWizard(page, client, '?step=2');
  await expect(company(page)).toHaveValue('Sample Bakery');
  const deleted = await fetch(`${product.origin}/api/onboarding/draft`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${client.access_token}` },
  });
  expect(deleted.ok).toBe(true);
  await company(page).fill('Sample Bakery & Co');
  await page
    .getByRole('dialog', { name: 'This draft was deleted' })
    .getByRole('button', { name: 'Keep mine' })
    .click();
  await expectOnServer(product, client, { data: { company: 'Sample Bakery & Co' } });
  const kept = await onServer(product, client);
  expect(kept).toMatchObject({ status: 'draft', data: { company: 'Sample Bakery & Co' } });
  expect(kept?.id).not.toBe(draft.id);
});
