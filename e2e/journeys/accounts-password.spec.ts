import type { Page } from '@playwright/test';
import { holdRequests, pageTime, seeInPassing, stopClock, tickUntilVisible } from '../harness/look.ts';
import {
  confirmationLink,
  createAccount,
  followLink,
  newPerson,
  openAs,
  signedInClient,
  signIn,
  signUp,
} from '../harness/people.ts';
import type { Product } from '../harness/product.ts';
import { linkIn } from '../harness/smtp-sink.ts';
import { expect, test } from '../harness/test.ts';

const NEW_PASSWORD = 'another Horse 8 battery';
const SENT = 'Check your email for a password reset link.';
const NO_SESSION =
  'No recovery session detected. Please click the password reset link from your email again.';
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

async function resetLink(product: Product, email: string): Promise<string> {
  return linkIn(await product.mail.nextMail(email, /Choose a new password/), '/verify');
}

async function sendLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
}

async function askForLink(page: Page, email: string): Promise<void> {
  await sendLink(page, email);
  await expect(page.getByText(SENT)).toBeVisible();
}

async function fillPasswords(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(confirm);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

test('a forgotten password is replaced by the link in the mail', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const person = newPerson('forgets');
  const session = await createAccount(product, person);
  const other = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await openAs(other, session);
  await other.goto('/profile');
  await expect(other.getByText('Member since')).toBeVisible();

  await askForLink(page, ` ${person.email.toUpperCase()}`);
  await followLink(page, await resetLink(product, person.email));
  await page.waitForURL('**/auth/reset?*');
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeEnabled();
  await expect(page.getByText(NO_SESSION)).toBeHidden();
  // The code is spent, but the session it gave outlasts a reload.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeEnabled();
  await seeInPassing(
    page,
    () => fillPasswords(page, NEW_PASSWORD),
    page.getByText('Password updated. You can now sign in with your new password.'),
  );
  await page.waitForURL('**/login');

  // Signed out here, and everywhere else.
  await other.goto('/profile');
  await expect(other).toHaveURL(/\/(login|profile)$/);
  await other
    .getByRole('button', { name: /Sign in|Try again|Sign out/ })
    .first()
    .waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await signIn(page, { email: person.email, password: NEW_PASSWORD });
  await other.context().close();
});

test('the pauses are kept: thirty seconds to the next mail, 0.8 to signing in', async ({ page, product }) => {
  const person = newPerson('paused');
  await createAccount(product, person);
  const sending = await holdRequests(page, /\/auth\/v1\/recover/);
  await sendLink(page, person.email);
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  await stopClock(page);
  await sending.release();
  const resend = page.getByRole('button', { name: /Resend link/ });
  await tickUntilVisible(page, resend);
  await expect(resend).toHaveText(/in 30 s/);
  const first = await resetLink(product, person.email);
  await page.clock.runFor(29_900);
  await expect(resend).toBeDisabled();
  await page.clock.runFor(100);
  await resend.click();
  await expect(resend).toHaveText(/in 30 s/);
  const second = await resetLink(product, person.email);
  expect(second).not.toBe(first);

  await page.clock.resume();
  // The later link counts.
  await page.goto(first);
  await expect(page.getByRole('alert')).toContainText('expired or was used before');
  await followLink(page, second);
  await expect(page.getByRole('button', { name: 'Set new password' })).toBeEnabled();
  await page.clock.pauseAt((await pageTime(page)) + 60_000);
  await fillPasswords(page, NEW_PASSWORD);
  await expect(page.getByText('Password updated.')).toBeVisible();
  await page.clock.runFor(700);
  await expect(page).toHaveURL(/\/auth\/reset/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/login$/);
});

test('an address without an account is answered alike and gets no mail', async ({ page, product }) => {
  const nobody = newPerson('nobody');
  await askForLink(page, nobody.email);
  await expect(page.getByRole('button', { name: /Resend link/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(nobody.email);
  expect(product.mail.mailsTo(nobody.email)).toEqual([]);
});

test('a failed request is said in red and loses nothing', async ({ page, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await page.goto('/forgot');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await page.getByRole('main').getByLabel('Email').fill('mo@people.example');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Network error. Please check your connection and try again.',
  );
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue('mo@people.example');
});

test('without the link no password is set', async ({ page, product }) => {
  await signedInClient(page, product, 'ordinary');
  await page.goto('/auth/reset');
  await expect(page.getByRole('alert')).toContainText(NO_SESSION);
  await fillPasswords(page, 'short');
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await fillPasswords(page, NEW_PASSWORD, 'something else');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await fillPasswords(page, NEW_PASSWORD);
  await expect(page.getByText('Recovery session missing. Please use your email link again.')).toBeVisible();
  await page.getByRole('link', { name: 'Send me a new link' }).click();
  await page.waitForURL('**/forgot');
});

test('a link opened in another browser says why it does not work there', async ({
  page,
  product,
  browser,
}) => {
  const person = newPerson('elsewhere');
  await createAccount(product, person);
  await askForLink(page, person.email);
  const phone = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await followLink(phone, await resetLink(product, person.email));
  await expect(phone.getByRole('alert')).toContainText(NO_SESSION);
  await expect(phone.getByRole('alert')).toContainText('A link works only in the browser that asked for it.');
  await phone.context().close();
});

test('what the provider has against a password is said', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const person = newPerson('same');
  await createAccount(product, person);
  await askForLink(page, person.email);
  await followLink(page, await resetLink(product, person.email));
  await fillPasswords(page, person.password);
  await expect(page.getByRole('alert')).toHaveText('New password should be different from the old password.');
  await fillPasswords(page, NEW_PASSWORD);
  await page.waitForURL('**/login');
});

test('the profile sends the mail too', async ({ page, product }) => {
  const person = newPerson('settings');
  await openAs(page, await createAccount(product, person));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Send password reset email' }).click();
  await expect(page.getByText('Password reset email sent.')).toBeVisible();
  await followLink(page, await resetLink(product, person.email));
  await fillPasswords(page, NEW_PASSWORD);
  await page.waitForURL('**/login');
});

test('asking for another link does not spoil the one of a sign-up', async ({ page, product }) => {
  const known = newPerson('known');
  await createAccount(product, known);
  const person = newPerson('overlap');
  await signUp(page, person);
  await askForLink(page, known.email);
  await followLink(page, await confirmationLink(product, person.email));
  await page.waitForURL('**/profile');
  await expect(page.getByText(person.username, { exact: true }).first()).toBeVisible();
});
