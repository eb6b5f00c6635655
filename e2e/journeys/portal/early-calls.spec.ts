import type { Page } from '@playwright/test';
import { PHONE } from '../../harness/page.ts';
import { sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import {
  createAccount,
  newAuthClient,
  newTestUser,
  openAs,
  ownerSession,
  storeSession,
} from '../../harness/users.ts';

interface Left extends Window {
  /** The addresses of early calls that no screen had taken when they ended. */
  left?: string[];
}

interface Seen extends Window {
  /** Whether the first account's project was on the page at any time. */
  hasShownFirst?: boolean;
}

/** Opens screens and says what each requested. The stream of live events stays unanswered: it may ask again. */
async function watchRequests(page: Page) {
  let requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.isNavigationRequest()) requests = [];
    requests.push(`${request.method()} ${pathname}${search}`);
  });
  await page.route('**/api/events**', () => {});
  await page.addInitScript(() => {
    let calls: { replies: Map<string, unknown> } | undefined;
    Object.defineProperty(window, 'earlyCalls', {
      get: () => calls,
      set: (next: typeof calls) => {
        if (!next) (window as Left).left = [...(calls?.replies.keys() ?? [])];
        calls = next;
      },
    });
  });
  return async (path: string, shows: string) => {
    // The screen before is left first: a late call of its own would count as this one's.
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(shows);
    const left = () => page.evaluate(() => (window as Left).left);
    await expect.poll(left, `early calls that ${path} didn’t make`).toEqual([]);
    return requests;
  };
}

const isCall = (request: string) => / \/api\/(?!events)/.test(request);

test('a client’s screens make each call once, and begin before their code is requested', {
  tag: '@chromium',
}, async ({ page, product }) => {
  const client = await createAccount(product, newTestUser());
  const { id } = await submitProject(product, client, { company: 'Sample Bakery' });
  await page.setViewportSize(PHONE);
  await openAs(page, client);
  const open = await watchRequests(page);
  const project = `/client-portal/${id}`;
  for (const [path, shows] of [
    ['/client-portal', 'Sample Bakery'],
    [project, 'Sell bread'],
    [`${project}?tab=contract`, 'No contract yet'],
    [`${project}?tab=milestones`, 'Milestones'],
    [`${project}?tab=feedback`, 'Ask a question'],
    [`${project}?tab=files`, 'No deliverables yet'],
    [`${project}?tab=invoices`, 'No invoices yet'],
    [`${project}?tab=activity`, 'Everything so far'],
    ['/profile', client.user.email ?? ''],
    ['/start', 'Step 1 of'],
  ] as const) {
    const requests = await open(path, shows);
    const calls = requests.filter(isCall);
    expect(new Set(calls).size, `${path}: ${calls.join(', ')}`).toBe(calls.length);
    const code = requests.findIndex((request) => /\/assets\/screens-/.test(request));
    expect(requests.findIndex(isCall), `${path}: ${requests.join(', ')}`).toBeLessThan(code);
  }
  // What the header knows of projects, it has from the list that the screen shows.
  const calls = (await open('/client-portal', 'Sample Bakery')).filter(isCall);
  expect(calls.filter((call) => call.includes('/onboarding/list'))).toHaveLength(1);
});

test('the studio’s screens make each call once', async ({ page, product }) => {
  const [client, studio] = [await createAccount(product, newTestUser()), await ownerSession(product)];
  const { id } = await submitProject(product, client, { company: 'Sample Bakery' });
  await sendEnquiry(product);
  await openAs(page, studio);
  const open = await watchRequests(page);
  const project = `/admin/portal/${id}`;
  for (const [path, shows] of [
    ['/admin', 'Vera Visitor'],
    ['/admin/contact', 'Vera Visitor'],
    ['/admin/projects', 'Sample Bakery'],
    [project, 'Sell bread'],
    [`${project}?tab=contract`, 'Draft'],
    [`${project}?tab=milestones`, 'Add'],
    [`${project}?tab=feedback`, 'Your message'],
    [`${project}?tab=files`, 'No deliverables yet'],
    [`${project}?tab=invoices`, 'No invoices yet'],
    [`${project}?tab=activity`, 'Everything so far'],
    [`${project}/as-client`, 'Sell bread'],
    [`${project}/as-client?tab=milestones`, 'Milestones'],
    [`${project}/as-client?tab=feedback`, 'Only this project’s client'],
    [`${project}/as-client?tab=files`, 'No deliverables yet'],
    [`${project}/as-client?tab=invoices`, 'No invoices yet'],
    [`${project}/as-client?tab=activity`, 'Everything so far'],
    ['/admin/users', client.user.email ?? ''],
    [`/admin/users/${client.user.id}`, 'Sample Bakery'],
    ['/admin/audit', 'Audit'],
    ['/admin/health', 'Unsent emails'],
    // Of other tests' projects there may be some.
    ['/admin/contracts', 'Who accepted what'],
    ['/admin/money', 'Outstanding'],
  ] as const) {
    const calls = (await open(path, shows)).filter(isCall);
    expect(new Set(calls).size, `${path}: ${calls.join(', ')}`).toBe(calls.length);
  }
});

test('a token that is over makes no early call, and the next one makes each call once', async ({
  page,
  product,
}) => {
  const client = await createAccount(product, newTestUser());
  await submitProject(product, client, { company: 'Sample Bakery' });
  await openAs(page, { ...client, expires_at: Math.floor(Date.now() / 1_000) - 60 });
  const tokens: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (isCall(`GET ${new URL(request.url()).pathname}`)) tokens.push(request.headers().authorization);
  });
  await page.goto('/client-portal');
  await expect(page.getByRole('main')).toContainText('Sample Bakery');
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens).not.toContain(`Bearer ${client.access_token}`);
});

test('a visitor without a session is sent to the sign-in, and nothing is called', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isCall(`GET ${new URL(request.url()).pathname}`)) calls.push(request.url());
  });
  await page.goto('/client-portal');
  await expect(page).toHaveURL(/\/login$/);
  expect(calls).toEqual([]);
});

test('security: another account that signs in while the code arrives sees its own projects alone', async ({
  page,
  product,
}) => {
  const [first, second] = [
    await createAccount(product, newTestUser('first')),
    await createAccount(product, newTestUser('second')),
  ];
  await submitProject(product, first, { company: 'Sample Bakery' });
  await submitProject(product, second, { company: 'Sample Pottery' });
  await openAs(page, first);
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes('Sample Bakery')) (window as Seen).hasShownFirst = true;
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/client-portal', { waitUntil: 'commit' });
  await page.waitForFunction(() => 'earlyCalls' in window);
  await storeSession(page, second);
  code.resolve();
  await expect(page.getByRole('main')).toContainText('Sample Pottery');
  expect(await page.evaluate(() => (window as Seen).hasShownFirst)).toBeUndefined();
});

test('a session that was ended elsewhere leads to the sign-in', async ({ page, product, expectConsole }) => {
  expectConsole(/status of (400|401|403)/);
  const client = await createAccount(product, newTestUser());
  await openAs(page, client);
  await newAuthClient(product).admin.signOut(client.access_token, 'global');
  await page.goto('/client-portal');
  await expect(page).toHaveURL(/\/login$/);
});
