import type { Page } from '@playwright/test';
import { blockEvents } from '../../harness/page.ts';
import { sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

/** What comes with status 200 from another version of the server behind a balancer, or from a proxy. */
const ODD_REPLIES = [
  '{}',
  '[]',
  '{"items":[null]}',
  '<!doctype html><title>Hello</title><h1>It works!</h1>',
  '',
];

/** Answers each call of the screens at these addresses with each odd reply, and goes on from what the screen then says. */
async function tryOddReplies(
  page: Page,
  screens: readonly (readonly [path: string, call: RegExp, fallback: string, shows: string])[],
): Promise<void> {
  await blockEvents(page);
  for (const [path, call, fallback, shows] of screens) {
    // The list of users is a bare one, and an empty one as agreed.
    const odd = path === '/admin/users' ? ODD_REPLIES.filter((body) => body !== '[]') : ODD_REPLIES;
    for (const body of odd) {
      await page.route(call, (route) => route.fulfill({ body, contentType: 'application/json' }));
      await page.goto(path);
      const failure = page.getByRole('alert').filter({ hasText: fallback }).first();
      await expect(failure, `${path} of ${body}`).toBeVisible();
      await page.unroute(call);
      await failure.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('main'), `${path} after ${body}`).toContainText(shows);
      await expect(failure).toBeHidden();
    }
  }
}

test('a client’s screens offer to try again when a reply has another shape', async ({ page, product }) => {
  test.slow();
  const client = await createAccount(product, newTestUser());
  const { id } = await submitProject(product, client, { company: 'Sample Bakery' });
  await openAs(page, client);
  const project = `/client-portal/${id}`;
  await tryOddReplies(page, [
    ['/client-portal', /\/onboarding\/list\?/, 'Failed to load projects.', 'Sample Bakery'],
    [project, /\/api\/portal\/[\w-]{36}$/, 'Failed to load project.', 'Sell bread'],
    [`${project}?tab=contract`, /\/api\/.*\/contract$/, 'Failed to load contract.', 'No contract yet'],
    [`${project}?tab=milestones`, /\/milestones$/, 'Failed to load milestones.', 'No milestones yet'],
    [`${project}?tab=feedback`, /\/api\/.*\/messages\b/, 'Failed to load feedback.', 'Ask a question'],
    [`${project}?tab=files`, /\/files$/, 'Failed to load files.', 'No deliverables yet'],
    [`${project}?tab=invoices`, /\/invoices$/, 'Failed to load invoices.', 'No invoices yet'],
  ]);
});

test('the studio’s screens offer to try again when a reply has another shape', async ({ page, product }) => {
  test.slow();
  const [client, studio] = [await createAccount(product, newTestUser()), await ownerSession(product)];
  await submitProject(product, client, { company: 'Sample Bakery' });
  await sendEnquiry(product);
  await openAs(page, studio);
  await tryOddReplies(page, [
    ['/admin', /\/api\/admin\/overview\b/, 'Failed to load', 'Vera Visitor'],
    ['/admin/projects', /\/admin\/projects\?/, 'Failed to load projects.', 'Sample Bakery'],
    ['/admin/contact', /\/api\/contact\/contacts\b/, 'Failed to load contacts.', 'Vera Visitor'],
    ['/admin/users', /\/api\/admin\/users\b/, 'Failed to load users.', client.user.email ?? ''],
    ['/admin/money', /\/api\/admin\/money\b/, 'Failed to load', 'Overdue'],
  ]);
});

/** Every call that a screen makes by itself. */
const isRead = /\/api\/(?!events)/;

test('no odd reply of any single call blanks a screen', async ({ page, product }) => {
  test.slow();
  const [client, studio] = [await createAccount(product, newTestUser()), await ownerSession(product)];
  const { id } = await submitProject(product, client, { company: 'Sample Bakery' });
  await sendEnquiry(product);
  await openAs(page, studio);
  await blockEvents(page);
  const project = `/admin/portal/${id}`;
  const calls = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.method() === 'GET' && isRead.test(url.pathname)) calls.add(url.pathname);
  });
  for (const path of [
    '/admin',
    '/admin/calls',
    '/admin/money',
    '/admin/health',
    project,
    `${project}?tab=invoices`,
  ]) {
    calls.clear();
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(/\w/);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    for (const call of [...calls]) {
      const isCall = (url: URL) => url.pathname === call;
      await page.route(isCall, (route) => route.fulfill({ json: {} }));
      await page.goto(path);
      await expect(page.getByRole('banner'), `${path} without ${call}`).toBeVisible();
      await expect(page.getByRole('main'), `${path} without ${call}`).toContainText(/\w/);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await page.unroute(isCall);
    }
  }
});
