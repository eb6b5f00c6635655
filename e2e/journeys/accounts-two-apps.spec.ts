import type { Page } from '@playwright/test';
import { Authenticator } from '../harness/authenticator.ts';
import { createAccount, followLink, newPerson, openAs } from '../harness/people.ts';
import { linkIn } from '../harness/smtp-sink.ts';
import { expect, expectAccessible, test } from '../harness/test.ts';

/** The browser's own note of a request that was refused. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;
const NEW_PASSWORD = 'another Horse 8 battery';

const cardOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Two-step sign-in' }) });

/** Sets an app up in the window that is opened by a button of the card. */
async function addApp(page: Page, opens: string, confirms: string): Promise<Authenticator> {
  await cardOf(page).getByRole('button', { name: opens }).click();
  const dialog = page.getByRole('dialog');
  const app = new Authenticator((await dialog.locator('code').textContent()) ?? '');
  await dialog.getByLabel('Six-digit code').fill(app.nextCode());
  await dialog.getByRole('button', { name: confirms }).click();
  return app;
}

async function showRecoveryCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('two apps: either signs in, one that goes lowers its sessions, and a new password asks for a code too', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const person = newPerson('two_apps');
  await openAs(page, await createAccount(product, person));
  await page.goto('/profile');
  const appOne = await addApp(page, 'Turn on', 'Turn on');
  const dialog = page.getByRole('dialog');
  const list = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const [code = ''] = await list.allTextContents();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(dialog).toBeHidden();
  const appTwo = await addApp(page, 'Add another app', 'Add app');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(cardOf(page).getByText('Authenticator app 2', { exact: true })).toBeVisible();

  // Somewhere else the second one is shown, and then removed here.
  const context = await browser.newContext({ baseURL: product.origin });
  const elsewhere = await context.newPage();
  await elsewhere.goto('/login');
  await elsewhere.getByLabel('Email').fill(person.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByLabel('App').selectOption({ label: 'Authenticator app 2' });
  await expectAccessible(elsewhere);
  await elsewhere.getByLabel('Six-digit code').fill(appTwo.nextCode());
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await elsewhere.waitForURL('**/profile');
  await elsewhere.getByRole('button', { name: 'Edit username' }).click();
  await elsewhere.getByLabel('Username').fill('typed_meanwhile');
  await cardOf(page).getByRole('button', { name: 'Remove Authenticator app 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(cardOf(page).getByText('Authenticator app 2', { exact: true })).toBeHidden();

  // The session that it alone had raised is asked again at its next call, and loses nothing.
  await elsewhere.reload();
  await elsewhere.waitForURL('**/login');
  await expect(elsewhere.getByLabel('Six-digit code')).toBeFocused();
  await elsewhere.getByLabel('Six-digit code').fill(appOne.nextCode());
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await elsewhere.waitForURL('**/profile');
  await expect(elsewhere.getByLabel('Username')).toHaveValue('typed_meanwhile');
  await context.close();

  // The link in a mail alone sets no password.
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto('/forgot');
  await page.getByRole('main').getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  const mail = await product.mail.nextMail(person.email, /Choose a new password/);
  await followLink(page, linkIn(mail, '/verify'));
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
  await showRecoveryCode(page, code);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
});
