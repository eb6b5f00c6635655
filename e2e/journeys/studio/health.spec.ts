import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  PHONE,
} from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';
import {
  createAccount,
  newAuthClient,
  newTestUser,
  openAs,
  ownerSession,
  signInAsOwner,
} from '../../harness/users.ts';

const HEALTH = /\/api\/admin\/health(\?|$)/;
const MAILS = /\/api\/admin\/health\/mails$/;
/** Markup that must stay text, without a space at which it could wrap. */
const REFUSAL = `<img/src=x/onerror=alert(1)>-no-such-mailbox-${'at-all-'.repeat(30)}`;

test('the owner sees what was checked, and retries an email that was refused', async ({ page, product }) => {
  const user = newTestUser();
  const client = await createAccount(product, user);
  product.mail.refuse(user.email, REFUSAL);
  await newAuthClient(product).resetPasswordForEmail(user.email);
  await signInAsOwner(page, product);
  const navigation = page.getByRole('navigation', { name: 'Admin' });
  await page.goto('/admin');
  await navigation.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
  await expect(page.getByText(/responds, is up to date and has \d+ MB\./)).toBeVisible();
  await expect(page.getByText('PUBLIC_URL is this machine')).toBeVisible();
  const jobs = page.getByRole('table', { name: 'Recurring jobs' });
  await expect(jobs.getByRole('row', { name: /Deleted files/ })).toBeVisible();

  const row = page.getByRole('table', { name: 'Unsent emails' }).getByRole('row', { name: user.email });
  const again = page.getByRole('button', { name: 'Check again' });
  await expect(async () => {
    await again.click();
    await expect(row).toContainText(REFUSAL, { timeout: 2_000 });
  }).toPass();
  await expect(row).toContainText('Failed');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  product.mail.refuse(user.email);
  await row.getByRole('button', { name: /^Retry/ }).click();
  await expect(page.getByText('Retrying the email')).toBeVisible();
  await product.mail.nextMail(client.user.email ?? '', /Choose a new password/);
  // The product notes that it has left once the mail server has taken it.
  await expect(async () => {
    await again.click();
    await expect(row).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
});

test('a page that can’t be loaded says why, and an older one stays', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(/status of 503/);
  await openAs(page, await ownerSession(product));
  await blockEvents(page);
  await failRequests(page, HEALTH, 503, 'The checks are away.');
  await failRequests(page, MAILS, 503, 'The emails are away.');
  await page.goto('/admin/health');
  await expect(page.getByRole('alert').filter({ hasText: 'The checks are away.' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'The emails are away.' })).toBeVisible();
  await page.unroute(HEALTH);
  await page.unroute(MAILS);
  const database = page.getByText(/responds, is up to date/);
  await expect(database).toBeVisible();
  await failRequests(page, /\/api\/admin\/health\?refresh/, 503, 'The checks are away.');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The checks are away.' })).toBeVisible();
  await expect(database).toBeVisible();
});

test('a demoted admin who has the page open sees no more of it', async ({ page, product, expectConsole }) => {
  expectConsole(/status of 403/);
  const user = newTestUser();
  const session = await createAccount(product, user);
  await product.studio('owner', user.email);
  await openAs(page, session);
  await blockEvents(page);
  await page.goto('/admin/health');
  await expect(page.getByText(/responds, is up to date/)).toBeVisible();
  const { access_token } = await ownerSession(product);
  const demoted = await page.request.patch(`/api/admin/users/${session.user.id}`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: { role: 'client' },
  });
  expect(demoted.status()).toBe(200);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page.' })).toBeVisible();
  await expect(page.getByText(/responds, is up to date/)).toBeHidden();
});
