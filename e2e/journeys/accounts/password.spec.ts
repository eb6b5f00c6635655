import type { Page } from '@playwright/test';
import { expectBriefly, holdRequests, pageTime, stopClock, tickUntilVisible } from '../../harness/page.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccount,
  followLink,
  followResetLink,
  newTestUser,
  openAs,
  requestResetLink,
  resetLink,
  setNewPassword,
  signIn,
  signUp,
  submitSignIn,
} from '../../harness/users.ts';

const NEW_PASSWORD = 'another Horse 8 battery';
const SENT = 'Check your email for a password reset link.';
const NO_SESSION =
  'No recovery session detected. Please click the password reset link from your email again.';

async function askForLink(page: Page, email: string): Promise<void> {
  await requestResetLink(page, email);
  await expect(page.getByText(SENT)).toBeVisible();
}

test('the emailed link replaces a password', async ({ page, product, browser, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser('forgets');
  const session = await createAccount(product, user);
  const other = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await openAs(other, session);
  await other.goto('/profile');
  await expect(other.getByText('Member since')).toBeVisible();

  await askForLink(page, ` ${user.email.toUpperCase()}`);
  await page.goto(await resetLink(product, user.email));
  await expect(page.getByText(`This link sets a new password for ${user.email}.`)).toBeVisible();
  // Opening the link doesn't use it: mail scanners and reloads are harmless.
  await page.reload();
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeEnabled();
  await expect(page.getByText(NO_SESSION)).toBeHidden();
  // The history keeps no used link.
  await expect(page).toHaveURL(`${product.origin}/auth/reset`);
  await expectBriefly(
    page,
    () => setNewPassword(page, NEW_PASSWORD),
    page.getByText('Password updated. You can now sign in with your new password.'),
  );
  await page.waitForURL('**/login');

  // Signed out here and everywhere else.
  await other.goto('/profile');
  await expect(other).toHaveURL(/\/(login|profile)$/);
  await other
    .getByRole('button', { name: /Sign in|Try again|Sign out/ })
    .first()
    .waitFor();
  await submitSignIn(page, user);
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await signIn(page, { email: user.email, password: NEW_PASSWORD });
  await other.context().close();
});

test('a reset resends after 30 seconds and leads to /login after 0.8', async ({ page, product }) => {
  const user = newTestUser('paused');
  await createAccount(product, user);
  const sending = await holdRequests(page, /\/auth\/v1\/recover/);
  await requestResetLink(page, user.email);
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  await stopClock(page);
  await sending.release();
  const resend = page.getByRole('button', { name: /Resend link/ });
  await tickUntilVisible(page, resend);
  await expect(resend).toHaveText(/in 30 s/);
  const first = await resetLink(product, user.email);
  await page.clock.runFor(29_900);
  await expect(resend).toBeDisabled();
  await page.clock.runFor(100);
  await resend.click();
  await expect(resend).toHaveText(/in 30 s/);
  const second = await resetLink(product, user.email);
  expect(second).not.toBe(first);

  await page.clock.resume();
  await followResetLink(page, second);
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeEnabled();
  await page.clock.pauseAt((await pageTime(page)) + 60_000);
  await setNewPassword(page, NEW_PASSWORD);
  await tickUntilVisible(page, page.getByText('Password updated.'));
  await page.clock.runFor(700);
  await expect(page).toHaveURL(/\/auth\/reset/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/login$/);
  // A new password invalidates the other links.
  await page.clock.resume();
  await page.goto(first);
  await expect(page.getByRole('alert')).toContainText('Email link is invalid or has expired.');
});

test('/forgot answers an unknown address like a known one, without email', async ({ page, product }) => {
  const unknown = newTestUser('nobody');
  await askForLink(page, unknown.email);
  await expect(page.getByRole('button', { name: /Resend link/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(unknown.email);
  expect(product.mail.mailsTo(unknown.email)).toEqual([]);
});

test('a reset link works in another browser, only on its page', async ({ page, product, browser }) => {
  const user = newTestUser('elsewhere');
  await createAccount(product, user);
  await askForLink(page, user.email);
  const phone = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await followResetLink(phone, await resetLink(product, user.email));
  await expect(phone.getByText(`For ${user.email}.`)).toBeVisible();
  // That browser keeps none of it.
  const kept = await phone.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^studio-auth/.test(key)),
  );
  expect(kept).toEqual([]);
  await setNewPassword(phone, NEW_PASSWORD);
  await phone.waitForURL('**/login');
  await signIn(phone, { email: user.email, password: NEW_PASSWORD });
  await phone.context().close();

  // A reload drops the recovery session: a new link is needed.
  await askForLink(page, user.email);
  await followResetLink(page, await resetLink(product, user.email));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(NO_SESSION);
});

test('a reset link works again after network failure', async ({ page, context, product, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const user = newTestUser('tunnel');
  await createAccount(product, user);
  await askForLink(page, user.email);
  await page.goto(await resetLink(product, user.email));
  const press = page.getByRole('button', { name: 'Choose a new password' });
  await expect(press).toBeVisible();
  await context.setOffline(true);
  await press.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Network error. Please check your connection and try again.',
  );
  await context.setOffline(false);
  await press.click();
  await expect(page.getByLabel('New password')).toBeVisible();
});

test('/auth/reset shows why the provider rejects a password', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser('same');
  await createAccount(product, user);
  await askForLink(page, user.email);
  await followResetLink(page, await resetLink(product, user.email));
  await setNewPassword(page, user.password);
  await expect(page.getByRole('alert')).toHaveText('New password should be different from the old password.');
  await setNewPassword(page, NEW_PASSWORD);
  await page.waitForURL('**/login');
});

test('the profile sends a password reset email', async ({ page, product, expectConsole }) => {
  // The new password has ended the profile's session.
  expectConsole(REFUSED);
  const user = newTestUser('settings');
  await openAs(page, await createAccount(product, user));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Send password reset email' }).click();
  await expect(page.getByText('Password reset email sent.')).toBeVisible();
  await followResetLink(page, await resetLink(product, user.email));
  await setNewPassword(page, NEW_PASSWORD);
  await page.waitForURL('**/login');
});

test('requesting a reset link leaves another account’s sign-up link valid', async ({ page, product }) => {
  const known = newTestUser('known');
  await createAccount(product, known);
  const user = newTestUser('overlap');
  await signUp(page, user);
  await askForLink(page, known.email);
  await followLink(page, await confirmationLink(product, user.email));
  await page.waitForURL('**/profile');
  await expect(page.getByText(user.username, { exact: true }).first()).toBeVisible();
});
