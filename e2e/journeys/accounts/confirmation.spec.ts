import type { Page } from '@playwright/test';
import {
  expectAccessibleInBothThemes,
  expectBriefly,
  holdRequests,
  stopClock,
  tickUntilVisible,
  untilLive,
} from '../../harness/page.ts';
import { startProduct } from '../../harness/product.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccountButton,
  fillSignUp,
  followLink,
  newTestUser,
  openSignUp,
  signIn,
  signUp,
  submitSignIn,
} from '../../harness/users.ts';

const pendingUsername = (page: Page) => page.evaluate(() => localStorage.getItem('pendingUsername'));

test('a visitor signs up, confirms by email and lands on their profile', async ({ page, product }) => {
  const user = newTestUser('ada');
  await signUp(page, user);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    "Account created. Please check your email to confirm your address. After confirming, you'll be redirected automatically.",
  );
  // The address names no known service: the most common inbox, and others beside it.
  await expect(page.getByRole('link', { name: 'Open email' })).toHaveAttribute('href', /^https:\/\/mail\./);
  await expect(page.getByRole('link', { name: 'Outlook' })).toBeVisible();
  await expect.poll(() => pendingUsername(page)).toBe(user.username);

  const link = await confirmationLink(product, user.email);
  const confirmed = page.getByRole('heading', { name: 'Email Confirmed', level: 1 });
  await expectBriefly(page, () => followLink(page, link), confirmed);
  await page.waitForURL('**/profile');
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();
  await expect(page.getByText(user.username, { exact: true }).first()).toBeVisible();
  await expect.poll(() => pendingUsername(page)).toBeNull();
  // The history keeps neither the landing page nor its code.
  expect(await page.evaluate(() => history.length)).toBeLessThan(6);
  await page.reload();
  await expect(page.getByText('Member since')).toBeVisible();
});

test('the sign-up tab moves on when another tab confirms the address', async ({ page, context, product }) => {
  const user = newTestUser('tabs');
  await signUp(page, user);
  const mailTab = await context.newPage();
  await followLink(mailTab, await confirmationLink(product, user.email));
  await mailTab.waitForURL('**/profile');
  await page.waitForURL('**/profile');
  await expect(page.getByText(user.email).first()).toBeVisible();
});

test('the confirmation email can be resent after 30 s', async ({ page, product, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const user = newTestUser('resend');
  await openSignUp(page, user);
  const sending = await holdRequests(page, /\/auth\/v1\/signup/);
  await createAccountButton(page).click();
  await expect(page.getByRole('button', { name: 'Creating your account…' })).toBeDisabled();
  await stopClock(page);
  await sending.release();
  const resend = page.getByRole('button', { name: /Resend email/ });
  await tickUntilVisible(page, resend);
  await expect(resend).toHaveText(/in 30 s/);
  await page.clock.runFor(29_900);
  await expect(resend).toHaveText(/in 1 s/);
  await expect(resend).toBeDisabled();
  await page.clock.runFor(100);
  await expect(resend).toHaveText('Resend email');
  await expect(resend).toBeEnabled();

  await context.setOffline(true);
  await resend.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to resend verification email.');
  await context.setOffline(false);

  const first = await confirmationLink(product, user.email);
  await resend.click();
  await expect(
    page.getByText('Resent! Check your inbox (and spam) for the confirmation email.'),
  ).toBeVisible();
  await expect(resend).toBeDisabled();
  const second = await confirmationLink(product, user.email);
  expect(second).not.toBe(first);
  await page.clock.resume();
  await followLink(page, second);
  await page.waitForURL('**/profile');
});

test('a confirmation link opened in another browser confirms the address and leads to sign-in', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('phone');
  await signUp(page, user);
  const phone = await (await browser.newContext({ baseURL: product.origin })).newPage();
  const link = await confirmationLink(product, user.email);
  const notice = phone.getByText("We couldn't establish a session. Please log in.");
  const chosen = 'chosen On the phone 7';
  await phone.goto(link);
  await expectAccessibleInBothThemes(phone);
  await phone.getByLabel('Password', { exact: true }).fill('password1');
  await expect(phone.getByText('Password strength: Weak')).toBeVisible();
  await phone.getByLabel('Confirm password').fill('password1');
  await phone.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(phone.getByRole('alert')).toContainText('easy to guess');
  await expectAccessibleInBothThemes(phone);
  await expectBriefly(phone, () => followLink(phone, link, chosen), notice);
  await phone.waitForURL('**/login');
  await expect(phone.getByText('Your email address is confirmed. Please sign in.')).toBeVisible();
  await submitSignIn(phone, { email: user.email, password: chosen });
  await phone.waitForURL('**/profile');
  await phone.context().close();
});

test('a confirmation link works once, then shows that it has expired', async ({ page, product, browser }) => {
  const user = newTestUser('twice');
  await signUp(page, user);
  const link = await confirmationLink(product, user.email);
  await followLink(page, link);
  await page.waitForURL('**/profile');
  const other = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await expectBriefly(
    other,
    async () => void (await other.goto(link)),
    other.getByRole('heading', { name: 'Email not confirmed' }),
    other.getByRole('alert').filter({ hasText: 'Email link is invalid or has expired.' }),
  );
  await other.waitForURL('**/login');
  await expect(other.getByText('That link has expired or was already used.')).toBeVisible();
  await other.context().close();
});

test('/auth/callback shows an error if the exchange fails', async ({ page, product, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to fetch/);
  const user = newTestUser('broken');
  await signUp(page, user);
  await page.route('**/auth/v1/token*', (route) => route.abort());
  const link = await confirmationLink(product, user.email);
  const notice = page.getByRole('alert').filter({ hasText: /^Something went wrong\. Please log in\.$/ });
  await expectBriefly(page, () => followLink(page, link), notice);
  await page.waitForURL('**/login');
  await page.unroute('**/auth/v1/token*');
  await signIn(page, user);
});

test('the profile links to the page requested before signing up', async ({ page, product }) => {
  const user = newTestUser('wanted');
  await page.goto('/profile?from=pricing');
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(page, user);
  await createAccountButton(page).click();
  await expect(page.getByText('Account created.')).toBeVisible();
  const link = await confirmationLink(product, user.email);
  // The tab that signed up would move on by itself; the mail is opened elsewhere in the same browser.
  await page.goto('/contact');
  await followLink(page, link);
  await page.waitForURL('**/profile');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/profile?from=pricing');
});

test('sign-up follows a provider’s auto-confirmation and password length', async ({ browser }) => {
  const trusting = await startProduct({ AUTH_AUTOCONFIRM: 'true', AUTH_PASSWORD_MIN_LENGTH: '12' });
  const context = await browser.newContext({ baseURL: trusting.origin });
  const page = await context.newPage();
  const user = newTestUser('trusted');
  await page.goto('/sign-up');
  await untilLive(page);
  const rule = page.getByText('At least 12 characters');
  await expect(rule).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(user.password.slice(0, 11));
  await expect(rule).toBeVisible();
  await fillSignUp(page, user);
  await expect(rule).toBeHidden();
  await createAccountButton(page).click();
  await expect(page.getByText('Account created. You can sign in now.')).toBeVisible();
  await expect.poll(() => pendingUsername(page)).toBeNull();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('studio-auth-embedded'))).toBeNull();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click();
  await page.waitForURL('**/login');
  await signIn(page, user);
  await expect(page.getByText(user.username, { exact: true }).first()).toBeVisible();
  await context.close();
  await trusting.stop();
});
