import type { Page } from '@playwright/test';
import type { Authenticator } from '../../harness/authenticator.ts';
import {
  openSecondFactor,
  readRecoveryCodes,
  secondFactorCard,
  setUpApp,
  submitAppCode,
  submitRecoveryCode,
} from '../../harness/second-factor.ts';
import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';
import { pressLink, requestResetLink, resetLink, setNewPassword, submitSignIn } from '../../harness/users.ts';

const NEW_PASSWORD = 'another Horse 8 battery';

/** Adds an app with a button of the card. */
async function addApp(page: Page, opens: string, confirms: string): Promise<Authenticator> {
  await secondFactorCard(page).getByRole('button', { name: opens }).click();
  return setUpApp(page, confirms);
}

test('two authenticator apps both sign in, a removed one’s sessions and a password reset ask for a code', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = await openSecondFactor(page, product);
  const appOne = await addApp(page, 'Turn on', 'Turn on');
  const dialog = page.getByRole('dialog');
  const [code = ''] = await readRecoveryCodes(page);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(dialog).toBeHidden();
  const appTwo = await addApp(page, 'Add another app', 'Add app');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(secondFactorCard(page).getByText('Authenticator app 2', { exact: true })).toBeVisible();

  // Another browser signs in with the second app, which is then removed here.
  const context = await browser.newContext({ baseURL: product.origin });
  const elsewhere = await context.newPage();
  await elsewhere.goto('/login');
  await submitSignIn(elsewhere, user);
  await elsewhere.getByLabel('App').selectOption({ label: 'Authenticator app 2' });
  await expectAccessible(elsewhere);
  await submitAppCode(elsewhere, appTwo);
  await elsewhere.waitForURL('**/profile');
  await elsewhere.getByRole('button', { name: 'Edit username' }).click();
  await elsewhere.getByLabel('Username').fill('typed_meanwhile');
  await secondFactorCard(page).getByRole('button', { name: 'Remove Authenticator app 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(secondFactorCard(page).getByText('Authenticator app 2', { exact: true })).toBeHidden();

  // The session that only the removed app had verified needs a code at its next call and loses nothing.
  await elsewhere.reload();
  await elsewhere.waitForURL('**/login');
  await expect(elsewhere.getByLabel('Six-digit code')).toBeFocused();
  await submitAppCode(elsewhere, appOne);
  await elsewhere.waitForURL('**/profile');
  await expect(elsewhere.getByLabel('Username')).toHaveValue('typed_meanwhile');
  await context.close();

  // The emailed link alone sets no password.
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await requestResetLink(page, user.email);
  await pressLink(page, await resetLink(product, user.email), 'Choose a new password');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
  await submitRecoveryCode(page, code);
  await setNewPassword(page, NEW_PASSWORD);
  await page.waitForURL('**/login');
  await submitSignIn(page, { email: user.email, password: NEW_PASSWORD });
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
});
