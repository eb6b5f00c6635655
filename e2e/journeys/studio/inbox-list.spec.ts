import { messages, openMessage } from '../../harness/inbox.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
  stopClock,
} from '../../harness/page.ts';
import { newWord, sendEnquiry } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { signInAsOwner } from '../../harness/users.ts';

const CONTACTS = /\/api\/contact\/contacts\?/;
const ONE = /\/api\/contact\/[\w-]{36}$/;

test('the inbox searches, filters and pages, all kept in the address', async ({ page, product }) => {
  const word = newWord();
  for (let number = 1; number <= 21; number += 1) {
    await sendEnquiry(product, { name: `Person ${number}`, message: `About ${word}, number ${number}.` });
  }
  await signInAsOwner(page, product);
  // What has just arrived comes once more as events, by which the page requests its list again.
  const stream = page.waitForResponse('**/api/events**');
  await page.goto('/admin/contact');
  await expect(openMessage(page)).toBeVisible();
  await stream;
  const requested: string[] = [];
  page.on('request', (request) => {
    // Requests of the search only: the unfiltered list may be refetched at any time.
    if (CONTACTS.test(request.url()) && request.url().includes(word)) requested.push(request.url());
  });
  await stopClock(page);
  const box = page.getByRole('searchbox', { name: 'Search contacts' });
  await box.pressSequentially(word);
  await page.clock.runFor(290);
  // A search already begun would have been requested before this reply is back.
  await page.evaluate(() => fetch('/healthz').then((reply) => reply.text()));
  expect(requested).toEqual([]);
  await page.clock.runFor(20);
  await expect.poll(() => requested.length).toBe(1);
  await page.clock.resume();
  await expect(page.getByText('21 contact(s)')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  expect(requested).toHaveLength(1);
  await expect(page).toHaveURL(`/admin/contact?q=${word}`);
  await expect(page.getByText('Select a message to view details')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(messages(page).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await messages(page)
    .getByRole('link', { name: /^New: Person 1/ })
    .click();
  await expect(openMessage(page).getByRole('heading', { name: 'Person 1' })).toBeVisible();
  await page.reload();
  await expect(openMessage(page).getByRole('heading', { name: 'Person 1' })).toBeVisible();
  await expect(box).toHaveValue(word);

  // A filter starts at page 1, and one without matches says so.
  await page.getByRole('radio', { name: 'Archived' }).click();
  await expect(page).toHaveURL(`/admin/contact?q=${word}&status=archived`);
  await expect(page.getByText('No contacts found.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL('/admin/contact');
  await expect(messages(page)).toBeFocused();
  await expect(box).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Archived' })).toBeChecked();
  await page.goBack();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(openMessage(page).getByRole('heading', { name: 'Person 1' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Select a message to view details')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/admin/contact?q=${word}`);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/admin/contact');
  await expect(box).toHaveValue('');
  await page.goto(`/admin/contact?q=${word}&page=99`);
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
});

test('the inbox keeps the open message when newer ones arrive', async ({ page, product }) => {
  const [first, second] = [newWord(), newWord()];
  await sendEnquiry(product, { name: `Early ${first}` });
  await signInAsOwner(page, product);
  await page.goto('/admin/contact');
  await expect(openMessage(page).getByRole('heading', { name: `Early ${first}` })).toBeVisible();
  await page.clock.install();
  await sendEnquiry(product, { name: `Late ${second}` });
  // Returning to the tab after a while refetches.
  await page.clock.runFor(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(messages(page).getByRole('link', { name: `Late ${second}` })).toBeVisible();
  await expect(openMessage(page).getByRole('heading', { name: `Early ${first}` })).toBeVisible();
});

test('a deleted message leaves the inbox, on a wide screen and on a phone', async ({
  page,
  product,
  expectConsole,
}) => {
  const word = newWord();
  for (const name of ['Ada', 'Bea', 'Cora'])
    await sendEnquiry(product, { name: `${name} ${word}`, message: `Hello ${word}` });
  await signInAsOwner(page, product);
  await page.goto(`/admin/contact?q=${word}`);
  await messages(page)
    .getByRole('link', { name: `Bea ${word}` })
    .click();
  const article = openMessage(page);
  const unfinished = `A reply that is never sent ${word}`;
  await article.getByRole('textbox', { name: 'Your reply' }).fill(unfinished);
  const isKept = () =>
    page.evaluate((text) => Object.values(localStorage).some((kept) => kept.includes(text)), unfinished);
  await expect.poll(isKept).toBe(true);
  await article.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete what Bea ${word} wrote?` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessibleInBothThemes(page);

  // The event of the deletion can have the page ask for what is just gone.
  expectConsole(/status of (404|500)/);
  await failRequests(page, ONE, 500, 'Internal error');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute(ONE);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 contact(s)')).toBeVisible();
  await expect(messages(page)).not.toContainText(`Bea ${word}`);
  await expect(messages(page).getByRole('checkbox', { name: 'Select all' })).toBeFocused();
  await expect.poll(isKept).toBe(false);

  await page.setViewportSize(PHONE);
  await messages(page)
    .getByRole('link', { name: `Ada ${word}` })
    .click();
  await expectNoSidewaysScroll(page);
  await article.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 contact(s)')).toBeVisible();
  await expect(messages(page).getByRole('link', { name: `Cora ${word}` })).toBeVisible();
});

test('the inbox shows loading and errors, and can be reloaded', async ({ page, product, expectConsole }) => {
  await sendEnquiry(product);
  await signInAsOwner(page, product);
  const held = await holdRequests(page, CONTACTS);
  await page.goto('/admin/contact');
  await expect(page.getByText('Loading contacts…')).toBeAttached();
  await held.release();
  await expect(openMessage(page)).toBeVisible();
  expectConsole(/status of 400/);
  await page.setViewportSize(PHONE);
  await blockEvents(page);
  await failRequests(page, CONTACTS, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load contacts.');
  await expectNoSidewaysScroll(page);
  await page.unroute(CONTACTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(messages(page).getByRole('listitem').first()).toBeVisible();
});

test('the inbox leads to a message and back to its row on a phone', async ({ page, product }) => {
  const word = newWord();
  await sendEnquiry(product, {
    name: `Wilhelmina Featherstonehaugh ${word}`,
    email: `${'long.'.repeat(10)}${word}@subdomain.of.a.company.example`,
    message: `${'Averylongwordwithoutanyspaces'.repeat(10)} ${word}`,
  });
  await page.setViewportSize(PHONE);
  await signInAsOwner(page, product);
  await page.goto('/admin/contact');
  const row = messages(page).getByRole('link', { name: word });
  await expect(row).toBeVisible();
  await expect(openMessage(page)).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(openMessage(page).getByRole('heading', { name: word })).toBeFocused();
  await expect(messages(page)).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(row).toBeFocused();
});
