import type { Page } from '@playwright/test';
import { expectBriefly, holdRequests, stopClock, tickUntilVisible } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  createAccount,
  followLink,
  newAuthClient,
  newTestUser,
  openAs,
  submitSignIn,
  type TestUser,
} from '../../harness/users.ts';

const BOTH = 'Check BOTH inboxes (current & new) for confirmation links.';

async function changeTo(page: Page, email: string): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Send confirmation links' }).click();
}

const linkToCurrent = async (product: Product, email: string) =>
  linkIn(await product.mail.nextMail(email, /Confirm your change of address/), '/verify');
const linkToNew = async (product: Product, email: string) =>
  linkIn(await product.mail.nextMail(email, /Confirm your new address/), '/verify');

/** The user's address according to the product, read with their own token. */
async function accountEmail(product: Product, user: Pick<TestUser, 'email' | 'password'>): Promise<string> {
  const { data, error } = await newAuthClient(product).signInWithPassword(user);
  if (error) throw error;
  const answer = await fetch(`${product.origin}/api/me`, {
    headers: { authorization: `Bearer ${data.session.access_token}` },
  });
  return (await answer.json()).user.email;
}

test('an email change takes effect once both mailboxes have confirmed it', async ({ page, product }) => {
  const user = newTestUser('moves');
  const next = `next.${user.email}`;
  await openAs(page, await createAccount(product, user));
  await changeTo(page, next.toUpperCase());
  await expect(page.getByRole('alert')).toHaveText(BOTH);
  await expect(page.getByText(`Waiting for both addresses to confirm the change to ${next}.`)).toBeVisible();

  await followLink(page, await linkToCurrent(product, user.email));
  await expect(page.getByText('One address confirmed, one to go')).toBeVisible();
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await page.waitForURL('**/profile');

  const link = await linkToNew(product, next);
  await expectBriefly(page, () => followLink(page, link), page.getByText('Email updated!'));
  await page.waitForURL('**/profile');
  await expect(page.getByText(next, { exact: true })).toHaveCount(2);
  await expect(page.getByText('Waiting for both addresses')).toBeHidden();
  expect(await accountEmail(product, { email: next, password: user.password })).toBe(next);
  await product.mail.nextMail(user.email, /was changed/);
});

test('an email change works in reverse order, with the second link opened in another browser', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('travels');
  const next = `next.${user.email}`;
  await openAs(page, await createAccount(product, user));
  await changeTo(page, next);
  await expect(page.getByRole('alert')).toHaveText(BOTH);
  await followLink(page, await linkToNew(product, next));
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await expect(page.getByText(`Waiting for both addresses to confirm the change to ${next}.`)).toBeVisible();

  const phone = await (await browser.newContext({ baseURL: product.origin })).newPage();
  const link = await linkToCurrent(product, user.email);
  const changed = phone.getByText('Your address has changed. Please sign in.');
  await expectBriefly(phone, () => followLink(phone, link), changed);
  await phone.waitForURL('**/login');
  await expect(
    phone.getByText('Your email address has changed. Please sign in with the new one.'),
  ).toBeVisible();
  await submitSignIn(phone, { email: next, password: user.password });
  await phone.waitForURL('**/profile');
  await expect(phone.getByText(next, { exact: true })).toHaveCount(2);
  // The product has taken over the address, though no one was signed in where it was confirmed.
  await expect.poll(() => accountEmail(product, { email: next, password: user.password })).toBe(next);
  await phone.context().close();

  // The requesting browser shows the new address when its tab regains focus.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(next, { exact: true })).toHaveCount(2);
  await expect(page.getByText('Waiting for both addresses')).toBeHidden();
});

test('the email change banner is one alert and disappears after eight seconds', async ({ page, product }) => {
  const user = newTestUser('banner');
  await openAs(page, await createAccount(product, user));
  const sending = await holdRequests(page, /\/auth\/v1\/user/);
  await changeTo(page, `next.${user.email}`);
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  await stopClock(page);
  await sending.release();
  await tickUntilVisible(page, page.getByRole('alert'));
  await expect(page.getByRole('alert')).toHaveText(BOTH);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused();
  await page.clock.runFor(7900);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.clock.runFor(100);
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the email form explains why it rejects a new address', async ({ page, product }) => {
  const taken = newTestUser('holder');
  await createAccount(product, taken);
  const user = newTestUser('wishes');
  const { user: account, ...session } = await createAccount(product, user);
  // A change requested long ago is no longer pending and can be requested again at once.
  const overdue = { new_email: `next.${user.email}`, email_change_sent_at: '2020-01-31T12:00:00Z' };
  await openAs(page, { ...session, user: { ...account, ...overdue } });
  await page.goto('/profile');
  await expect(
    page.getByText(`The links for the change to ${overdue.new_email} have expired.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByLabel('New email')).toHaveValue(overdue.new_email);
  const send = page.getByRole('button', { name: 'Send confirmation links' });
  await page.getByLabel('New email').fill('');
  await send.click();
  await expect(page.getByLabel('New email')).toHaveAccessibleDescription(/^Enter a new email\./);
  await page.getByLabel('New email').fill('no address');
  await send.click();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await page.getByLabel('New email').fill(user.email);
  await send.click();
  await expect(page.getByText('This is your current email.')).toBeVisible();
  // An address with an account gets the same answer; its owner is informed by email.
  await page.getByLabel('New email').fill(taken.email);
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(BOTH);
  await expect(page.getByText(user.email, { exact: true })).toHaveCount(2);
});

test('a used email change link shows that it has expired', async ({ page, product }) => {
  const user = newTestUser('used');
  await openAs(page, await createAccount(product, user));
  await changeTo(page, `next.${user.email}`);
  const link = await linkToCurrent(product, user.email);
  await followLink(page, link);
  await expect(page.getByText('One address confirmed, one to go')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText(
    'Email link is invalid or has expired. Each link works once',
  );
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await page.waitForURL('**/profile');
});

test('/auth/email-change without a link verifies the existing session', async ({ page, product }) => {
  const user = newTestUser('verified');
  await openAs(page, await createAccount(product, user));
  await stopClock(page);
  await page.goto('/auth/email-change');
  await tickUntilVisible(page, page.getByText('Email verified!'));
  await page.clock.runFor(1_100);
  await expect(page).toHaveURL(/\/auth\/email-change$/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/profile$/);
});

test('/auth/email-change never reports a change for a made-up code, session or text in the address', async ({
  page,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  for (const made of ['?code=made-up', '#access_token=made.up.token&refresh_token=x']) {
    await page.goto(`/auth/email-change${made}`);
    await expect(page.getByRole('alert')).toHaveText('Missing verification code or session.');
  }
  await page.goto('/auth/email-change?error_code=email_exists&error_description=Call+0900+123+now');
  await expect(page.getByRole('alert')).toContainText(
    'A user with this email address has already been registered.',
  );
  await page.goto('/auth/email-change?error=x&error_description=Call+0900+123+now');
  await expect(page.getByRole('alert')).toHaveText('This link couldn’t be used. Ask for a new one.');
});
