import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import { startCalendarHost } from '../../harness/calendar-host.ts';
import { quietHours } from '../../harness/open-hours.ts';
import { closeContext, expectWellMade, untilLive } from '../../harness/page.ts';
import { startProduct } from '../../harness/product.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { openAs, ownerSession } from '../../harness/users.ts';

const MINUTE_MS = 60_000;

/** The times that a visitor is offered on the first day. */
async function timesAtContact(page: Page): Promise<string[]> {
  await page.goto('/contact');
  await untilLive(page);
  await page.getByRole('button', { name: 'Book a call', exact: true }).click();
  const times = page.getByRole('group', { name: /^Time on / }).locator('label');
  await expect(times.first()).toBeVisible();
  return (await times.allTextContents()).map((time) => time.trim());
}

test('at the busy times of the owner’s calendar no call is offered, until it is disconnected', async ({
  browser,
  page: desk,
  expectConsole,
}) => {
  test.slow();
  await using host = await startCalendarHost();
  const product = await startProduct(host.settings);
  const visitor = await browser.newContext({ baseURL: product.origin, timezoneId: 'Europe/Berlin' });
  const page = await visitor.newPage();
  try {
    const owner = await ownerSession(product);
    // From tomorrow on, at hours of which none passes by during the journey.
    const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, ...quietHours() }));
    const [zone, place] = ['Europe/Berlin', 'https://meet.studio.example/room'];
    const lengths = { lengthMinutes: 30, bufferMinutes: 0, noticeHours: 24, daysAhead: 7 };
    const body = { zone, hours, exceptions: [], place, ...lengths };
    await callAs(product, owner, api.setCallSettings, { body });
    const { times } = await callAs(product, owner, api.listOfferedTimes);
    const free = await timesAtContact(page);
    // The last offered time of the first day.
    const day = times[0]?.slice(0, 10) ?? '';
    const busyFrom = new Date(times.findLast((time) => time.startsWith(day)) ?? '');
    const busy = { from: busyFrom, until: new Date(busyFrom.getTime() + 30 * MINUTE_MS) };

    await openAs(desk, owner, product.origin);
    await desk.goto(`${product.origin}/admin/calls`);
    const card = desk.getByRole('form', { name: 'Your own calendar' });
    const connect = async (address: string) => {
      await card.getByLabel(/^(Another address|Address of your calendar)$/).fill(address);
      await card.getByRole('button', { name: 'Connect the calendar' }).click();
    };
    await expect(card.getByRole('button', { name: 'Connect the calendar' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);
    await expectWellMade(desk);

    // What can't be an address is refused, and stays to be corrected.
    expectConsole(REFUSED);
    await connect('http://calendar.example/basic.ics');
    await expect(card.getByRole('alert')).toContainText('https://');
    await expect(card.getByLabel('Address of your calendar')).toHaveValue(
      'http://calendar.example/basic.ics',
    );
    await expectWellMade(desk);
    // This machine is not on the internet.
    await connect('https://127.0.0.1/basic.ics');
    await expect(
      card.getByText('Its address leads into a private network: enter one that the internet can reach.'),
    ).toBeVisible();
    await expect(card.getByText('None of your busy times are known yet.')).toBeVisible();
    await expectWellMade(desk);
    host.serve(503);
    await connect(host.address);
    await expect(card.getByText('Its server answers with 503.')).toBeVisible();
    expect(await timesAtContact(page)).toEqual(free);

    host.serve(busy);
    await connect(host.address);
    await expect(
      card.getByText(/^Connected to calendar\.example: 1 busy time in the weeks ahead/),
    ).toBeVisible();
    await expect(card.getByLabel('Another address')).toHaveValue('');
    await expectWellMade(desk);
    const left = await callAs(product, owner, api.listOfferedTimes);
    expect(left.times).toEqual(times.filter((time) => Date.parse(time) !== busyFrom.getTime()));
    expect(await timesAtContact(page)).toEqual(free.slice(0, -1));
    // What the calendar says stays with its owner.
    await desk.reload();
    await expect(card.getByText(/^Connected to/)).toBeVisible();
    await expect(desk.getByText('The dentist')).toHaveCount(0);
    await expect(desk.getByText('secret/basic.ics')).toHaveCount(0);

    await card.getByRole('button', { name: 'Disconnect' }).click();
    await expect(card.getByText(/^Connected to/)).toHaveCount(0);
    expect(await timesAtContact(page)).toEqual(free);
  } finally {
    await closeContext(visitor);
    await desk.close();
    await product.stop();
  }
});
