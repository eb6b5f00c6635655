import type { Browser, Page } from '@playwright/test';
import { createAccount, newPerson, openAs, signIn } from '../../harness/people.ts';
import type { Product } from '../../harness/product.ts';
import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';

/** Another device of the same person: its own storage, its own user agent. */
async function otherDevice(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  return context.newPage();
}

/** Somebody new who is signed in on this device and on another; this one shows the card of their sessions. */
async function signInOnTwo(name: string, page: Page, browser: Browser, product: Product) {
  const person = newPerson(name);
  await openAs(page, await createAccount(product, person));
  const other = await otherDevice(browser, product.origin);
  await signIn(other, person);
  await page.goto('/profile');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Sessions' }) });
  return { person, other, card };
}

test('signing out another device ends its session at the next call, and the device shows why', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const { other, card } = await signInOnTwo('sessions', page, browser, product);
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
  const { person, other, card } = await signInOnTwo('everywhere', page, browser, product);
  await expect(card.getByText('Firefox on Linux')).toBeVisible();
  await card.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(card.getByText('All other devices are signed out.')).toBeVisible();
  await expect(card.getByText('Firefox on Linux')).toBeHidden();
  await other.reload();
  await other.waitForURL('**/login');

  await signIn(other, person);
  await card.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/login');
  await other.reload();
  await other.waitForURL('**/login');
  await other.context().close();
});
