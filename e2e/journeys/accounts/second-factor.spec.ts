import type { Page } from '@playwright/test';
import type { Authenticator } from '../../harness/authenticator.ts';
import { expectNoSidewaysScroll } from '../../harness/page.ts';
import { startProduct } from '../../harness/product.ts';
import {
  openSecondFactor,
  readRecoveryCodes,
  secondFactorCard,
  setUpApp,
  submitAppCode,
  submitRecoveryCode,
} from '../../harness/second-factor.ts';
import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';
import {
  ageSessions,
  confirmPassword,
  newAuthClient,
  pressLink,
  resetLink,
  setNewPassword,
  signInAsOwner,
  submitSignIn,
} from '../../harness/users.ts';

/** Turns the second factor on; ends with the recovery codes shown. */
async function turnOn(page: Page): Promise<{ app: Authenticator; codes: string[] }> {
  await secondFactorCard(page).getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  const qrCode = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(qrCode).toBeVisible();
  await expect
    .poll(() => qrCode.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const app = await setUpApp(page, 'Turn on');
  return { app, codes: await readRecoveryCodes(page) };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
}

test.beforeEach(({ expectConsole }) => expectConsole(REFUSED));

test('turning on two-step sign-in needs a recent sign-in or the password', async ({ page, product }) => {
  const user = await openSecondFactor(page, product);
  ageSessions(product, 11);
  await secondFactorCard(page).getByRole('button', { name: 'Turn on' }).click();
  await confirmPassword(page, user.password);
  const dialog = page.getByRole('dialog');
  await setUpApp(page, 'Turn on');
  await readRecoveryCodes(page);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(secondFactorCard(page).getByText('On', { exact: true })).toBeVisible();
});

test('two-step sign-in works with an app and with recovery codes', async ({ page, product }) => {
  const user = await openSecondFactor(page, product);
  const card = secondFactorCard(page);

  await card.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('12 34');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription('Enter the six digits your app shows.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  // Restarting the set-up creates a new key.
  const { app, codes } = await turnOn(page);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('On', { exact: true })).toBeVisible();
  await expect(card.getByText('Authenticator app', { exact: true })).toBeVisible();
  await expect(card.getByText('10 codes left')).toBeVisible();
  await expectAccessible(page);

  // The password alone gives no access, and the requested page is remembered.
  await signOut(page);
  await page.goto('/profile?tab=security');
  await submitSignIn(page, user);
  const field = page.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await page.goto('/profile?tab=security');
  await page.waitForURL('**/login');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveAccessibleDescription(/That code is wrong/);
  await submitAppCode(page, app);
  await page.waitForURL('**/profile?tab=security');

  // A recovery code works once, with any case and spaces; checked at a phone's width.
  await signOut(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const [first = '', second = ''] = codes;
  await submitSignIn(page, user);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(` ${first.toUpperCase()} `);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/profile/);
  await expect(card.getByText('9 codes left')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await signOut(page);
  await submitSignIn(page, user);
  await submitRecoveryCode(page, first);
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/already used/);
  await signOut(page);
  await submitSignIn(page, user);
  await submitRecoveryCode(page, second);
  await page.waitForURL(/\/profile/);
  await page.setViewportSize({ width: 1280, height: 900 });

  // New codes take the place of the old ones.
  await card.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make codes' }).click();
  expect(await readRecoveryCodes(page)).not.toContain(codes[2]);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(card.getByText('10 codes left')).toBeVisible();

  await card.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await signOut(page);
  await submitSignIn(page, user);
  await page.waitForURL(/\/profile/);
});

test('an admin without the required second factor sets it up, then continues', async ({ browser }) => {
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
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/admin/users');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(strict.ownerEmail).first()).toBeVisible();
  } finally {
    await context.close();
    await strict.stop();
  }
});

test('a password reset asks for the second factor first', async ({ page, product, browser }) => {
  const user = await openSecondFactor(page, product);
  const { app } = await turnOn(page);

  const phone = await (await browser.newContext({ baseURL: product.origin })).newPage();
  const ask = () =>
    newAuthClient(product).resetPasswordForEmail(user.email, {
      redirectTo: `${product.origin}/auth/reset`,
    });
  await ask();
  await pressLink(phone, await resetLink(product, user.email), 'Choose a new password');
  await expect(phone.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expect(phone.getByLabel('New password')).toHaveCount(0);
  await phone.getByRole('button', { name: 'Cancel' }).click();
  await phone.waitForURL('**/login');

  await ask();
  await pressLink(phone, await resetLink(product, user.email), 'Choose a new password');
  await submitAppCode(phone, app);
  await setNewPassword(phone, 'another Horse 8 battery');
  await phone.waitForURL('**/login');
  await phone.context().close();
});
