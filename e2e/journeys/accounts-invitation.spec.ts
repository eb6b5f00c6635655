import { followLink, newPerson, signIn } from '../harness/people.ts';
import { linkIn } from '../harness/smtp-sink.ts';
import { expect, expectAccessible, test } from '../harness/test.ts';

/** The browser's own note of a request that was refused. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

test('whoever is invited chooses a name and a password, and is in', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const person = newPerson('invited');
  const token = await product.studio('service-token', '1');
  const reply = await fetch(`${product.origin}/auth/v1/invite`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email }),
  });
  expect(reply.status).toBe(200);
  const link = linkIn(await product.mail.nextMail(person.email, /You are invited/), '/verify');
  await followLink(page, link);
  await page.waitForURL('**/auth/invite*');
  await expect(page.getByText(person.email)).toBeVisible();
  // What the link has brought is in nobody's history, and a reload goes on from the session.
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
  await expect(page.getByText(/expired or was used before/)).toBeVisible();
});
