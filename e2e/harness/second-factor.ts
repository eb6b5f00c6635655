import { expect, type Page } from '@playwright/test';
import { Authenticator } from './authenticator.ts';
import type { Product } from './product.ts';
import { signedInClient, type TestUser } from './users.ts';

/** The card of the second factor on the profile. */
export const secondFactorCard = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Two-step sign-in' }) });

/** Opens the profile of a new client, whose second factor is off. */
export async function openSecondFactor(page: Page, product: Product): Promise<TestUser> {
  const user = await signedInClient(page, product, 'factor');
  await page.goto('/profile');
  await expect(secondFactorCard(page).getByText('Off', { exact: true })).toBeVisible();
  return user;
}

/** Sets up an app in the dialog that shows a new key, and sends its first code. */
export async function setUpApp(page: Page, button: string): Promise<Authenticator> {
  const dialog = page.getByRole('dialog');
  const app = new Authenticator((await dialog.locator('code').textContent()) ?? '');
  await dialog.getByLabel('Six-digit code').fill(app.nextCode());
  await dialog.getByRole('button', { name: button }).click();
  return app;
}

/** Reads the new recovery codes that the dialog shows. */
export async function readRecoveryCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return list.getByRole('listitem').allTextContents();
}

/** Answers the second step of a sign-in with a code of the app. */
export async function submitAppCode(page: Page, app: Authenticator): Promise<void> {
  await page.getByLabel('Six-digit code').fill(app.nextCode());
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Answers the second step of a sign-in with a recovery code. */
export async function submitRecoveryCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}
