import { invitationLink, newPerson, signIn } from '../../harness/people.ts';
import { expect, expectAccessible, REFUSED, test } from '../../harness/test.ts';

test('an invited person chooses a username and password and is signed in', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const person = newPerson('invited');
  const link = await invitationLink(product, person.email);
  await page.goto(link);
  await expect(page.getByText(`as ${person.email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText(person.email)).toBeVisible();
  // What the link has brought is in nobody's history, and a reload goes on from the session.
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/auth/invite`);
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();
  // A password manager keeps the password beside what one signs in with.
  await expect(page.locator('[autocomplete=username]')).toHaveValue(person.email);
  await expectAccessible(page);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Open my account' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByText(person.username).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await signIn(page, person);

  // Used up, the link says so.
  await page.goto(link);
  await page.waitForURL('**/auth/invite*');
  await expect(page.getByText(/Email link is invalid or has expired\./)).toBeVisible();
});
