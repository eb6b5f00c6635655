import { type Product, startProduct } from '../../harness/product.ts';
import { test as base, expect, REFUSED } from '../../harness/test.ts';
import { confirmationLink, followLink, newTestUser, signIn, signUp } from '../../harness/users.ts';

/** A studio that authenticates at another product, on another origin. */
const test = base.extend<Record<never, never>, { studio: Product }>({
  studio: [
    async ({ product }, use) => {
      const studio = await startProduct({
        AUTH_URL: `${product.origin}/auth/v1`,
        AUTH_API_KEY: 'sb_publishable_journey',
      });
      await use(studio);
      await studio.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ studio }, use) => {
    await use(studio.origin);
  },
});

test('a client signs up, confirms, signs in and signs out at an external provider', async ({
  page,
  product,
  studio,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('abroad');
  const requested: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/auth/v1')) requested.push(url);
  });
  await signUp(page, user);
  // The provider's cookie stays on its own origin, so its page asks for the password.
  await followLink(page, await confirmationLink(product, user.email), user.password);
  await page.waitForURL(`${studio.origin}/profile`);
  await expect(page.getByText(user.username).first()).toBeVisible();

  // The session has its own storage key per provider and survives a reload.
  const keys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^studio-auth-\w+$/.test(key)),
  );
  expect(keys).toEqual([expect.stringMatching(/^studio-auth-[0-9a-f]{12}$/)]);
  await page.reload();
  await expect(page.getByText(user.email).first()).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL((url) => url.pathname !== '/profile');

  // A refusal is identified by its code, which another origin can read only where the header is exposed.
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await signIn(page, user);
  await expect(page.getByText(user.username).first()).toBeVisible();

  expect([...new Set(requested.map(({ origin }) => origin))]).toEqual([product.origin]);
  const own = await page.request.get('/auth/v1/user');
  expect([own.status(), (await own.json()).code]).toEqual([404, 'not_found']);
});
