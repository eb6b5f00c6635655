import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import { expectWellMade } from '../../harness/page.ts';
import { startProduct } from '../../harness/product.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Calendar', exact: true }) });
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true });

/** Makes or renews the address with a button, and copies it. */
async function copyAddress(page: Page, name: string): Promise<string> {
  await button(page, name).click();
  await expect(card(page).getByText('It’s shown only now.', { exact: false })).toBeVisible();
  await button(page, 'Copy the calendar address').click();
  await expect(button(page, 'Copied the calendar address')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expect(card(page)).toContainText(address);
  return address;
}

/** What a calendar program gets: the status, and what is in the calendar by its title. */
async function readFeed(address: string) {
  const reply = await fetch(address);
  const text = (await reply.text()).replaceAll('\r\n ', '');
  return {
    status: reply.status,
    text,
    titles: [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title),
  };
}

test('the owner’s calendar program has calls and due dates, a client’s their own due dates, until the address ends', async ({
  page,
  context,
}) => {
  test.slow();
  // A studio of its own: it offers calls.
  const product = await startProduct();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  try {
    const [owner, ada, ben] = [
      await ownerSession(product),
      await createAccount(product, newTestUser('ada')),
      await createAccount(product, newTestUser('ben')),
    ];
    for (const [client, company, title] of [
      [ada, 'Alder Bakery', 'Home page'],
      [ben, 'Birch Books', 'Book cover'],
    ] as const) {
      const { id } = await submitProject(product, client, { company });
      const body = { title, due: '2031-03-20', published: true };
      await callAs(product, owner, api.createMilestone, { params: { id }, body });
    }
    const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', until: '17:00' }));
    const settings = { zone: 'Europe/Berlin', hours, exceptions: [], place: 'By phone' };
    const lengths = { lengthMinutes: 15, bufferMinutes: 0, noticeHours: 1, daysAhead: 7 };
    await callAs(product, owner, api.setCallSettings, { body: { ...settings, ...lengths } });
    const { times } = await callAs(product, owner, api.listOfferedTimes);
    // Of the address that is signed in: nobody has to confirm it.
    const call = { name: 'Vera Visitor', email: owner.user.email, words: 'A shop for tea.' };
    // The first one could just be passing by.
    await callAs(product, owner, api.createBooking, {
      body: { ...call, startsAt: times[1], zone: 'Asia/Tokyo' },
    });
    await openAs(page, owner, product.origin);
    await page.goto(`${product.origin}/profile`);
    await expect(card(page)).toContainText('Calls and due dates in your own calendar program.');
    await expectWellMade(page);
    const first = await copyAddress(page, 'Make a calendar address');
    await expectWellMade(page);
    const studios = await readFeed(first);
    expect(studios.status).toBe(200);
    expect(studios.titles).toContain('Call with Vera Visitor');
    expect(studios.titles).toEqual(expect.arrayContaining([expect.stringContaining('Home page')]));
    expect(studios.titles).toEqual(expect.arrayContaining([expect.stringContaining('Book cover')]));
    expect(studios.text).toContain('DTSTART;VALUE=DATE:20310320');

    // It isn't shown again. A new one ends it.
    await page.reload();
    await expect(card(page)).toContainText('Lost it?');
    await expect(card(page)).not.toContainText('.ics');
    const second = await copyAddress(page, 'Renew the address');
    expect([(await readFeed(first)).status, (await readFeed(second)).status]).toEqual([404, 200]);
    await button(page, 'Remove it').click();
    await expect(button(page, 'Make a calendar address')).toBeVisible();
    await expect(card(page)).not.toContainText('.ics');
    expect((await readFeed(second)).status).toBe(404);

    // A client's has no calls, and nothing of other clients.
    await openAs(page, ada, product.origin);
    await page.goto(`${product.origin}/profile`);
    await expect(card(page)).toContainText('The due dates of your projects in your own calendar program.');
    const { status, titles } = await readFeed(await copyAddress(page, 'Make a calendar address'));
    expect([status, titles]).toEqual([200, [expect.stringContaining('Home page')]]);
    await expectWellMade(page);
  } finally {
    await page.close();
    await product.stop();
  }
});
