import { blockEvents, stopClock, tickUntilVisible } from '../../harness/page.ts';
import { newWord, submitProject } from '../../harness/seed.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';
import { createAccount, newTestUser, signInAsOwner } from '../../harness/users.ts';

test.describe('a list that fails', () => {
  test.beforeEach(async ({ page, product, expectConsole }) => {
    expectConsole(/status of 500/);
    await signInAsOwner(page, product);
    await blockEvents(page);
    await stopClock(page);
  });

  test('shows the error within a second and retries with a countdown', async ({ page }) => {
    let answers = 0;
    await page.route('**/api/admin/users**', async (route) => {
      answers += 1;
      if (answers === 1)
        await route.fulfill({
          status: 500,
          json: { error: 'Broken.', message: 'Broken.', code: 'internal' },
        });
      else await route.fallback();
    });
    await page.goto('/admin/users');
    const failure = page.getByRole('alert').filter({ hasText: 'Broken.' });
    await tickUntilVisible(page, failure);
    expect(answers).toBe(1);
    await expect(failure).toContainText(/Trying again in \d s/);
    await page.clock.resume();
    await expectAccessible(page);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(failure).toBeHidden();
  });

  test('retries after every failure while its rows stay visible', async ({ page }) => {
    let failures = 2;
    await page.goto('/admin/users');
    await tickUntilVisible(page, page.getByRole('table'));
    await page.route('**/api/admin/users**', async (route) => {
      if (failures-- > 0) await route.fulfill({ status: 500, json: { error: 'Broken.' } });
      else await route.fallback();
    });
    const failure = page.getByRole('alert').filter({ hasText: 'Broken.' });
    // Returning to the page refetches data older than 15 s.
    await page.clock.runFor(16_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await tickUntilVisible(page, failure.getByText(/Trying again in \d s/));
    await expect(page.getByRole('table')).toBeVisible();
    await page.clock.runFor(6_000);
    await tickUntilVisible(page, failure.getByText(/Trying again in \d s/));
    expect(failures).toBe(0);
    await page.clock.runFor(6_000);
    await expect.poll(() => page.clock.runFor(100).then(() => failure.isVisible())).toBe(false);
  });
});

test('a list is requested once when its page loads and once more for an event', async ({ page, product }) => {
  await signInAsOwner(page, product);
  // A stream also delivers the events of the last seconds, from before this page: here there are none.
  await page.route('**/api/events**', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('missed', '0');
    return route.continue({ url: url.href });
  });
  // The first stream of a process starts with a refetch of everything.
  const streams = page.waitForResponse('**/api/events**');
  await page.goto('/admin/projects');
  await streams;
  // That page is left first: a late request of its own would count as the next one's.
  await page.goto('about:blank');
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/admin/projects') requested.push(request.url());
  });
  const stream = page.waitForResponse('**/api/events**');
  await page.goto('/admin/projects');
  await stream;
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect.poll(() => requested.length).toBe(1);
  const company = `Once ${newWord()}`;
  await submitProject(product, await createAccount(product, newTestUser()), { company });
  await expect(page.getByText(company).first()).toBeVisible();
  expect(requested).toHaveLength(2);
});
