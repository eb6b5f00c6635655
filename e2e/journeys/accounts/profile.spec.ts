import { stopClock, tickUntilVisible } from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, signedInClient } from '../../harness/users.ts';

test('the profile shows the account’s details after a skeleton', async ({ page, product }) => {
  const user = newTestUser('cards');
  const session = await createAccount(product, user);
  await openAs(page, session);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/me', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();
  await expect(page.getByText('Loading your profile…')).toBeAttached();
  release();
  await expect(page.getByText('Loading your profile…')).toBeHidden();

  await expect(page.getByText(user.username, { exact: true })).toHaveCount(2);
  await expect(page.getByText(user.email)).toHaveCount(2);
  await expect(page.getByText(/Last sign-in: \w{3} \d+, \d{4}/)).toBeVisible();
  await expect(page.getByText(session.user.id)).toBeVisible();
  await expect(page.getByText('Member since').locator('..')).toContainText(/\w{3} \d+, \d{4}/);
});

test('the profile copies email and ID, confirmed for 1.2 seconds', async ({ page, context, product }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const session = await createAccount(product, newTestUser('copies'));
  await openAs(page, session);
  await stopClock(page);
  await page.goto('/profile');
  const copied = page.getByRole('button', { name: 'Copied' });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy email' }).click();
  await tickUntilVisible(page, copied);
  expect(await clipboard()).toBe(session.user.email);
  await page.clock.runFor(1100);
  await expect(copied).toBeVisible();
  await page.clock.runFor(100);
  await expect(copied).toBeHidden();
  await page.getByRole('button', { name: 'Copy ID' }).click();
  await tickUntilVisible(page, copied);
  expect(await clipboard()).toBe(session.user.id);
});

test('the profile saves only a free and different username', async ({ page, product, expectConsole }) => {
  expectConsole(/status of 409/);
  const taken = newTestUser('other');
  await createAccount(product, taken);
  const user = await signedInClient(page, product, 'renamed');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit username' }).click();
  const field = page.getByLabel('Username');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(field).toHaveValue(user.username);
  await expect(save).toBeDisabled();
  await field.fill(taken.username);
  await expect(page.getByText('Already taken')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit username' }).click();
  await expect(field).toHaveValue(user.username);

  // Changing the case of one's own username is allowed.
  await field.fill(user.username.toUpperCase());
  await expect(page.getByText('Available')).toBeVisible();
  await save.click();
  await expect(page.getByText('Username updated.')).toBeVisible();
  await expect(page.getByText(user.username.toUpperCase(), { exact: true })).toHaveCount(2);

  // Another user claims the name between the check and the save.
  const contested = newTestUser('contested');
  await page.getByRole('button', { name: 'Edit username' }).click();
  await field.fill(contested.username);
  await expect(page.getByText('Available')).toBeVisible();
  await createAccount(product, contested);
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('That username is taken.');
  await expect(field).toHaveValue(contested.username);
});

test('the profile disables Save and shows “Saving…” while a username is saved', async ({ page, product }) => {
  const user = await signedInClient(page, product, 'saving');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit username' }).click();
  await page.getByLabel('Username').fill(`${user.username}_2`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/profile', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeDisabled();
  release();
  await expect(page.getByText('Username updated.')).toBeVisible();
});

test('the profile can be reloaded after it fails to load', async ({ page, product, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await signedInClient(page, product, 'failing');
  await page.route('**/api/me', (route) => route.abort());
  await page.goto('/profile');
  await expect(page.getByText('Couldn’t load your profile.')).toBeVisible();
  await page.unroute('**/api/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Member since')).toBeVisible();
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
