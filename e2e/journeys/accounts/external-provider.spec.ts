import { confirmationLink, followLink, newPerson, signIn, signUp } from '../../harness/people.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { test as base, expect, REFUSED } from '../../harness/test.ts';

/** A studio whose people sign in at another product, on another origin. */
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
  const person = newPerson('abroad');
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/auth/v1')) asked.push(url);
  });
  await signUp(page, person);
  // The provider's cookie stays on its own origin, so its page asks.
  await followLink(page, await confirmationLink(product, person.email), person.password);
  await page.waitForURL(`${studio.origin}/profile`);
  await expect(page.getByText(person.username).first()).toBeVisible();

  // The session is kept apart from that of any other provider, and lives on over a reload.
  const keys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^studio-auth-\w+$/.test(key)),
  );
  expect(keys).toEqual([expect.stringMatching(/^studio-auth-[0-9a-f]{12}$/)]);
  await page.reload();
  await expect(page.getByText(person.email).first()).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL((url) => url.pathname !== '/profile');

  // What went wrong is told by its code, which another origin shows only where it exposes the header.
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await signIn(page, person);
  await expect(page.getByText(person.username).first()).toBeVisible();

  expect([...new Set(asked.map(({ origin }) => origin))]).toEqual([product.origin]);
  const own = await page.request.get('/auth/v1/user');
  expect([own.status(), (await own.json()).code]).toEqual([404, 'not_found']);
});
