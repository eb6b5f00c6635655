import type { Page } from '@playwright/test';
import { Authenticator } from '../harness/authenticator.ts';
import { expectNoSidewaysScroll } from '../harness/look.ts';
import { createAccount, newPerson, openAs, type Person, signInAsOwner } from '../harness/people.ts';
import { startProduct } from '../harness/product.ts';
import { expect, expectAccessible, test } from '../harness/test.ts';

/** The browser's own note of a request that was refused. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

const cardOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Two-step sign-in' }) });

async function givePassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Turns the second factor on; ends with the recovery codes in sight. */
async function turnOn(page: Page): Promise<{ app: Authenticator; codes: string[] }> {
  await cardOf(page).getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  const qrCode = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(qrCode).toBeVisible();
  await expect
    .poll(() => qrCode.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const app = new Authenticator((await dialog.locator('code').textContent()) ?? '');
  await dialog.getByLabel('Six-digit code').fill(app.nextCode());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return { app, codes: await list.getByRole('listitem').allTextContents() };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
}

test('is turned on, asked for with an app or a recovery code, and turned off', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const person = newPerson('factor');
  await openAs(page, await createAccount(product, person));
  await page.goto('/profile');
  const card = cardOf(page);
  await expect(card.getByText('Off', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('12 34');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription('Enter the six digits that your app shows.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  // Begun anew, the set-up has a new key and nothing is left of the first one.
  const { app, codes } = await turnOn(page);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('On', { exact: true })).toBeVisible();
  await expect(card.getByText('Authenticator app', { exact: true })).toBeVisible();
  await expect(card.getByText('10 codes left')).toBeVisible();
  await expectAccessible(page);

  // The password alone opens nothing, and the page that was wanted is not forgotten.
  await signOut(page);
  await page.goto('/profile?tab=security');
  await givePassword(page, person);
  const field = page.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await page.goto('/profile?tab=security');
  await page.waitForURL('**/login');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveAccessibleDescription(/That code is not right/);
  await field.fill(app.nextCode());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/profile?tab=security');

  // A recovery code does it once, however it is typed; at the width of a phone.
  await signOut(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const [first = '', second = ''] = codes;
  await givePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(` ${first.toUpperCase()} `);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/profile/);
  await expect(card.getByText('9 codes left')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await signOut(page);
  await givePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = page.getByLabel('Recovery code');
  await recovery.fill(first);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(recovery).toHaveAccessibleDescription(/it was used before/);
  await signOut(page);
  await givePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await recovery.fill(second);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/profile/);
  await page.setViewportSize({ width: 1280, height: 900 });

  // New codes take the place of the old ones.
  await card.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make codes' }).click();
  const renewed = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(renewed).toHaveCount(10);
  expect(await renewed.allTextContents()).not.toContain(codes[2]);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card.getByText('10 codes left')).toBeVisible();

  await card.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await signOut(page);
  await givePassword(page, person);
  await page.waitForURL(/\/profile/);
});

test('an admin who has to have one is led to it, and from there to the admin area', async ({ browser }) => {
  const strict = await startProduct({ AUTH_ADMIN_MFA: 'required' });
  const context = await browser.newContext({ baseURL: strict.origin });
  try {
    const page = await context.newPage();
    await signInAsOwner(page, strict);
    await page.goto('/admin/users');
    await page.waitForURL('**/profile');
    await expect(page.getByText('Turn this on to open the admin area.')).toBeVisible();
    await expectAccessible(page);
    await turnOn(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/admin/users');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(strict.ownerEmail).first()).toBeVisible();
  } finally {
    await context.close();
    await strict.stop();
  }
});
