import { pageTime, untilLive } from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccountButton,
  followLink,
  newTestUser,
  openSignUp,
} from '../../harness/users.ts';

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
