import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';
import { invitationLink, newTestUser, signIn } from '../../harness/users.ts';

test('an invited person sets up an account and is signed in', async ({ page, product, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser('invited');
  const link = await invitationLink(product, user.email);
  await page.goto(link);
  await expect(page.getByText(`as ${user.email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText(user.email)).toBeVisible();
  // The link's secrets aren't in the history, and a reload continues with the session.
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/auth/invite`);
  await page.reload();
  await expect(page.getByText(user.email)).toBeVisible();
  // A password manager stores the password with the address used to sign in.
  await expect(page.locator('[autocomplete=username]')).toHaveValue(user.email);
  await expectAccessible(page);
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByLabel('Confirm password').fill(user.password);
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByText(user.username).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await signIn(page, user);

  // A used link shows that it was used.
  await page.goto(link);
  await page.waitForURL('**/auth/invite*');
  await expect(page.getByText(/Email link is invalid or has expired\./)).toBeVisible();
});
