import { newWord, submitProject } from '../../harness/fill.ts';
import { hush, stopClock, tickUntilVisible } from '../../harness/look.ts';
import { createAccount, newPerson, signInAsOwner } from '../../harness/people.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';

test.describe('a list that fails', () => {
  test.beforeEach(async ({ page, product, expectConsole }) => {
    expectConsole(/status of 500/);
    await signInAsOwner(page, product);
    await hush(page);
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
    // What is older than 15 s is asked for again when one comes back to the page.
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
  // A stream tells of what happened in the last seconds too, as before this page: here of nothing that did.
  await page.route('**/api/events**', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('missed', '0');
    return route.continue({ url: url.href });
  });
  // The first stream of a process begins with asking for everything.
  const streams = page.waitForResponse('**/api/events**');
  await page.goto('/admin/projects');
  await streams;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/admin/projects') asked.push(request.url());
  });
  const stream = page.waitForResponse('**/api/events**');
  await page.reload();
  await stream;
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  const company = `Once ${newWord()}`;
  await submitProject(product, await createAccount(product, newPerson()), { company });
  await expect(page.getByText(company).first()).toBeVisible();
  expect(asked).toHaveLength(2);
});
