import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/test.ts';
import { signInAsOwner } from '../../harness/users.ts';

test.beforeEach(async ({ page, product }) => {
  await signInAsOwner(page, product);
});

/** The page's requests of its list from here on. */
function watchList(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/projects') requested.push(request.url());
  });
  return requested;
}

test('a page requests everything again when the call for its stream was long on its way', async ({
  page,
}) => {
  await page.clock.install();
  // The first stream of a process starts with a refetch of everything.
  const first = page.waitForResponse('**/api/events**');
  await page.goto('/admin/projects');
  await first;
  // That page is left first: a late request of its own would count as the next one's.
  await page.goto('about:blank');
  const requested = watchList(page);
  await page.route('**/api/events**', async (route) => {
    await page.clock.fastForward(6_000);
    const url = new URL(route.request().url());
    url.searchParams.set('missed', '0');
    await route.continue({ url: url.href });
  });
  await page.goto('/admin/projects');
  await expect.poll(() => requested.length).toBe(2);
});

test('a page goes on from the place to which its stream came', async ({ page }) => {
  const requested = watchList(page);
  const asked: URLSearchParams[] = [];
  await page.route('**/api/events**', (route) => {
    asked.push(new URL(route.request().url()).searchParams);
    const body = 'id: elsewhere-7\n\n';
    return asked.length === 1 ? route.fulfill({ contentType: 'text/event-stream', body }) : route.continue();
  });
  await page.goto('/admin/projects');
  await expect.poll(() => asked.length).toBe(2);
  expect([asked[0]?.has('missed'), asked[1]?.get('after')]).toEqual([true, 'elsewhere-7']);
  // The process doesn't know the place, so that the page requests everything.
  await expect.poll(() => requested.length).toBe(2);
});
