import { kindsOfWork } from '@atelier/content/kinds-of-work.ts';
import type { Page } from '@playwright/test';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectRoomForLargeText,
  PHONE,
  untilLive,
} from '../../harness/page.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { sendEnquiry } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { newTestUser, ownerSession } from '../../harness/users.ts';

const [kind] = kindsOfWork;
const SUCCESS = 'Thanks! I’ll get back to you shortly.';
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send message' });

interface Visitor {
  name: string;
  email: string;
  message: string;
}

/** A new visitor with a question. */
function newVisitor(): Visitor {
  const { username, email } = newTestUser('visitor');
  return { name: `Vera ${username}`, email, message: `Could you build a shop for tea?\nAsks ${username}.` };
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/contact${query}`);
  await untilLive(page);
}

async function fill(page: Page, { name, email, message }: Visitor): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByLabel('Your question').fill(message);
}

async function expectFilled(page: Page, { name, email, message }: Visitor): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Your question')).toHaveValue(message);
}

/** The enquiries in the owner's inbox from this address. */
async function inboxOf(product: Product, email: string) {
  const { access_token: token } = await ownerSession(product);
  const answer = await fetch(`${product.origin}/api/contact/contacts?q=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).items;
}

test('an enquiry is stored with its source and mailed to the owner', async ({ page, product }) => {
  const visitor = newVisitor();
  await open(page, `?type=${kind.key}`);
  await fill(page, visitor);
  await page.getByLabel('Phone').fill('+49 30 1234567');
  await sendButton(page).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(SUCCESS);
  await expectFilled(page, { name: '', email: '', message: '' });
  await expect(page.getByLabel('Phone')).toHaveValue('');

  const agent = await page.evaluate(() => navigator.userAgent);
  expect(await inboxOf(product, visitor.email)).toEqual([
    expect.objectContaining({
      name: visitor.name,
      email: visitor.email,
      phone: '+49 30 1234567',
      subject: kind.label,
      message: visitor.message,
      source: 'contact-lite',
      status: 'new',
      meta: {
        ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
        userAgent: agent,
        referer: expect.stringContaining('/contact'),
      },
    }),
  ]);
  const mail = await product.mail.nextMail(product.ownerEmail, new RegExp(visitor.name));
  expect(mail.replyTo?.value[0]?.address).toBe(visitor.email);
  expect(mail.text).toContain('Could you build a shop for tea?');
  expect(mail.text).toContain(`Subject: ${kind.label}`);
});

test('the contact form keeps its text after a failure', async ({ page, context, product, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const visitor = newVisitor();
  await open(page, '?type=seo');
  await fill(page, visitor);
  await context.setOffline(true);
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong.');
  await expect(page.getByRole('alert')).toContainText('check your connection');
  await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', /^mailto:/);
  await expectFilled(page, visitor);
  await context.setOffline(false);

  await page.reload();
  await expect(page.locator('html[data-live]')).toBeAttached();
  await expectFilled(page, visitor);
  await expect(page.getByLabel('Subject')).toHaveValue('seo');
  await sendButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await inboxOf(product, visitor.email)).toHaveLength(1);

  await page.reload();
  await expect(page.locator('html[data-live]')).toBeAttached();
  await expectFilled(page, { name: '', email: '', message: '' });
});

test('the contact form shows why the server refuses an enquiry', async ({ browser }) => {
  const strict = await startProduct({ RATE_LIMIT_SCALE: '1' });
  const context = await browser.newContext({ baseURL: strict.origin });
  const page = await context.newPage();
  await open(page);
  // All at once: one more is granted after a minute.
  await Promise.all(Array.from({ length: 10 }, () => sendEnquiry(strict)));
  const visitor = newVisitor();
  await fill(page, visitor);
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText(/too many/i);
  // The message doesn't blame the connection.
  await expect(page.getByRole('alert')).toContainText('Nothing you wrote is lost: send it again in a minute');
  await expectFilled(page, visitor);
  await context.close();
  await strict.stop();
});

test('a link preselects the contact form’s subject unless it is unknown', async ({ page }) => {
  await open(page, '?type=fullstack');
  await expect(page.getByLabel('Subject')).toHaveValue('fullstack');
  await page.getByLabel('Subject').selectOption('seo');
  await page.getByLabel('Name').fill('Vera');
  // A new visit keeps the typed text; its subject is the link's, or none.
  await open(page);
  await expect(page.getByLabel('Name')).toHaveValue('Vera');
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await open(page, '?type=brand');
  await expect(page.getByLabel('Subject')).toHaveValue('brand');
  await open(page, '?type=%3Cscript%3E');
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await open(page, '?type=toString');
  await expect(page.getByLabel('Subject')).toHaveValue('');
});

test('the contact page loads no sign-in code, and validation only on input', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await open(page);
  await expect(page.getByText('within one business day').first()).toBeVisible();
  const loaded = scripts.length;
  expect(
    scripts.filter((path) => /auth-client|resolvers|first-issue|send-enquiry|schemas/.test(path)),
  ).toEqual([]);
  await page.getByLabel('Name').click();
  await expect.poll(() => scripts.slice(loaded).some((path) => path.includes('send-enquiry'))).toBe(true);
  expect(scripts.filter((path) => path.includes('auth-client'))).toEqual([]);
});

test('the contact form keeps text typed before the page is live', async ({ page, product }) => {
  const visitor = newVisitor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry.client-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/contact');
  await fill(page, visitor);
  release();
  await expect(page.locator('html[data-live]')).toBeAttached();
  await expectFilled(page, visitor);
  await sendButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await inboxOf(product, visitor.email)).toHaveLength(1);
});

test('the contact form works with the keyboard alone', async ({ page, product }) => {
  const visitor = newVisitor();
  await open(page);
  await page.getByLabel('Name').focus();
  await page.keyboard.type(visitor.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(visitor.email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Subject')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(visitor.message);
  await page.keyboard.press('Tab');
  await expect(sendButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await inboxOf(product, visitor.email)).toHaveLength(1);
});

test('the contact form is accessible and fits a phone when invalid and sent', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page);
  await sendButton(page).click();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectRoomForLargeText(page);
  await fill(page, { ...newVisitor(), message: `${'endless'.repeat(40)} ${'word '.repeat(300)}` });
  await expectNoSidewaysScroll(page);
  await sendButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
