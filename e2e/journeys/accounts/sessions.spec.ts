import type { Browser, Page } from '@playwright/test';
import type { Product } from '../../harness/product.ts';
import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, signIn } from '../../harness/users.ts';

/** Another device of the same user: its own storage and user agent. */
async function otherDevice(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  return context.newPage();
}

/** A new user signed in on this device and another; this one shows the sessions card. */
async function signInOnTwoDevices(name: string, page: Page, browser: Browser, product: Product) {
  const user = newTestUser(name);
  await openAs(page, await createAccount(product, user));
  const other = await otherDevice(browser, product.origin);
  await signIn(other, user);
  await page.goto('/profile');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Sessions' }) });
  return { user, other, card };
}

test('signing out another device ends its session at the next call, and the device shows why', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const { other, card } = await signInOnTwoDevices('sessions', page, browser, product);
  await expect(card.getByText('This device')).toHaveCount(1);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await expect(card.getByText('Firefox on Linux')).toBeHidden();

  await other.reload();
  await other.waitForURL('**/login');
  await expect(other.getByText(/session has ended|signed out/i).first()).toBeVisible();
  await other.context().close();
});

test('signing out all other devices works at once, and signing out everywhere asks first', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const { user, other, card } = await signInOnTwoDevices('everywhere', page, browser, product);
  await expect(card.getByText('Firefox on Linux')).toBeVisible();
  await card.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(card.getByText('All other devices are signed out.')).toBeVisible();
  await expect(card.getByText('Firefox on Linux')).toBeHidden();
  await other.reload();
  await other.waitForURL('**/login');

  await signIn(other, user);
  await card.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/login');
  await other.reload();
  await other.waitForURL('**/login');
  await other.context().close();
});
