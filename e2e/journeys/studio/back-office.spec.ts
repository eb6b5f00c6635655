import { api } from '@atelier/domain/api.ts';
import { AUDIT_PAGE_SIZE } from '@atelier/domain/audit/schema.ts';
import type { Session } from '@supabase/auth-js';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
  pressByKeyboard,
} from '../../harness/page.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { callAs, sendEnquiry } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import {
  createAccount,
  newAuthClient,
  newTestUser,
  openAs,
  signInAsOwner,
  type TestUser,
} from '../../harness/users.ts';

const USERS = /\/api\/admin\/users\?/;

test.describe('a new studio', () => {
  test('shows an empty state on every screen, then the first and 21st entry', async ({ page }) => {
    const product = await startProduct({ AUTH_AUTOCONFIRM: 'on' });
    try {
      const owner = await signUpAt(product, { ...newTestUser('owner'), email: product.ownerEmail });
      await openAs(page, owner, product.origin);
      await page.goto(`${product.origin}/admin`);
      const goTo = (name: string) =>
        page.getByRole('complementary', { name: 'Admin area' }).getByRole('link', { name }).click();
      await expect(page.getByText('Nothing needs you.', { exact: true })).toBeVisible();
      await expect(page.getByText('Nothing to plot yet.')).toHaveCount(4);
      await expectAccessibleInBothThemes(page);
      // An empty list looks the same when a filter matches nothing, which other journeys check.
      await goTo('Contact');
      await expect(page.getByText('No contacts found.')).toBeVisible();
      await expect(page.getByText('0 contact(s)')).toBeVisible();
      await expect(page.getByText('Select a message to view details')).toBeVisible();
      await goTo('Projects');
      await expect(page.getByText('No projects.')).toBeVisible();
      await expect(page.getByText('Page 1 of 1 • 0 total')).toBeVisible();
      await page.getByRole('radio', { name: 'Board' }).click();
      await expect(page.getByText('Work in progress appears here')).toBeVisible();
      await expect(page.getByText('No projects.')).toBeVisible();
      await goTo('Audit');
      await expect(page.getByText('Nothing yet.')).toBeVisible();
      await goTo('Users');
      await expect(page.getByRole('row', { name: product.ownerEmail })).toContainText('Admin');
      await expect(page.getByText('Page 1 of 1 • 1 total')).toBeVisible();
      await page.route(USERS, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }));
      await page.reload();
      await expect(page.getByText('No users yet.')).toBeVisible();
      await page.unroute(USERS);

      await Promise.all(Array.from({ length: 20 }, () => signUpAt(product, newTestUser())));
      await page.reload();
      await expect(page.getByText('Page 1 of 2 • 21 total')).toBeVisible();
      await pressByKeyboard(page, page.getByRole('button', { name: 'Next' }));
      await expect(page.getByText('Page 2 of 2 • 21 total')).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(page.getByRole('row', { name: product.ownerEmail })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
      await page.setViewportSize(PHONE);
      await expectNoSidewaysScroll(page);

      await sendEnquiry(product);
      const { items } = await callAs(product, owner, api.listEnquiries);
      const params = { id: items[0]?.id ?? '' };
      for (let times = 0; times <= AUDIT_PAGE_SIZE; times += 1) {
        const body = { status: times % 2 === 0 ? 'read' : 'archived' };
        await callAs(product, owner, api.setEnquiryStatus, { params, body });
      }
      await page.goto(`${product.origin}/admin/contact`);
      await expect(page.getByText('1 contact(s)')).toBeVisible();
      await page.goto(`${product.origin}/admin/audit`);
      const actions = page.getByRole('region', { name: 'Actions' }).getByRole('row');
      await expect(actions).toHaveCount(1 + AUDIT_PAGE_SIZE);
      await page.getByRole('button', { name: 'Show older' }).press('Enter');
      await expect(actions).toHaveCount(2 + AUDIT_PAGE_SIZE);
      await expect(page.getByRole('button', { name: 'Show older' })).toBeHidden();
    } finally {
      // A page left open would keep calling the stopped product.
      await page.close();
      await product.stop();
    }
  });
});

/** Signs up where addresses are confirmed automatically; the first call creates the product's record. */
async function signUpAt(product: Product, { email, password, username }: TestUser): Promise<Session> {
  const { data, error } = await newAuthClient(product).signUp({
    email,
    password,
    options: { data: { username } },
  });
  if (error || !data.session) throw error ?? new Error(`${email} got no session.`);
  await callAs(product, data.session, api.getMe);
  return data.session;
}

test.describe('access to the back office', () => {
  test('sends a client to /forbidden, whose links lead back', async ({ page, product, expectConsole }) => {
    expectConsole(/status of 403/);
    await openAs(page, await createAccount(product, newTestUser()));
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const path of ['/admin', '/admin/projects', '/admin/users', '/admin/contact', '/admin/portal/x']) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.waitForURL('**/forbidden');
      await expect(page.getByText('You don’t have access to this page.')).toBeVisible();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.waitForURL('**/profile');
      await expect(page.getByText('You don’t have access to this page.')).toBeHidden();
    }
    await page.goto('/admin');
    await page.waitForURL('**/forbidden');
    await page.getByRole('link', { name: 'Go Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }),
    ).toBeHidden();
  });

  test('shows that the role is being verified', async ({ page, product, expectConsole }) => {
    expectConsole(/status of 403/);
    await openAs(page, await createAccount(product, newTestUser()));
    const code = await holdRequests(page, /\/assets\/[^/]*\.js$/);
    const held = await holdRequests(page, /\/api\/admin\/ping$/);
    await page.goto('/admin', { waitUntil: 'commit' });
    await expect(page.getByText('Loading…', { exact: true })).toBeVisible();
    await code.release();
    await expect(page.getByText('Verifying admin…')).toBeVisible();
    await held.release();
    await page.waitForURL('**/forbidden');
  });

  test('asks a signed-out visitor to sign in before it opens a list', async ({ page, product }) => {
    await page.goto('/admin/contact?status=new');
    await page.waitForURL('**/login');
    await signInAsOwner(page, product);
    await page.goto('/admin/contact?status=new');
    await expect(page.getByRole('radio', { name: 'New' })).toBeChecked();
  });

  test('shows the server’s refusal instead of the screen', async ({ page, product, expectConsole }) => {
    expectConsole(/status of 40[34]/);
    await signInAsOwner(page, product);
    for (const [path, call] of [
      ['/admin/users', USERS],
      ['/admin/portal/0198c0de-0000-7000-8000-000000000000', /\/api\/admin\/projects\/[^/?]+$/],
    ] as const) {
      await failRequests(page, call, 403, 'Only admins may do this.');
      await page.goto(path);
      await expect(page.getByText('Admins only.', { exact: true })).toBeVisible();
      await page.unroute(call);
    }
    for (const id of ['0198c0de-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/admin/portal/${id}`);
      await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
    }
  });
});

test.describe('the back office frame', () => {
  test('collapses the sidebar and remembers it', async ({ page, product }) => {
    await signInAsOwner(page, product);
    await page.goto('/admin');
    const sidebar = page.getByRole('complementary', { name: 'Admin area' });
    const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(width).toBe(256);
    await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(width).toBe(64);
    expect(await page.evaluate(() => localStorage.getItem('adminSidebarCollapsed'))).toBe('1');
    await page.reload();
    await expect(sidebar.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
    await expect.poll(width).toBe(64);
    await expectAccessibleInBothThemes(page);
    for (const name of ['Projects', 'Users', 'Contact', 'Overview']) {
      await sidebar.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(sidebar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    await sidebar.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect.poll(width).toBe(256);
    expect(await page.evaluate(() => localStorage.getItem('adminSidebarCollapsed'))).toBe('0');
  });

  test('has an account menu, and one place called Contact', async ({ page, product }) => {
    await signInAsOwner(page, product);
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: 'Contact' })).toHaveCount(1);
    for (const name of ['Start Project', 'Profile']) {
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    }
    const opener = page.getByRole('button', { name: 'Account menu' });
    const menu = page.getByRole('menu', { name: 'Account menu' });
    await pressByKeyboard(page, opener);
    await expect(menu).toContainText(product.ownerEmail);
    await expectAccessibleInBothThemes(page);
    await menu.getByRole('menuitemradio', { name: 'Dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await menu.getByRole('menuitemradio', { name: 'Theme of the device' }).click();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await page.setViewportSize(PHONE);
    await opener.click();
    await expect(menu).toBeVisible();
    await expectNoSidewaysScroll(page);
    await menu.getByRole('menuitem', { name: 'Public site' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/admin');
    await opener.click();
    await menu.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await page.goto('/admin');
    await opener.click();
    await menu.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
  });

  test('leads an owner without projects from the client portal to the projects', async ({
    page,
    product,
  }) => {
    await signInAsOwner(page, product);
    await page.goto('/client-portal');
    await expect(page.getByText('No submissions yet.')).toBeVisible();
    await page.getByRole('link', { name: 'All projects' }).click();
    await expect(page).toHaveURL('/admin/projects');
  });

  test('shows the links in a drawer on a phone', async ({ page, product }) => {
    await page.setViewportSize(PHONE);
    await signInAsOwner(page, product);
    await page.goto('/admin');
    await expect(page.getByRole('complementary', { name: 'Admin area' })).toBeHidden();
    const opener = page.getByRole('button', { name: 'Admin menu' });
    await opener.click();
    const drawer = page.getByRole('dialog', { name: 'Admin' });
    await expect(drawer).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();
    for (const name of ['Projects', 'Users', 'Contact', 'Overview']) {
      await opener.click();
      await drawer.getByRole('link', { name }).click();
      await expect(drawer).toBeHidden();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.locator('main')).toBeFocused();
      await expectNoSidewaysScroll(page);
    }
  });
});
