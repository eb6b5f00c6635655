import { stopClock, tickUntilVisible } from '../../harness/page.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccount,
  newAuthClient,
  newTestUser,
  openAs,
  signedInClient,
  signIn,
  submitSignIn,
  type TestUser,
} from '../../harness/users.ts';

/** Signs a user up without a browser and leaves their address unconfirmed. */
async function signUpUnconfirmed(product: Product, { email, password, username }: TestUser): Promise<void> {
  const { error } = await newAuthClient(product).signUp({ email, password, options: { data: { username } } });
  if (error) throw error;
}

test('signing in leads to the requested page with its query and hash', async ({ page, product }) => {
  const user = newTestUser('wants');
  await createAccount(product, user);
  await page.goto('/profile?tab=security&x=1#devices');
  await page.waitForURL('**/login');
  await submitSignIn(page, { ...user, email: ` ${user.email.toUpperCase()} ` });
  await page.waitForURL('**/profile?tab=security&x=1#devices');
  await expect(page.getByText(user.email).first()).toBeVisible();
  // Back doesn't return to the form.
  await page.goBack();
  await expect(page).not.toHaveURL(/login/);
});

test('signing in leads to the profile by default, as does /login after it', async ({ page, product }) => {
  const user = newTestUser('plain');
  await createAccount(product, user);
  await signIn(page, user);
  for (const address of ['/login', '/sign-up']) {
    await page.goto(address);
    await page.waitForURL('**/profile');
  }
});

test('signing in answers a wrong password and address alike', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser('wrong');
  await createAccount(product, user);
  await page.goto('/login');
  for (const email of [user.email, newTestUser('nobody').email]) {
    await submitSignIn(page, { email, password: 'not the password' });
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeHidden();
  }
  await submitSignIn(page, user);
  await page.waitForURL('**/profile');
});

test('the sign-in form resends the confirmation email to an unconfirmed client', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const user = newTestUser('unverified');
  await signUpUnconfirmed(product, user);
  const first = await confirmationLink(product, user.email);
  await page.goto('/login');
  await submitSignIn(page, user);
  await expect(page.getByRole('alert')).toHaveText(
    'Please verify your email before signing in. We can resend the verification link below.',
  );
  const resend = page.getByRole('button', { name: /Resend verification email/ });

  await page.getByLabel('Email').fill('  ');
  await resend.click();
  await expect(page.getByText('Enter your email first so we can send the verification link.')).toBeVisible();

  await page.getByLabel('Email').fill(user.email);
  await context.setOffline(true);
  await resend.click();
  await expect(page.getByText('Failed to resend verification email.')).toBeVisible();
  await context.setOffline(false);

  await stopClock(page);
  await resend.click();
  await tickUntilVisible(page, page.getByText('Verification email sent. Check your inbox (and spam).'));
  await expect(resend).toHaveText(/in 30 s/);
  expect(await confirmationLink(product, user.email)).not.toBe(first);
});

test('the sign-in form asks to wait after too many tries and after an early resend', async ({ browser }) => {
  const strict = await startProduct({ RATE_LIMIT_SCALE: '1' });
  const context = await browser.newContext({ baseURL: strict.origin });
  const page = await context.newPage();
  const user = newTestUser('hasty');
  await signUpUnconfirmed(strict, user);

  await page.goto('/login');
  await submitSignIn(page, user);
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(page.getByText('Failed to resend verification email.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend verification email in \d+ s/ })).toBeDisabled();

  await submitSignIn(page, { ...user, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  // All at once: another try is granted after half a minute.
  const wrong = { email: user.email, password: 'not the password' };
  await Promise.all(Array.from({ length: 8 }, () => newAuthClient(strict).signInWithPassword(wrong)));
  await submitSignIn(page, { ...user, password: 'not the password' });
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please wait a minute and try again.');
  await context.close();
  await strict.stop();
});

test('signing in and editing the username work with the keyboard alone', async ({ page, product }) => {
  const user = newTestUser('keys');
  await createAccount(product, user);
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(user.email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(user.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profile');
  await page.getByText('Member since').waitFor();

  // On the profile: opens the username form, changes it and leaves it again.
  await page.getByRole('button', { name: 'Edit username' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit username' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('Username').fill(`${user.username}_x`);
  await expect(page.getByText('Available')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Username updated.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit username' })).toBeFocused();
});

test('signing out in one tab ends the other, which shows why', async ({ page, context, product }) => {
  const user = newTestUser('two_tabs');
  await openAs(page, await createAccount(product, user));
  await page.goto('/profile?tab=1');
  await expect(page.getByText('Member since')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByText('Member since')).toBeVisible();
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await other.waitForURL('**/login');
  await expect(other.getByText('Your session has ended.')).toBeHidden();
  await page.waitForURL('**/login');
  await expect(
    page.getByText('Your session has ended. Sign in to pick up where you left off.'),
  ).toBeVisible();
  await submitSignIn(page, user);
  await page.waitForURL('**/profile?tab=1');
  // The other tab notices the sign-in too.
  await other.waitForURL('**/profile');
});

test('signing out leads to /login, and the profile then requires signing in', async ({ page, product }) => {
  await signedInClient(page, product, 'leaves');
  await page.goto('/profile');
  await expect(page.getByText('Member since')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }),
  ).toBeVisible();
  await page.goto('/profile');
  await page.waitForURL('**/login');
});
