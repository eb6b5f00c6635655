import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Authenticator } from '../../harness/authenticator.ts';
import type { Product } from '../../harness/product.ts';
import { saveDraft, submitProject } from '../../harness/seed.ts';
import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';
import {
  confirmDialog,
  confirmPassword,
  createAccount,
  newAuthClient,
  newTestUser,
  openAs,
  type TestUser,
} from '../../harness/users.ts';

const deletion = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });

async function fillDeletion(page: Page, word: string): Promise<void> {
  await deletion(page).getByLabel('Type “delete” to confirm').fill(word);
  await deletion(page).getByRole('button', { name: 'Delete my account' }).click();
}

async function expectGone(product: Product, { email, password }: TestUser): Promise<void> {
  const { error } = await newAuthClient(product).signInWithPassword({ email, password });
  expect(error?.code).toBe('invalid_credentials');
}

test('a client downloads their data and deletes their account', { tag: '@chromium' }, async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('leaving');
  const session = await createAccount(product, user);
  await submitProject(product, session, { company: 'Sample Bakery' });
  await saveDraft(product, session, { company: 'Second thoughts' });
  await openAs(page, session);
  await page.goto('/profile');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data.account).toMatchObject({ email: user.email, username: user.username });
  expect(data.projects.map(({ data: { company } }: { data: { company: string } }) => company)).toEqual([
    'Sample Bakery',
    'Second thoughts',
  ]);
  await expect(page.getByText('Your file is in your downloads.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = deletion(page);
  await expect(dialog.getByText(/contract you’ve accepted stays with the studio/)).toBeVisible();
  await expectAccessible(page);
  await fillDeletion(page, 'remove');
  await expect(dialog.getByLabel('Type “delete” to confirm')).toHaveAccessibleDescription(
    'Type “delete” to continue.',
  );
  await fillDeletion(page, 'delete');
  const password = confirmDialog(page).getByLabel('Your password', { exact: true });
  await password.fill('not my password');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('That isn’t your password.');
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText(user.email).first()).toBeVisible();

  // What a visit to the wizard leaves: the answers and their owner.
  await page.evaluate(() => {
    for (const key of ['onboarding:start', 'onboarding:start:sync']) localStorage.setItem(key, '{}');
  });
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await fillDeletion(page, 'Delete');
  await confirmPassword(page, user.password);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }),
  ).toBeVisible();
  await expectAccessible(page);
  expect((await product.mail.nextMail(user.email, /is deleted$/)).text).toContain('Deleted: Sample Bakery');
  await expectGone(product, user);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Your account is deleted.')).toBeHidden();
});

test('deleting an account with a second factor also asks for a code, without leaving the page', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('leaving');
  await createAccount(product, user);
  const auth = newAuthClient(product);
  await auth.signInWithPassword(user);
  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (enrolled.error) throw enrolled.error;
  const app = new Authenticator(enrolled.data.totp.secret);
  await auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: app.nextCode() });
  const { data } = await auth.getSession();
  if (!data.session) throw new Error('There is no session.');
  await openAs(page, data.session);
  await page.goto('/profile');

  await page.getByRole('button', { name: 'Delete account…' }).click();
  await fillDeletion(page, 'delete');
  await confirmPassword(page, user.password);
  const code = confirmDialog(page).getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  expect(new URL(page.url()).pathname).toBe('/profile');
  await code.fill('000000');
  await confirmDialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription(/That code is wrong/);
  await code.fill(app.nextCode());
  await confirmDialog(page).getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expectGone(product, user);
});
