import { expect, test } from '../../harness/test.ts';
import { invitationLink, newTestUser, resetLink, signedInClient } from '../../harness/users.ts';

test('focus moves to the content that replaces a pressed button on every email link page', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  // Made-up links are refused, and a page without a session requests one.
  expectConsole(/Failed to load resource: the server responded with a status of 4\d\d/);
  const press = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const focused = page.locator(':focus');

  await page.goto(await invitationLink(product, newTestUser('invited').email));
  await press('Accept the invitation');
  await expect(focused).toContainText('Choose a username and a password');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Username')).toBeFocused();

  const other = await browser.newContext({ baseURL: product.origin });
  const { email } = await signedInClient(await other.newPage(), product);
  await other.close();
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.goto(await resetLink(product, email));
  await press('Choose a new password');
  await expect(focused).toContainText(email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('New password')).toBeFocused();

  await page.goto('/auth/email-change?token_hash=made-up&type=email_change');
  await press('Confirm the change');
  await expect(focused).toContainText('Email link is invalid or has expired. Each link works once');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Back to profile' })).toBeFocused();

  await page.goto('/auth/callback?token_hash=made-up&type=email');
  await press('Confirm my address');
  await expect(focused).toContainText('Something went wrong. Please log in.');
});
