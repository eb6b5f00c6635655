import type { Product } from '../../harness/product.ts';
import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';
import {
  createAccount,
  newTestUser,
  openAs,
  requestResetLink,
  setNewPassword,
  signIn,
  signUp,
} from '../../harness/users.ts';

const WRONG = /That code is wrong or has expired/;
const FIELD = 'Or type the code from the email';
const NEW_PASSWORD = 'another Horse 8 battery';

/** The code of the newest unread mail. */
async function codeFor(product: Product, email: string, subject: RegExp): Promise<string> {
  const { text = '' } = await product.mail.nextMail(email, subject);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`There is no code in the mail:\n${text}`);
  return code;
}

/** A different six-digit code. */
const notThe = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

test('the code from the email confirms a sign-up', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser('types');
  await signUp(page, user);
  const code = await codeFor(product, user.email, /Confirm your email address/);
  const field = page.getByLabel(FIELD);
  await field.fill('12 34');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Enter the six digits from the email\./);
  await field.fill(notThe(code));
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(WRONG);
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Confirm with the code' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByText(user.username, { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await signIn(page, user);
});

test('the code from the email opens the new password form', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser('reads');
  await createAccount(product, user);
  await requestResetLink(page, user.email);
  const code = await codeFor(product, user.email, /Choose a new password/);
  const field = page.getByLabel(FIELD);
  await field.fill(notThe(code));
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(WRONG);
  await expectAccessible(page);
  await field.fill(code);
  await page.getByRole('button', { name: 'Continue with the code' }).click();
  await expect(page.getByText(`For ${user.email}.`)).toBeVisible();
  await setNewPassword(page, NEW_PASSWORD);
  await page.waitForURL('**/login');
  await signIn(page, { email: user.email, password: NEW_PASSWORD });
});

test('a code stops working after five wrong tries, and another account’s code replaces no session', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const [me, stranger] = [newTestUser('holder'), newTestUser('visitor')];
  await createAccount(product, stranger);
  await openAs(page, await createAccount(product, me));
  const ask = async () => {
    await requestResetLink(page, stranger.email);
    return codeFor(product, stranger.email, /Choose a new password/);
  };
  const type = async (code: string) => {
    await page.getByLabel(FIELD).fill(code);
    const answer = page.waitForResponse('**/auth/v1/verify');
    await page.getByRole('button', { name: 'Continue with the code' }).click();
    return (await answer).status();
  };
  const exhausted = await ask();
  for (let tries = 0; tries < 5; tries += 1) expect(await type(notThe(exhausted))).toBe(403);
  expect(await type(exhausted)).toBe(403);
  await expect(page.getByLabel(FIELD)).toHaveAccessibleDescription(WRONG);

  expect(await type(await ask())).toBe(200);
  await expect(page.getByText(`For ${stranger.email}.`)).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText(me.email).first()).toBeVisible();
});
