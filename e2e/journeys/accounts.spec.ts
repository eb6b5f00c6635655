import type { Page } from '@playwright/test';
import {
  holdRequests,
  pageTime,
  seeInPassing,
  stopClock,
  tickUntilVisible,
  untilLive,
} from '../harness/look.ts';
import {
  confirmationLink,
  createAccount,
  followLink,
  newPerson,
  type Person,
  signIn,
  signUp,
} from '../harness/people.ts';
import { startProduct } from '../harness/product.ts';
import { expect, test } from '../harness/test.ts';

const createButton = (page: Page) => page.getByRole('button', { name: 'Create account' });
const pendingUsername = (page: Page) => page.evaluate(() => localStorage.getItem('pendingUsername'));

/** Fills in the whole sign-up form and waits until it can be sent. */
async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await expect(page.getByText('Available')).toBeVisible();
}

test('somebody signs up, confirms by the mail and lands on their profile', async ({ page, product }) => {
  const person = newPerson('ada');
  await signUp(page, person);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    "Account created. Please check your email to confirm your address. After confirming, you'll be redirected automatically.",
  );
  await expect(page.getByRole('link', { name: 'Open email' })).toHaveAttribute('href', 'mailto:');
  await expect.poll(() => pendingUsername(page)).toBe(person.username);

  const link = await confirmationLink(product, person.email);
  const confirmed = page.getByRole('heading', { name: 'Email Confirmed', level: 1 });
  await seeInPassing(page, () => followLink(page, link), confirmed);
  await page.waitForURL('**/profile');
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();
  await expect(page.getByText(person.username, { exact: true }).first()).toBeVisible();
  await expect.poll(() => pendingUsername(page)).toBeNull();
  // Neither the landing page nor its code is left to go back to.
  expect(await page.evaluate(() => history.length)).toBeLessThan(6);
  await page.reload();
  await expect(page.getByText('Member since')).toBeVisible();
});

test('the tab that signed up moves on when the address is confirmed in another', async ({
  page,
  context,
  product,
}) => {
  const person = newPerson('tabs');
  await signUp(page, person);
  const mailTab = await context.newPage();
  await followLink(mailTab, await confirmationLink(product, person.email));
  await mailTab.waitForURL('**/profile');
  await page.waitForURL('**/profile');
  await expect(page.getByText(person.email).first()).toBeVisible();
});

test('the form can be sent once everything is filled in and the name is free', async ({ page }) => {
  const person = newPerson('form');
  await page.goto('/sign-up');
  await expect(createButton(page)).toBeDisabled();
  await fillSignUp(page, person);
  await expect(createButton(page)).toBeEnabled();
  for (const label of ['Username', 'Email', 'Confirm password']) {
    await page.getByLabel(label).fill('');
    await expect(createButton(page)).toBeDisabled();
    const value = label === 'Username' ? person.username : label === 'Email' ? person.email : person.password;
    await page.getByLabel(label).fill(value);
    await expect(createButton(page)).toBeEnabled();
  }
});

test('one thing is said at a time, on the field that it concerns', async ({ page }) => {
  const person = newPerson('issues');
  await fillSignUp(page, person);
  await page.getByLabel('Email').fill('no address');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm password').fill('different');
  await createButton(page).click();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('Min 8 characters')).toBeHidden();

  await page.getByLabel('Email').fill(person.email);
  await createButton(page).click();
  await expect(page.getByText('Min 8 characters')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeHidden();

  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await createButton(page).click();
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match');
  await expect(page.getByLabel('Confirm password')).toBeFocused();

  await page.getByLabel('Username').fill('a b');
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Letters\/numbers\/_ only/);
});

test('Enter says what still stands in the way of an unfinished form', async ({ page, product }) => {
  const taken = newPerson('taken');
  await createAccount(product, taken);
  const person = newPerson('early');
  await fillSignUp(page, person);

  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/username-available*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Username').fill(taken.username.toUpperCase());
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please wait for the username check to finish.');
  letThrough();
  await expect(page.getByText('Already taken')).toBeVisible();
  await expect(createButton(page)).toBeDisabled();
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please choose an available username.');
});

test('a name is checked when typing has stood still for 400 ms, and an earlier check is cancelled', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/sign-up');
  await page.getByLabel('Email').click();
  const checks: string[] = [];
  const cancelled: string[] = [];
  const nameIn = (url: string) => new URL(url).searchParams.get('u') ?? '';
  page.on('requestfailed', (request) => cancelled.push(nameIn(request.url())));
  await page.route('**/api/username-available*', async (route) => {
    checks.push(nameIn(route.request().url()));
    if (checks.length > 1) await route.continue();
  });
  // What has yet to come to life would not do so any more.
  await untilLive(page);
  await page.clock.pauseAt((await pageTime(page)) + 60_000);

  await page.getByLabel('Username').fill('ab');
  await expect(page.getByText('Letters/numbers/_ only')).toBeVisible();
  await page.getByLabel('Username').fill('first_name');
  await expect(page.getByText('Checking…')).toBeVisible();
  await page.clock.runFor(399);
  expect(checks).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => checks).toEqual(['first_name']);

  await page.getByLabel('Username').fill('second_name');
  await expect.poll(() => cancelled).toEqual(['first_name']);
  await page.clock.runFor(400);
  await expect(page.getByText('Available')).toBeVisible();
  expect(checks).toEqual(['first_name', 'second_name']);
});

test('a check that failed can be made again', async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_FAILED/);
  await page.goto('/sign-up');
  await page.route('**/api/username-available*', (route) => route.abort(), { times: 1 });
  await page.getByLabel('Username').fill(newPerson('again').username);
  await expect(page.getByText('Couldn’t check this name.')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Available')).toBeVisible();
});

test('a password shows how strong it is, and itself when asked', async ({ page }) => {
  await page.goto('/sign-up');
  // A password manager keeps it beside what one signs in with.
  await expect(page.locator('[autocomplete=username]')).toHaveAttribute('name', 'email');
  const password = page.getByLabel('Password', { exact: true });
  for (const [typed, label] of [
    ['abc', 'Too weak'],
    ['abcdefgh', 'Weak'],
    ['Abcdefgh', 'Okay'],
    ['Abcdefghijkl', 'Strong'],
    ['Abcdefghij1!', 'Very strong'],
  ] as const) {
    await password.fill(typed);
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('the mail can be asked for again after thirty seconds', async ({
  page,
  product,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const person = newPerson('resend');
  await fillSignUp(page, person);
  const sending = await holdRequests(page, /\/auth\/v1\/signup/);
  await createButton(page).click();
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

  const first = await confirmationLink(product, person.email);
  await resend.click();
  await expect(
    page.getByText('Resent! Check your inbox (and spam) for the confirmation email.'),
  ).toBeVisible();
  await expect(resend).toBeDisabled();
  const second = await confirmationLink(product, person.email);
  expect(second).not.toBe(first);
  await page.clock.resume();
  await followLink(page, second);
  await page.waitForURL('**/profile');
});

test('a link opened in another browser confirms, says so and leads to signing in', async ({
  page,
  product,
  browser,
}) => {
  const person = newPerson('phone');
  await signUp(page, person);
  const phone = await (await browser.newContext({ baseURL: product.origin })).newPage();
  const link = await confirmationLink(product, person.email);
  const told = phone.getByText("We couldn't establish a session. Please log in.");
  await seeInPassing(phone, () => followLink(phone, link), told);
  await phone.waitForURL('**/login');
  await expect(phone.getByText('Your email address is confirmed. Please sign in.')).toBeVisible();
  await phone.getByLabel('Email').fill(person.email);
  await phone.getByLabel('Password', { exact: true }).fill(person.password);
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await phone.waitForURL('**/profile');
  // The name travelled with the sign-up: this browser never held it.
  await expect(phone.getByText(person.username, { exact: true }).first()).toBeVisible();
  await phone.context().close();
});

test('a link works once, and says so the second time', async ({ page, product, browser }) => {
  const person = newPerson('twice');
  await signUp(page, person);
  const link = await confirmationLink(product, person.email);
  await followLink(page, link);
  await page.waitForURL('**/profile');
  const other = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await seeInPassing(
    other,
    async () => void (await other.goto(link)),
    other.getByRole('heading', { name: 'Email not confirmed' }),
    other.getByRole('alert').filter({ hasText: 'expired or was used before' }),
  );
  await other.waitForURL('**/login');
  await expect(other.getByText('That link has expired or was used before.')).toBeVisible();
  await other.context().close();
});

test('the landing page looks ten times for a session, then leads to signing in', async ({ page }) => {
  await stopClock(page);
  await page.goto('/auth/callback');
  const before = await pageTime(page);
  await expect(page.getByText('Signing you in…')).toBeVisible();
  await tickUntilVisible(page, page.getByText("We couldn't establish a session. Please log in."), 100);
  expect((await pageTime(page)) - before).toBeGreaterThanOrEqual(9 * 400);
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(/\/auth\/callback$/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/login$/);
});

test('a failed exchange says that something went wrong', async ({ page, product, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to fetch/);
  const person = newPerson('broken');
  await signUp(page, person);
  await page.route('**/auth/v1/token*', (route) => route.abort());
  const link = await confirmationLink(product, person.email);
  const told = page.getByRole('alert').filter({ hasText: /^Something went wrong\. Please log in\.$/ });
  await seeInPassing(page, () => followLink(page, link), told);
  await page.waitForURL('**/login');
  await page.unroute('**/auth/v1/token*');
  await signIn(page, person);
});

test('the page that was wanted before signing up is offered afterwards', async ({ page, product }) => {
  const person = newPerson('wanted');
  await page.goto('/profile?from=pricing');
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await createButton(page).click();
  await expect(page.getByText('Account created.')).toBeVisible();
  const link = await confirmationLink(product, person.email);
  // The tab that signed up would go on by itself; the mail is read elsewhere in the same browser.
  await page.goto('/contact');
  await followLink(page, link);
  await page.waitForURL('**/profile');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/profile?from=pricing');
});

test('where addresses are confirmed by themselves and passwords are longer, the page says so', async ({
  browser,
}) => {
  const trusting = await startProduct({ AUTH_AUTOCONFIRM: 'true', AUTH_PASSWORD_MIN_LENGTH: '12' });
  const context = await browser.newContext({ baseURL: trusting.origin });
  const page = await context.newPage();
  const person = newPerson('trusted');
  await fillSignUp(page, person);
  await expect(page.getByText('At least 12 characters')).toBeVisible();
  await createButton(page).click();
  await expect(page.getByText('Account created. You can sign in now.')).toBeVisible();
  await expect.poll(() => pendingUsername(page)).toBeNull();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('studio-auth-embedded'))).toBeNull();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click();
  await page.waitForURL('**/login');
  await signIn(page, person);
  await expect(page.getByText(person.username, { exact: true }).first()).toBeVisible();
  await context.close();
  await trusting.stop();
});
