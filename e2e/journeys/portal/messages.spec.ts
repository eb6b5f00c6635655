import { studio as studioFacts } from '@atelier/content/studio.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { writeMessage } from '../../harness/messages.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  PHONE,
  untilTypefacesRest,
} from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const STREAM = /\/api\/events(\?|$)/;
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const message = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });
const field = (page: Page) => page.getByLabel('Your message');

/** A client with a project, and the studio, each with a browser. */
async function setUp(product: Product, client: Page, studio?: BrowserContext) {
  const session = await createAccount(product, newTestUser('ada'));
  const project = await submitProject(product, session, { company: 'Sample Bakery' });
  await openAs(client, session);
  const owner = await ownerSession(product);
  if (studio) await openAs(await studio.newPage(), owner);
  return { session, owner, id: project.id };
}

test('a message reaches the other side at once, as unread', { tag: '@chromium' }, async ({
  page,
  product,
  browser,
}) => {
  const studio = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
  const { id } = await setUp(product, page, studio);
  const [desk] = studio.pages();
  if (!desk) throw new Error('The studio has no page.');
  // With its stream open a page requests nothing by itself: whatever appears came by an event.
  const streams = [page, desk].map((each) => each.waitForResponse(STREAM));
  await page.goto(`/client-portal/${id}?tab=feedback`);
  await desk.goto(`/admin/portal/${id}`);
  await Promise.all(streams);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await expect(field(page)).toHaveAttribute('placeholder', 'Ask a question or share feedback…');
  await expect(desk.getByRole('tab', { name: 'Feedback' })).toBeVisible();

  await field(page).fill('Line one');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('and two: https://a.example/x. javascript:alert(1)');
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(message(page, 'Line one')).toHaveAttribute('data-side', 'right');
  // The studio has another tab open, whose badge shows the message.
  await expect(desk.getByRole('tab', { name: 'Feedback 1 unread message' })).toBeVisible();
  await desk.getByRole('tab', { name: 'Feedback' }).click();
  await expect(message(desk, 'Line one')).toHaveAttribute('data-side', 'right');
  await expect(log(desk).getByText('New', { exact: true })).toBeVisible();
  await expect(desk.getByRole('tab', { name: 'Feedback', exact: true })).toBeVisible();
  await expect(field(desk)).toHaveAttribute('placeholder', 'Type a reply…');
  const link = message(page, 'Line one').getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://a.example/x');
  await expect(link).toHaveCount(1);

  await field(desk).fill('A reply');
  const sent = desk.getByRole('button', { name: 'Send' }).click();
  await expect(message(page, 'A reply')).toBeVisible();
  await sent;
  await expect(message(page, 'A reply')).toHaveAttribute('data-side', 'left');
  await expect(message(page, 'A reply')).toContainText(studioFacts.name);
  await expect(message(desk, 'A reply')).toHaveAttribute('data-side', 'left');
  // Enter confirms text composed with an input method and sends nothing.
  await field(page).fill('にほ');
  await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await expect(field(page)).toHaveValue('にほ');
  await expect(log(page).getByRole('listitem').filter({ hasText: 'にほ' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await expectAccessibleInBothThemes(desk);
  const box = await log(page).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(0.4 * 900 - 1);
  expect(box?.height).toBeLessThanOrEqual(0.6 * 900 + 1);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  // The next tab stays partly visible beside the open one.
  await expect(page.getByRole('tab', { name: 'Feedback' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('tab', { name: 'Files' })).toBeInViewport();
  await studio.close();
});

test('a message that fails to send is neither lost nor doubled, and typed text survives a reload', {
  tag: '@chromium',
}, async ({ page, product, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  const { id, owner } = await setUp(product, page);
  await page.goto(`/client-portal/${id}?tab=feedback`);
  await expect(page.getByText('No messages yet.')).toBeVisible();

  // The message arrives but its reply is lost; resending creates no second one.
  let isLost = false;
  await page.route(/\/api\/portal\/[^/]+\/messages$/, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await field(page).fill('Only once');
  await field(page).press('Enter');
  await lost;
  await expect(message(page, 'Only once')).toHaveCount(1);
  await expect(log(page).getByRole('alert')).toHaveCount(0);
  await failRequests(page, /\/api\/portal\/[^/]+\/messages$/, 500, '');
  await field(page).fill('Second try');
  await field(page).press('Enter');
  await expect(log(page).getByRole('alert')).toContainText('Failed to send.');
  await field(page).fill('Half a thou');
  await page.unroute(/\/api\/portal\/[^/]+\/messages$/);
  await page.reload();
  await expect(field(page)).toHaveValue('Half a thou');
  await expect(log(page).getByRole('alert')).toContainText('Failed to send.');
  await log(page).getByRole('button', { name: 'Try again' }).click();
  await expect(log(page).getByRole('alert')).toHaveCount(0);
  await expect(log(page).getByText('Sending…')).toHaveCount(0);
  await expect(message(page, 'Second try')).toHaveCount(1);
  await expect(message(page, 'Only once')).toHaveCount(1);
  await writeMessage(product, owner, id, 'Welcome back', 'studio');
  await expect(message(page, 'Welcome back')).toBeVisible();

  // Editing puts the text back into the field.
  await failRequests(page, /\/api\/portal\/[^/]+\/messages$/, 409, 'This project is archived.');
  await field(page).fill('Too late');
  await field(page).press('Enter');
  await expect(log(page).getByRole('alert')).toContainText('This project is archived.');
  await log(page).getByRole('button', { name: 'Edit' }).click();
  await expect(field(page)).toHaveValue('Too late');
});

test('a long thread opens at its end, loads older messages above and keeps the reader’s place', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  const { id, session, owner } = await setUp(product, page);
  const attack = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';
  await writeMessage(product, session, id, attack);
  for (let number = 1; number <= 70; number += 1) {
    await writeMessage(
      product,
      number % 3 ? session : owner,
      id,
      `Message ${number}.`,
      number % 3 ? 'client' : 'studio',
    );
  }
  await writeMessage(product, session, id, `${'unbroken'.repeat(60)} ${'many words '.repeat(200)} the end`);
  await page.goto(`/client-portal/${id}?tab=feedback`);
  // The first unread message is in view.
  await expect(log(page).getByText('New', { exact: true })).toBeInViewport();
  // It is marked read once the reader reaches the end.
  await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Feedback \d+ unread messages$/ })).toBeVisible();
  // Content still being laid out may move the end further down.
  await expect(async () => {
    await log(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    expect(await page.getByRole('tab', { name: 'Feedback', exact: true }).isVisible()).toBe(true);
  }).toPass({ intervals: [100] });
  await page.reload();
  await expect(message(page, 'the end')).toBeInViewport();
  await expect(message(page, 'Message 1.')).toHaveCount(0);
  await untilTypefacesRest(page);
  // A new message below doesn't move a reader further up, though the oldest loaded message is dropped for
  // it.
  await log(page).evaluate((box) => box.scrollTo(0, 600));
  const placeOf = async (text: string) => Math.round((await message(page, text).boundingBox())?.y ?? 0);
  const place = await placeOf('Message 40.');
  await expect(message(page, 'Message 22.')).toHaveCount(1);
  await writeMessage(product, owner, id, 'Just now', 'studio');
  await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible();
  await expect(message(page, 'Message 22.')).toHaveCount(0);
  // Heights have fractions of a pixel, and scroll positions don't.
  expect(Math.abs((await placeOf('Message 40.')) - place)).toBeLessThanOrEqual(1);
  await log(page).evaluate((box) => box.scrollTo(0, 0));
  await expect(message(page, 'Message 1.')).toHaveCount(1);
  // The message that was at the top is still in view.
  await expect(message(page, 'Message 23.')).toBeInViewport();
  await expect(page).not.toHaveTitle('run');
  await expect(log(page).locator('img[src="x"], script')).toHaveCount(0);
  await expect(message(page, attack)).toHaveCount(1);

  await page.getByRole('button', { name: 'New messages' }).click();
  await expect(message(page, 'Just now')).toBeInViewport();
  // A narrower window, with a longer thread, keeps the end in view.
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expect(message(page, 'Just now')).toBeInViewport();

  await blockEvents(page);
  const thread = /\/api\/portal\/[^/]+\/messages\?|messages$/;
  await failRequests(page, thread, 500, '');
  await page.reload();
  await expect(page.getByText('Failed to load feedback.', { exact: true })).toBeVisible();
  await page.unroute(thread);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(message(page, 'Just now')).toBeVisible();
});

test('a browser’s tabs share one event stream and take it over', async ({ page, context, product }) => {
  const { id, owner } = await setUp(product, page);
  let streams = 0;
  context.on('request', (request) => {
    if (STREAM.test(request.url())) streams += 1;
  });
  const opened = page.waitForResponse(STREAM);
  await page.goto(`/client-portal/${id}?tab=feedback`);
  await opened;
  const second = await context.newPage();
  await second.goto(`/client-portal/${id}?tab=feedback`);
  await expect(field(second)).toBeVisible();
  await writeMessage(product, owner, id, 'To both', 'studio');
  await expect(message(page, 'To both')).toBeVisible();
  await expect(message(second, 'To both')).toBeVisible();
  expect(streams).toBe(1);
  const taken = second.waitForResponse(STREAM);
  await page.close();
  await taken;
  await writeMessage(product, owner, id, 'To who is left', 'studio');
  await expect(message(second, 'To who is left')).toBeVisible();
  expect(streams).toBe(2);
});
