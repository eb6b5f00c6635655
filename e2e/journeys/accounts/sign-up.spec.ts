import { pageTime, untilLive } from '../../harness/page.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccount,
  createAccountButton,
  fillSignUp,
  followLink,
  newTestUser,
  openSignUp,
} from '../../harness/users.ts';

test('the sign-up form can be sent once it is complete and the username is free', async ({ page }) => {
  const user = newTestUser('form');
  await page.goto('/sign-up');
  await expect(createAccountButton(page)).toBeDisabled();
  await fillSignUp(page, user);
  await expect(createAccountButton(page)).toBeEnabled();
  for (const label of ['Username', 'Email', 'Confirm password']) {
    await page.getByLabel(label).fill('');
    await expect(createAccountButton(page)).toBeDisabled();
    const value = label === 'Username' ? user.username : label === 'Email' ? user.email : user.password;
    await page.getByLabel(label).fill(value);
    await expect(createAccountButton(page)).toBeEnabled();
  }
});

test('the sign-up form shows one error at a time, on its field', async ({ page }) => {
  const user = newTestUser('issues');
  await openSignUp(page, user);
  await page.getByLabel('Email').fill('no address');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm password').fill('different');
  await createAccountButton(page).click();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('Min 8 characters')).toBeHidden();

  await page.getByLabel('Email').fill(user.email);
  await createAccountButton(page).click();
  await expect(page.getByText('Min 8 characters')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeHidden();

  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await createAccountButton(page).click();
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match');
  await expect(page.getByLabel('Confirm password')).toBeFocused();

  await page.getByLabel('Username').fill('a b');
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Letters\/numbers\/_ only/);
});

test('the sign-up form says why it can’t be sent yet when Enter is pressed', async ({ page, product }) => {
  const taken = newTestUser('taken');
  await createAccount(product, taken);
  const user = newTestUser('early');
  await openSignUp(page, user);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/username-available*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Username').fill(taken.username.toUpperCase());
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please wait for the username check to finish.');
  release();
  await expect(page.getByText('Already taken')).toBeVisible();
  await expect(createAccountButton(page)).toBeDisabled();
  await page.getByLabel('Username').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please choose an available username.');
});

test('the username is checked after 400 ms, and an earlier check is cancelled', { tag: '@chromium' }, async ({
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
  // With the clock stopped, the page couldn't become live any more.
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

test('a failed username check can be repeated', async ({ page, expectConsole }) => {
  expectConsole(/net::ERR_FAILED/);
  await page.goto('/sign-up');
  await page.route('**/api/username-available*', (route) => route.abort(), { times: 1 });
  await page.getByLabel('Username').fill(newTestUser('again').username);
  await expect(page.getByText('Couldn’t check this name.')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Available')).toBeVisible();
});

test('the password field shows its strength, and its text on request', async ({ page }) => {
  await page.goto('/sign-up');
  // A password manager stores it with the address used to sign in.
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

test('sign-up survives a reload, except for its passwords', async ({ page, product }) => {
  const user = newTestUser('reloads');
  await openSignUp(page, user);
  await page.reload();
  await expect(page.getByLabel('Username')).toHaveValue(user.username);
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByText('Available')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByLabel('Confirm password').fill(user.password);
  await createAccountButton(page).click();
  await expect(page.getByText('Account created.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Account created.')).toBeVisible();
  await expect(page.getByText(user.email)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(user.password);

  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await page.reload();
  await expect(page.getByLabel('Username')).toHaveValue(user.username);

  await followLink(page, await confirmationLink(product, user.email));
  await page.waitForURL('**/profile');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await page.goto('/sign-up');
  await untilLive(page);
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('sign-up explains a refusal for too many tries or a known address, and links to sign-in', async ({
  page,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  await openSignUp(page, newTestUser('refused'));
  // Without this header the authentication client doesn't read the reply's code.
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  for (const [status, body, message] of [
    [429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }, /Too many attempts/],
    [422, { code: 'user_already_exists', message: 'User already registered' }, /You already have an account/],
  ] as const) {
    await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status, headers, json: body }), {
      times: 1,
    });
    await createAccountButton(page).click();
    await expect(page.getByRole('alert')).toContainText(message);
  }
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/login');
});
