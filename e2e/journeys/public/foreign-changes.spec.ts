import type { Page } from '@playwright/test';
import { type Change, changePages, stripComments, translatePages } from '../../harness/foreign.ts';
import { holdRequests, untilLive } from '../../harness/page.ts';
import { publicPaths } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser } from '../../harness/users.ts';

/** The first field of the page for an address: the footer has one at least. */
const firstField = (page: Page) => page.locator('#app input[type=email]:visible').first();

/** Types across the moment when the page comes alive: nothing is lost, and the field keeps the focus. */
async function expectTyped(page: Page, path: string): Promise<void> {
  const entry = await holdRequests(page, /\/assets\/entry\.client-/);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await firstField(page).focus();
  await page.keyboard.type('v');
  await entry.release();
  await expect(page.locator('html[data-live]')).toBeAttached();
  await page.keyboard.type('@x');
  await expect(firstField(page), path).toHaveValue('v@x');
  await expect(firstField(page), path).toBeFocused();
  await page.unroute(/\/assets\/entry\.client-/);
}

for (const change of ['icons', 'wrapped fields', 'text', 'style'] satisfies Change[]) {
  test(`every public page comes alive with what is typed when an extension puts in ${change}`, async ({
    page,
    expectConsole,
  }) => {
    // The page's policy refuses it; an extension's own style it would not.
    if (change === 'style') expectConsole(/Content.Security.Policy/);
    await changePages(page, change);
    for (const path of publicPaths) await expectTyped(page, path);
  });
}

test('every public page comes alive with what is typed when the browser translates it', async ({ page }) => {
  await translatePages(page);
  for (const path of publicPaths) await expectTyped(page, path);
});

test('every public page comes alive with what is typed when a proxy strips its comments', async ({
  page,
  expectConsole,
}) => {
  // Texts that stood apart are one then: React reports it and draws the page again.
  expectConsole(/Minified React error #418/);
  await stripComments(page);
  for (const path of publicPaths) {
    await expectTyped(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
});

for (const change of ['icons', 'wrapped fields'] satisfies Change[]) {
  test(`signing in at once works with ${change} in the form`, async ({ page, product }) => {
    const user = newTestUser();
    await createAccount(product, user);
    await changePages(page, change);
    const entry = await holdRequests(page, /\/assets\/entry\.client-/);
    await page.goto('/login');
    await page.getByLabel('Email').fill(user.email);
    // As password managers fill in: without an event.
    await page.locator('#app input[type=password]').evaluate((field: HTMLInputElement, password) => {
      field.value = password;
    }, user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await entry.release();
    await page.waitForURL('**/profile');
  });
}

test('a press before the page is alive shows on its button that it waits', async ({ page }) => {
  const entry = await holdRequests(page, /\/assets\/entry\.client-/);
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign in' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toHaveCSS('opacity', '0.6');
  await entry.release();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(button).toHaveCSS('opacity', '1');
});

test('elements keep the ids that React knows them by', async ({ page }) => {
  for (const path of ['/', '/contact', '/sign-up', '/faq']) {
    await page.goto(path);
    await untilLive(page);
    const strange = await page.evaluate(() =>
      [...document.querySelectorAll('#app [id]')].flatMap((element) => {
        const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
        const { id } = (element as unknown as Record<string, { id?: string }>)[key ?? ''] ?? {};
        return id === element.id ? [] : `${element.id} is ${id}`;
      }),
    );
    expect(strange, path).toEqual([]);
  }
});
