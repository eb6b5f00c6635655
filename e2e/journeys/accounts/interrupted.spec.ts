import { layoutShifts } from '../../harness/look.ts';
import { createAccount, newPerson, openAs, signIn, submitSignIn } from '../../harness/people.ts';
import type { Product } from '../../harness/product.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { expectSaved, fillBusiness, goNext, openWizard } from '../../harness/wizard.ts';

/** Changes a user at the provider, as a service may. */
async function changeUser(product: Product, id: string, change: object): Promise<void> {
  const token = await product.studio('service-token', '1');
  const reply = await fetch(`${product.origin}/auth/v1/admin/users/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(reply.status).toBe(200);
}

test('text typed into the wizard survives a sign-out in another tab', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const person = newPerson('typing');
  await openWizard(page, await createAccount(product, person));
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
  await submitSignIn(page, person);
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
  const person = newPerson('typing');
  const session = await createAccount(product, person);
  // A session of a program, which has no browser to name.
  await openAs(page, session);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit username' }).click();
  await page.getByLabel('Username').fill('another_name');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('new@people.example');

  const context = await browser.newContext({ baseURL: product.origin });
  const other = await context.newPage();
  await signIn(other, person);
  await other.getByRole('button', { name: 'Sign out Unknown device' }).click();
  await expect(other.getByText('Unknown device')).toBeHidden();
  await context.close();

  await page.getByRole('button', { name: 'Send confirmation links' }).click();
  await page.waitForURL('**/login');
  const why = page.getByText('Your session has ended. Sign in to pick up where you left off.');
  await expect(why).toBeVisible();
  // Reloaded, the page says so again, and nothing on it moves to make room.
  await page.reload();
  await expect(why).toBeVisible();
  expect(Math.max(0, ...(await layoutShifts(page)))).toBeLessThan(0.005);
  await submitSignIn(page, person);
  await page.waitForURL('**/profile');
  await expect(page.getByLabel('Username')).toHaveValue('another_name');
  await expect(page.getByLabel('New email')).toHaveValue('new@people.example');
  // What is given up is forgotten.
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
  const person = newPerson('banned');
  const session = await createAccount(product, person);
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
  await submitSignIn(page, person);
  await expect(page.getByRole('alert')).toHaveText('User is banned');
  await contact.reload();
  await expect(contact.getByLabel('Your question')).toHaveValue('Why can I not sign in?');

  await changeUser(product, session.user.id, { ban_duration: 'none' });
  await submitSignIn(page, person);
  await page.waitForURL('**/start?*');
  await expect(page.getByLabel('Company')).toHaveValue('Written while closed');
});
