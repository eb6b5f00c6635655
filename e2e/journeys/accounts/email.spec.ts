import type { Page } from '@playwright/test';
import { expectBriefly } from '../../harness/page.ts';
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

test('a used email change link has expired, and the form answers a known address like any other', async ({
  page,
  product,
}) => {
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

  // The owner of that account is informed by email.
  const taken = newTestUser('holder');
  await createAccount(product, taken);
  await changeTo(page, taken.email);
  await expect(page.getByRole('alert')).toHaveText(BOTH);
  await expect(page.getByText(user.email, { exact: true })).toHaveCount(2);
});
