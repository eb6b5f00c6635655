import { DatabaseSync } from 'node:sqlite';
import { blockEvents, layoutShifts } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, signIn, submitSignIn } from '../../harness/users.ts';
import { expectSaved, fillBusiness, goNext, openWizard } from '../../harness/wizard.ts';

/** Changes a user at the provider with a service token. */
async function changeUser(product: Product, id: string, change: object): Promise<void> {
  const token = await product.studio('service-token', '1');
  const reply = await fetch(`${product.origin}/auth/v1/admin/users/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(reply.status).toBe(200);
}

/** Backdates a user's sessions by so many days, as if no browser had used them since. */
function ageSessions({ dataDir }: Product, userId: string, days: number): void {
  const database = new DatabaseSync(`${dataDir}/atelier.sqlite`, { timeout: 30_000 });
  const begun = new Date(Date.now() - days * 86_400_000).toISOString();
  const statement = database.prepare('update auth_sessions set created_at = ? where user_id = ?');
  expect(statement.run(begun, userId).changes).toBe(1);
  database.close();
}

test('wizard text survives a session that is over because nobody used it for a month', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('month');
  const session = await createAccount(product, user);
  await openWizard(page, session);
  await goNext(page, 2);
  await fillBusiness(page, 'Ada Sample');
  await expectSaved(page);
  ageSessions(product, session.user.id, 30);
  await page.getByLabel('Company').fill('Half a name');
  await page.waitForURL('**/login');
  await expect(
    page.getByText('Your session has ended. Sign in to pick up where you left off.'),
  ).toBeVisible();
  await submitSignIn(page, user);
  await page.waitForURL('**/start?*');
  await expect(page.getByLabel('Company')).toHaveValue('Half a name');
  await expect(page.getByLabel('Primary contact')).toHaveValue('Ada Sample');
});

test('wizard text survives a sign-out in another tab', async ({ page, context, product, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser('typing');
  await openWizard(page, await createAccount(product, user));
  await goNext(page, 2);
  await fillBusiness(page, 'Ada Sample');
  await expectSaved(page);
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Sign out', exact: true }).waitFor();

  await page.getByLabel('Company').fill('Half a name');
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await expect(
    page.getByText('Your session has ended. Sign in to pick up where you left off.'),
  ).toBeVisible();
  await submitSignIn(page, user);
  await page.waitForURL('**/start?*');
  await expect(page.getByLabel('Company')).toHaveValue('Half a name');
  await expect(page.getByLabel('Primary contact')).toHaveValue('Ada Sample');
});

test('text typed into the profile survives a session ended on another device', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('typing');
  const session = await createAccount(product, user);
  // A session created without a browser, so its device has no name.
  await openAs(page, session);
  // The stream of events would end with the session, and the page notice before its next call.
  await blockEvents(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit username' }).click();
  await page.getByLabel('Username').fill('another_name');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('new@people.example');

  const context = await browser.newContext({ baseURL: product.origin });
  const other = await context.newPage();
  await signIn(other, user);
  await other.getByRole('button', { name: 'Sign out Unknown device' }).click();
  await expect(other.getByText('Unknown device')).toBeHidden();
  await context.close();

  await page.getByRole('button', { name: 'Send confirmation links' }).click();
  await page.waitForURL('**/login');
  const why = page.getByText('Your session has ended. Sign in to pick up where you left off.');
  await expect(why).toBeVisible();
  // After a reload the page shows the reason again, without a layout shift.
  await page.reload();
  await expect(why).toBeVisible();
  expect(Math.max(0, ...(await layoutShifts(page)))).toBeLessThan(0.005);
  await submitSignIn(page, user);
  await page.waitForURL('**/profile');
  await expect(page.getByLabel('Username')).toHaveValue('another_name');
  await expect(page.getByLabel('New email')).toHaveValue('new@people.example');
  // Text that was cancelled isn't kept.
  await page.getByLabel('New email').press('Escape');
  await expect(page.getByLabel('New email')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Username')).toHaveValue('another_name');
  await expect(page.getByLabel('New email')).toBeHidden();
});

test('a client whose account is disabled is signed out at the next call and keeps what they typed', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('banned');
  const session = await createAccount(product, user);
  await openWizard(page, session);
  await goNext(page, 2);
  await fillBusiness(page, 'Ada Sample');
  await expectSaved(page);
  const contact = await context.newPage();
  await contact.goto('/contact');
  await contact.getByLabel('Your question').fill('Why can I not sign in?');
  await expect(contact.locator('html[data-live]')).toBeAttached();

  await changeUser(product, session.user.id, { ban_duration: '24h' });
  await page.getByLabel('Company').fill('Written while closed');
  await page.waitForURL('**/login');
  await expect(page.getByText(/Your account is disabled for now/)).toBeVisible();
  await submitSignIn(page, user);
  await expect(page.getByRole('alert')).toHaveText('User is banned');
  await contact.reload();
  await expect(contact.getByLabel('Your question')).toHaveValue('Why can I not sign in?');

  await changeUser(product, session.user.id, { ban_duration: 'none' });
  await submitSignIn(page, user);
  await page.waitForURL('**/start?*');
  await expect(page.getByLabel('Company')).toHaveValue('Written while closed');
});
