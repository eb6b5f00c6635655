import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import { quietHours } from '../../harness/open-hours.ts';
import {
  expectNoSidewaysScroll,
  expectWellMade,
  PHONE,
  untilLive,
  untilTypefacesRest,
} from '../../harness/page.ts';
import { startProduct } from '../../harness/product.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs, ownerSession } from '../../harness/users.ts';

const VISITOR = 'vera@visitor.example';
const bookButton = (page: Page) => page.getByRole('button', { name: 'Book a call', exact: true });
const scheduler = (page: Page) => page.getByRole('form', { name: 'Book a call' });
const timesOf = (page: Page) => page.getByRole('group', { name: /^Time on / }).getByRole('radio');

/** Chooses a time of those shown, by its place. */
async function chooseTime(page: Page, at: number): Promise<string> {
  const time = page
    .getByRole('group', { name: /^Time on / })
    .locator('label')
    .nth(at);
  const label = (await time.textContent()) ?? '';
  await time.click();
  return label.trim();
}

test('the owner sets hours; a visitor in another zone books a call, moves and cancels it; the owner sees it', async ({
  browser,
}) => {
  test.slow();
  const product = await startProduct();
  const visitor = await browser.newContext({ baseURL: product.origin, timezoneId: 'Asia/Tokyo' });
  const studio = await browser.newContext({ baseURL: product.origin, timezoneId: 'Europe/Berlin' });
  const [page, desk] = [await visitor.newPage(), await studio.newPage()];
  try {
    // Nothing of it shows until there are hours, and the form is as ever.
    await page.goto('/contact');
    await untilLive(page);
    await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible();
    await expect(bookButton(page)).toHaveCount(0);

    // The owner is shown how to turn it on, and does.
    await openAs(desk, await ownerSession(product), product.origin);
    await desk.goto('/admin/calls');
    await expect(desk.getByText('Visitors can’t book calls yet.')).toBeVisible();
    await expectWellMade(desk);
    const form = desk.getByRole('form', { name: 'When calls can be booked' });
    await expect(form.getByLabel('Time zone of these hours')).toHaveValue('Europe/Berlin');
    await form.getByLabel('Monday').fill('nine to twelve');
    await form.getByRole('button', { name: 'Save the hours' }).click();
    await expect(form.getByText('Write times such as 9:00–12:00, 13:00–17:00.')).toBeVisible();
    const { from, until } = quietHours();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
      await form.getByLabel(day).fill(`${from}-${until}`);
    }
    await form.getByLabel('Minutes kept free around it').fill('0');
    await form.getByLabel('Where').fill('https://meet.studio.example/room');
    await form.getByRole('button', { name: 'Save the hours' }).click();
    await expect(form.getByText('Saved.')).toBeVisible();
    await expect(desk.getByText('No calls ahead.')).toBeVisible();

    // The visitor sees their own times.
    await page.goto('/contact');
    await untilLive(page);
    // Words are a little wider in the site's own typefaces.
    await untilTypefacesRest(page);
    const before = await page.getByRole('button', { name: 'Send message' }).boundingBox();
    await expect(bookButton(page)).toBeVisible();
    expect(await page.getByRole('button', { name: 'Send message' }).boundingBox()).toEqual(before);
    await bookButton(page).click();
    await expect(page.getByRole('heading', { name: 'Book a call' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Or send me a message' })).toBeVisible();
    await expect(scheduler(page).getByLabel('Your time zone')).toHaveValue('Asia/Tokyo');
    await expect(timesOf(page).first()).toBeVisible();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Book this call' }).click();
    await expect(scheduler(page).getByText('Choose a time.')).toBeVisible();
    const booked = await chooseTime(page, 1);
    await scheduler(page).getByLabel('Your name').fill('Vera Visitor');
    await scheduler(page).getByLabel('Your email').fill(VISITOR);
    await scheduler(page).getByLabel('What is it about?').fill('A shop for tea.');
    await page.getByRole('button', { name: 'Book this call' }).click();
    await expect(page.getByText(/^Almost done: press the link in the email/)).toBeVisible();

    // Until the mail's link is pressed it's nobody's call; the owner sees who asked, and what for.
    const asked = await product.mail.nextMail(VISITOR, /^Confirm your call with/);
    expect([(asked.attachments ?? []).length, asked.text?.includes('Vera')]).toEqual([0, false]);
    const waiting = desk.getByRole('list', { name: 'Calls that nobody has confirmed' }).getByRole('listitem');
    await expect(waiting).toContainText('A shop for tea.');
    await expect(desk.getByText('No calls ahead.')).toBeVisible();
    await expectWellMade(desk);
    await page.goto(/http:\/\/localhost:\d+\/call#[\w-]{43}/.exec(asked.text ?? '')?.[0] ?? '');
    await expect(page.getByRole('button', { name: 'Confirm the call' })).toBeVisible();
    // The secret leaves the address bar, and the page can still be loaded again.
    await expect(page).toHaveURL(`${product.origin}/call`);
    await page.reload();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Confirm the call' }).click();
    await expect(page.getByText(/^Booked\. The confirmation is in your inbox/)).toBeVisible();

    const mail = await product.mail.nextMail(VISITOR, /^Your call with/);
    expect(mail.subject).toContain(booked.replace(/\s/g, ' '));
    const text = mail.text ?? '';
    expect(text).toContain('https://meet.studio.example/room');
    const link = /http:\/\/localhost:\d+\/call#[\w-]{43}/.exec(text)?.[0] ?? '';
    expect(link).not.toBe('');
    expect((mail.attachments ?? []).map(({ filename }) => filename)).toEqual(['call.ics']);

    // The owner's open page has it by itself, in the owner's zone, and so does the inbox.
    const call = desk.getByRole('list', { name: 'Calls ahead' }).getByRole('listitem');
    await expect(call).toContainText('Vera Visitor');
    await expect(call).toContainText('A shop for tea.');
    await expect(call).toContainText('For them:');
    await expectWellMade(desk);
    await desk.getByRole('link', { name: 'Open the enquiry of Vera Visitor' }).click();
    await expect(desk.getByRole('article').getByRole('list', { name: 'Calls' })).toContainText(
      'A shop for tea.',
    );
    await desk.goto('/admin');
    await expect(desk.getByRole('list', { name: 'Calls ahead' })).toContainText('Vera Visitor');

    // By the link of the mail: opening it changes nothing.
    await page.goto(link);
    await expect(page.getByText(/Your time zone: Asia\/Tokyo/)).toBeVisible();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Move the call' }).click();
    await expectWellMade(page);
    await chooseTime(page, 0);
    await page.getByRole('button', { name: 'Move to this time' }).click();
    await expect(
      page.getByText('Your call has a new time. The confirmation is in your inbox.'),
    ).toBeVisible();
    await product.mail.nextMail(VISITOR, /^Moved: your call/);
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await expect(page.getByText('Your call is cancelled.')).toBeVisible();
    await product.mail.nextMail(VISITOR, /^Cancelled: your call/);
    await expect(desk.getByRole('list', { name: 'Calls ahead' })).toHaveCount(0);
    await page.goto('/contact');
    await page.goto(`/call#${'x'.repeat(43)}`);
    await expect(page.getByText('This link doesn’t open a call.')).toBeVisible();
  } finally {
    await Promise.all([visitor.close(), studio.close()]);
    await product.stop();
  }
});

test('on a phone, a stranger’s call is booked by the press behind its mail’s link', {
  tag: '@chromium',
}, async ({ browser }) => {
  const product = await startProduct();
  const visitor = await browser.newContext({ baseURL: product.origin, viewport: PHONE, hasTouch: true });
  const page = await visitor.newPage();
  try {
    const { from, until } = quietHours();
    await callAs(product, await ownerSession(product), api.setCallSettings, {
      body: {
        zone: 'Europe/Berlin',
        hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, until })),
        exceptions: [],
        lengthMinutes: 30,
        bufferMinutes: 0,
        noticeHours: 3,
        daysAhead: 14,
        place: 'https://meet.studio.example/room',
      },
    });
    await page.goto('/contact');
    await untilLive(page);
    await bookButton(page).tap();
    await expect(timesOf(page).first()).toBeVisible();
    await chooseTime(page, 0);
    await scheduler(page).getByLabel('Your name').fill('Vera Visitor');
    await scheduler(page).getByLabel('Your email').fill(VISITOR);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Book this call' }).tap();
    // What is to be done now is in sight, and so is what the link opens.
    await expect(page.getByText(/^Almost done: press the link in the email/)).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    const asked = await product.mail.nextMail(VISITOR, /^Confirm your call with/);
    await page.goto(/http:\/\/localhost:\d+\/call#[\w-]{43}/.exec(asked.text ?? '')?.[0] ?? '');
    const confirm = page.getByRole('button', { name: 'Confirm the call' });
    await expect(confirm).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await confirm.tap();
    await expect(page.getByText(/^Booked\. The confirmation is in your inbox/)).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await product.mail.nextMail(VISITOR, /^Your call with/);
  } finally {
    await visitor.close();
    await product.stop();
  }
});
