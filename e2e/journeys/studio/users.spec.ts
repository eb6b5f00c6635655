import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
  pressByKeyboard,
  stopClock,
  tabTo,
  tickUntilVisible,
} from '../../harness/page.ts';
import { newWord, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, signInAsOwner } from '../../harness/users.ts';

const USERS = /\/api\/admin\/users\?/;
const USER = /\/api\/admin\/users\/[^/?]+$/;
const STREAM = /\/api\/events(\?|$)/;
const AUDIT = /\/api\/admin\/audit/;

/**
 * Presses a button and its dialog's answer with the keyboard alone; waits for the `announcement`, which is
 * shown only briefly.
 */
async function ask(page: Page, opener: string, answer: string, announcement?: string) {
  await pressByKeyboard(page, page.getByRole('button', { name: opener, exact: true }));
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: answer, exact: true }));
  if (announcement) await stopClock(page);
  await page.keyboard.press('Enter');
  if (announcement) {
    await tickUntilVisible(page, page.getByText(announcement));
    await page.clock.resume();
  }
  return question;
}

/** The same, until the dialog has closed. */
async function confirm(page: Page, opener: string, answer: string, announcement?: string) {
  await expect(await ask(page, opener, answer, announcement)).toBeHidden();
}

test('the user list shows each account’s role and status', async ({ page, product, expectConsole }) => {
  const user = newTestUser();
  await createAccount(product, user);
  await signInAsOwner(page, product);
  await page.goto('/admin/users');
  const row = page.getByRole('row', { name: user.email });
  await expect(row).toContainText(user.username);
  await expect(row).toContainText('Client');
  await expect(row).toContainText('No subscription');
  await expect(row.locator('time')).toBeVisible();
  for (const header of ['Email', 'Username', 'Role', 'Status', 'Updated']) {
    await expect(page.getByRole('columnheader', { name: header })).toBeVisible();
  }
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expect(row).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  const held = await holdRequests(page, USERS);
  await page.reload();
  await expect(page.getByText('Loading users…')).toBeAttached();
  await held.release();
  await expect(row).toBeVisible();
  expectConsole(/status of 400/);
  await failRequests(page, USERS, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load users.');
});

test('the studio finds a user, changes the account and sees each change in the audit', {
  tag: '@chromium',
}, async ({ page, product, expectConsole }) => {
  const word = newWord();
  const user = newTestUser(word);
  const session = await createAccount(product, user);
  const project = await submitProject(product, session, { company: `Bakery ${word}` });
  const { username: admin } = await signInAsOwner(page, product);
  await page.goto('/admin/users');
  const box = page.getByRole('searchbox', { name: 'Search users' });
  await tabTo(page, box);
  await page.keyboard.type(`${word}no`);
  await expect(page.getByText('No users found.')).toBeVisible();
  await pressByKeyboard(page, page.getByRole('button', { name: 'Show all' }));
  await expect(page.getByRole('region', { name: 'Users' })).toBeFocused();
  await expect(page).toHaveURL('/admin/users');
  await expect(box).toHaveValue('');
  await box.fill(word);
  await expect(page.getByText('Page 1 of 1 • 1 total')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(user.email);
  const another = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More ways to download' }).click();
  await page.getByRole('menuitem', { name: 'CSV with semicolons' }).click();
  const forExcel = await readFile(await (await another).path(), 'utf8');
  expect(forExcel.trim()).toBe(lines.join('\r\n').replaceAll(',', ';'));
  await pressByKeyboard(page, page.getByRole('link', { name: user.email }));
  const article = page.getByRole('article', { name: user.email });
  await expect(page.getByRole('heading', { level: 1, name: user.username })).toBeVisible();
  await expect(article.getByRole('link', { name: `Bakery ${word}` })).toHaveAttribute(
    'href',
    `/admin/portal/${project.id}`,
  );
  await expectAccessibleInBothThemes(page);

  // Cancelling changes nothing.
  await confirm(page, 'Make admin', 'Cancel');
  await expect(page.getByRole('button', { name: 'Make admin' })).toBeFocused();
  await confirm(page, 'Make admin', 'Make admin');
  await expect(article.getByText('Admin', { exact: true })).toBeVisible();
  await confirm(page, 'Make client', 'Make client');
  await expect(article.getByText('Client', { exact: true })).toBeVisible();
  await page.getByLabel('Subscription status').selectOption({ label: 'Past due' });
  await confirm(page, 'Set', 'Set status', 'The subscription is now Past due.');
  const bare = 'This account has no second factor.';
  await confirm(page, 'Remove second factor', 'Remove second factor', bare);

  // Signing out ends their token; disabling the account also ends their password.
  const asThem = (path: string) =>
    fetch(`${product.origin}/api${path}`, { headers: { authorization: `Bearer ${session.access_token}` } });
  expect((await asThem('/me')).status).toBe(200);
  await confirm(page, 'Sign out everywhere', 'Sign out everywhere', 'Signed out of 1 place.');
  expect((await asThem('/me')).status).toBe(401);
  await confirm(page, 'Disable account', 'Disable account');
  await expect(page.getByRole('heading', { name: 'This account is disabled' })).toBeVisible();
  await confirm(page, 'Enable account', 'Enable account');
  await expect(page.getByRole('heading', { name: 'Disable the account' })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'Audit of this account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Actions' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(`${admin} enabled the account of ${user.email}`);
  await expect(rows.nth(2)).toContainText(`${admin} disabled the account of ${user.email}`);
  await expect(rows.nth(1).getByRole('link', { name: user.email })).toHaveAttribute(
    'href',
    `/admin/users/${session.user.id}`,
  );
  await expect(rows.filter({ hasText: 'subscription status past due' })).toContainText(
    `${admin} changed the account of ${user.email}`,
  );
  await expect(rows.nth(1)).toContainText('127.0.0.1');
  await page
    .getByRole('button', { name: `Only what was done to ${user.email} (remove this filter)` })
    .click();
  await expect(page).toHaveURL('/admin/audit');
  await expect(rows.filter({ hasText: 'exported the accounts found by' }).first()).toContainText(word);
  const { height = 0 } = (await rows.nth(1).boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(45);
  await rows.nth(1).getByRole('button', { name: 'Show only what is like' }).press('Enter');
  await page.getByRole('menuitem', { name: `Only what ${admin} did` }).press('Enter');
  await expect(page.getByRole('region', { name: 'Actions' })).toBeFocused();
  await expect(page.getByText(`Only by ${admin}`)).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  expectConsole(/status of 400/);
  await page.goto('/admin/audit?subject=0198c0de-0000-7000-8000-000000000000');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  const held = await holdRequests(page, AUDIT);
  await page.reload();
  await expect(page.getByText('Loading the audit…')).toBeAttached();
  await held.release();
  await page.unroute(AUDIT);
  await blockEvents(page);
  await failRequests(page, AUDIT, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load the audit.');
  await page.unroute(AUDIT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing matches.')).toBeVisible();
});

test('a demotion takes effect at once, and the last admin can’t be demoted', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(/status of 4(01|03|04|09)/);
  const helper = newTestUser('helper');
  const session = await createAccount(product, helper);
  const client = await createAccount(product, newTestUser());
  const project = await submitProject(product, client, { company: 'Sample Bakery' });
  const owner = await signInAsOwner(page, product);
  await page.goto(`/admin/users?q=${helper.username}`);
  const held = await holdRequests(page, USER);
  await page.getByRole('link', { name: helper.email }).click();
  await expect(page.getByText('Loading the user…')).toBeAttached();
  await held.release();
  await expect(page.getByText('They haven’t started a brief yet.')).toBeVisible();
  await blockEvents(page);
  await failRequests(page, USER, 409, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load the user.');
  await page.unroute(USER);
  await page.getByRole('button', { name: 'Try again' }).click();
  await confirm(page, 'Make admin', 'Make admin');
  await expect(page.getByRole('button', { name: 'Make client' })).toBeVisible();

  const context = await browser.newContext({ baseURL: product.origin });
  const theirs = await context.newPage();
  await openAs(theirs, session);
  const listens = theirs.waitForResponse(STREAM);
  await theirs.goto(`/admin/users?q=${owner.email}`);
  await listens;
  // This tab shares the stream and shows a client's portal only because of the admin role.
  const beside = await context.newPage();
  await beside.goto(`/client-portal/${project.id}`);
  await expect(beside.getByRole('heading', { name: 'Sample Bakery' })).toBeVisible();
  await expect(theirs.getByRole('row', { name: owner.email })).toBeVisible();
  await confirm(page, 'Make client', 'Make client');
  await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible();
  // The event alone empties their pages.
  await theirs.waitForURL('**/forbidden');
  await expect(theirs.getByText(owner.email)).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await expect(beside.getByText('Not found.', { exact: true })).toBeVisible();
  await expect(beside.getByText('Sample Bakery')).toHaveCount(0);
  await beside.close();

  // Without a stream, the page's next request is refused and ends it too.
  await confirm(page, 'Make admin', 'Make admin');
  await expect(page.getByRole('button', { name: 'Make client' })).toBeVisible();
  await blockEvents(theirs);
  await theirs.goto(`/admin/users?q=${owner.email}`);
  await expect(theirs.getByRole('row', { name: owner.email })).toBeVisible();
  await confirm(page, 'Make client', 'Make client');
  await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible();
  await theirs.getByRole('searchbox', { name: 'Search users' }).fill('anybody');
  await theirs.waitForURL('**/forbidden');

  // The pages of a disabled account end at /login and keep no session.
  await theirs.unrouteAll({ behavior: 'ignoreErrors' });
  const listensAgain = theirs.waitForResponse(STREAM);
  await theirs.goto('/profile');
  await listensAgain;
  await confirm(page, 'Disable account', 'Disable account');
  await theirs.waitForURL('**/login');
  expect(await theirs.evaluate(() => localStorage.getItem('studio-auth-embedded'))).toBeNull();
  await context.close();

  await page.goto(`/admin/users?q=${owner.email}`);
  await page.getByRole('link', { name: owner.email }).click();
  const question = await ask(page, 'Make client', 'Make client');
  await expect(question.getByRole('alert')).toContainText('This is the last admin.');
  await expectAccessibleInBothThemes(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Make client' })).toBeVisible();
  await page.goto('/admin/users/0198c0de-0000-7000-8000-000000000000');
  await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
});
