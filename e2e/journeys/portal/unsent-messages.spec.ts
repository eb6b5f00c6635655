import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { CONTRACT, sendContract } from '../../harness/contract.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  loseReply,
  PHONE,
} from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { test as base, expect } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const MESSAGES = /\/api\/portal\/[^/]+\/messages$/;
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const message = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });
const field = (page: Page) => page.getByLabel('Your message');
const failure = (page: Page) => log(page).getByRole('alert');
const decide = (page: Page, name: string) => log(page).getByRole('button', { name }).click();

interface Client {
  session: Session;
  id: string;
  /** The address of the project's messages. */
  address: string;
}

/** Journeys of a signed-in client with a project; each has failing requests. */
const test = base.extend<{ client: Client }>({
  client: async ({ page, product, expectConsole }, use) => {
    expectConsole(/Failed to load resource/);
    const session = await createAccount(product, newTestUser('ada'));
    const { id } = await submitProject(product, session, { company: 'Sample Bakery' });
    await openAs(page, session);
    await use({ session, id, address: `/client-portal/${id}?tab=feedback` });
  },
});

/** The messages on the server, oldest first. */
async function sentBodies(product: Product, { session, id }: Client) {
  const { items } = await callAs(product, session, api.listMessages, { params: { id } });
  return items.map(({ body }) => body);
}

/** The storage keys of unsent text in this browser. */
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('feedback:unsent')));

test('a failed message is sent by a click alone, not by coming online, navigating or reloading', async ({
  page,
  context,
  product,
  client,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(client.address);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  let posts = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && MESSAGES.test(request.url())) posts += 1;
  });
  await context.setOffline(true);
  await field(page).fill('From the train');
  await field(page).press('Enter');
  await expect(failure(page)).toContainText('Failed to send.');
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByText('No deliverables yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'Feedback' }).click();
  await expect(failure(page)).toContainText('Failed to send.');
  await page.reload();
  const second = await context.newPage();
  await second.goto(client.address);
  for (const each of [page, second]) {
    await expect(failure(each)).toContainText('Failed to send.');
    await expect(log(each).getByText('Sending…')).toHaveCount(0);
  }
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  expect([posts, await sentBodies(product, client)]).toEqual([1, []]);

  // Two tabs click at the same time, one of them twice: one message. The last button may be gone by then.
  const presses = [page, second, page].map((each) =>
    log(each)
      .getByRole('button', { name: 'Try again' })
      .evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) button.click();
      }),
  );
  await Promise.all(presses);
  for (const each of [page, second]) {
    await expect(failure(each)).toHaveCount(0);
    await expect(message(each, 'From the train')).toHaveCount(1);
  }
  await expect.poll(() => kept(page)).toEqual([]);
  expect(await sentBodies(product, client)).toEqual(['From the train']);
});

test('editing or discarding a failed message takes effect in both tabs', async ({
  page,
  context,
  product,
  client,
}) => {
  const second = await context.newPage();
  await context.route(MESSAGES, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  for (const each of [page, second]) await each.goto(client.address);
  for (const [index, text] of ['First', 'Second'].entries()) {
    await field(page).fill(text);
    await field(page).press('Enter');
    await expect(failure(page)).toHaveCount(index + 1);
  }
  await expect(failure(second)).toHaveCount(2);
  await field(second).fill('Half a thought');
  await message(second, 'First').getByRole('button', { name: 'Edit' }).click();
  await expect(field(second)).toHaveValue('First\nHalf a thought');
  await message(page, 'Second').getByRole('button', { name: 'Discard' }).click();
  for (const each of [page, second]) await expect(failure(each)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await context.unroute(MESSAGES);
  await page.reload();
  await expect(field(page)).toHaveValue('First\nHalf a thought');
  await expect(page.getByText('No messages yet.')).toBeVisible();
  expect(await sentBodies(product, client)).toEqual([]);
});

test('a message arrives once despite a double click, a lost reply, a reload or a day’s pause', async ({
  page,
  context,
  product,
  client,
}) => {
  await page.goto(client.address);
  await field(page).fill('Pressed twice');
  await page.getByRole('button', { name: 'Send' }).dblclick();
  await expect(message(page, 'Pressed twice')).toHaveCount(1);
  await expect.poll(() => kept(page)).toEqual([]);

  // The message arrives but its reply is lost, and the page is reloaded before it notices.
  const arrived = Promise.withResolvers<void>();
  await page.route(MESSAGES, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    arrived.resolve();
  });
  await field(page).fill('Reply lost');
  await field(page).press('Enter');
  await arrived.promise;
  await page.unroute(MESSAGES);
  await page.reload();
  await expect(message(page, 'Reply lost')).toHaveCount(1);
  await expect.poll(() => kept(page)).toEqual([]);

  // The computer is closed during a send. A day later the writer decides. The request is held inside the
  // page: one waiting in the browser can still be sent when its page closes.
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (input, init) => (init?.method === 'POST' ? new Promise(() => {}) : fetch(input, init));
  });
  await field(page).fill('Since yesterday');
  await field(page).press('Enter');
  await expect(log(page).getByText('Sending…')).toBeVisible();
  await page.goto('about:blank');
  const later = await context.newPage();
  await later.clock.setFixedTime(Date.now() + 3_000_000);
  await later.goto(client.address);
  await expect(message(later, 'Since yesterday')).toContainText('Failed to send.');
  expect(await sentBodies(product, client)).toEqual(['Pressed twice', 'Reply lost']);
  await later.clock.setSystemTime(Date.now());
  await decide(later, 'Try again');
  await expect(failure(later)).toHaveCount(0);
  await expect.poll(() => kept(later)).toEqual([]);
  expect(await sentBodies(product, client)).toEqual(['Pressed twice', 'Reply lost', 'Since yesterday']);
});

test('unsent text stays in both of its writer’s tabs and is deleted for the next person', async ({
  page,
  context,
  product,
  client,
}) => {
  const owner = await ownerSession(product);
  await sendContract(product, owner, client, { total: 1000 });
  const second = await context.newPage();
  // The contract tab is open before anything is typed in the other one, and gets no event about it.
  await second.goto(`/client-portal/${client.id}?tab=contract`);
  const wish = second.getByLabel('Request a change');
  await second.getByRole('button', { name: 'Request a change' }).click();
  await expect(wish).toBeVisible();
  await page.goto(client.address);
  await field(page).fill('About the photos');
  await wish.fill('Two rounds, please');
  await field(page).pressSequentially(' …');
  await page.goto(`/client-portal/${client.id}?tab=contract`);
  await expect(page.getByLabel('Request a change')).toHaveValue('Two rounds, please');
  await second.goto(client.address);
  await expect(field(second)).toHaveValue('About the photos …');

  // A request whose reply is lost, resent before the page notices, is one request.
  await loseReply(page, /request-change$/);
  await blockEvents(page);
  await page.reload();
  await expect(page.getByLabel('Request a change')).toHaveValue('Two rounds, please');
  await failRequests(page, CONTRACT, 500, '');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Failed to request change.')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your request has been sent.')).toBeVisible();
  await expect(page.getByLabel('Request a change')).toHaveCount(0);
  const { contract } = await callAs(product, client.session, api.getContract, { params: { id: client.id } });
  expect(contract?.changeRequests).toHaveLength(1);

  // Another person signs in after the first session has only expired.
  expect(await kept(page)).toHaveLength(1);
  await second.close();
  await page.evaluate(() => localStorage.removeItem('studio-auth-embedded'));
  await openAs(page, await createAccount(product, newTestUser('eve')));
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
  await openAs(page, client.session);
  await page.goto(client.address);
  await field(page).fill('Mine again');
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(/\/(login|$)/);
  await expect.poll(() => kept(page)).toEqual([]);
});
