import type { Page } from '@playwright/test';
import { newWord, sendEnquiry } from '../harness/fill.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
  stopClock,
  tickUntilVisible,
} from '../harness/look.ts';
import { signInAsOwner } from '../harness/people.ts';
import { expect, test } from '../harness/test.ts';

const CONTACTS = /\/api\/contact\/contacts\?/;
const STATUS = /\/api\/contact\/[^/]+\/status$/;

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const openMessage = (page: Page) => page.getByRole('article');

test('shows an enquiry with everything that is known of it', async ({ page, product, context }) => {
  const word = newWord();
  const message = `Hello ${word},\nwe need <b>a site</b>.\n\n${'More words follow here. '.repeat(20)}`.trim();
  await sendEnquiry(product, {
    name: `Vera ${word}`,
    email: `${word}@visitor.example`,
    phone: '+49 (0)30 123456',
    message,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsOwner(page, product);
  await page.goto('/admin/contact');

  // The newest opens by itself on page 1 without a filter.
  const article = openMessage(page);
  await expect(article.getByRole('heading', { name: `Vera ${word}` })).toBeVisible();
  await expect(page).toHaveURL('/admin/contact');
  const row = messages(page).getByRole('link', { name: `Vera ${word}` });
  await expect(row).toHaveAttribute('aria-current', 'true');
  const preview = [...message.replace(/\s+/g, ' ')].slice(0, 140).join('');
  await expect(row).toContainText(`${preview}…`);
  await expect(page.getByPlaceholder('Search name, email, message…')).toBeVisible();
  await expect(page.getByText(/^\d+ contact\(s\)$/)).toBeVisible();

  await expect(article.getByText('New', { exact: true })).toBeVisible();
  await expect(article.getByRole('link', { name: `${word}@visitor.example` })).toHaveAttribute(
    'href',
    `mailto:${word}@visitor.example`,
  );
  await expect(article.getByRole('link', { name: '+49 (0)30 123456' })).toHaveAttribute(
    'href',
    'tel:+4930123456',
  );
  await expect(article.getByText('we need <b>a site</b>.')).toBeVisible();
  const reply = new URL(
    (await article.getByRole('link', { name: 'Reply', exact: true }).getAttribute('href')) ?? '',
  );
  expect(reply.pathname).toBe(`${word}@visitor.example`);
  expect(reply.searchParams.get('subject')).toBe(`Re: Your inquiry — Vera ${word}`);
  expect(reply.searchParams.get('body')).toContain('> we need <b>a site</b>.');
  const webmail = article.getByRole('link', { name: /^Reply in / });
  await expect(webmail).toHaveAttribute('target', '_blank');
  await expect(webmail).toHaveAttribute('href', /^https:\/\/.*visitor\.example/);
  await expectAccessibleInBothThemes(page);

  await stopClock(page);
  const copiedLine = article.getByText('Copied to clipboard.');
  await article.getByRole('button', { name: 'Copy email' }).click();
  await tickUntilVisible(page, copiedLine);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${word}@visitor.example`);
  await page.clock.runFor(1_400);
  await expect(copiedLine).toBeVisible();
  await page.clock.runFor(200);
  await expect(copiedLine).toBeHidden();
  await article.getByRole('button', { name: 'Copy message' }).click();
  await tickUntilVisible(page, copiedLine);
  await page.clock.resume();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`From: Vera ${word} <${word}@visitor.example>\nDate: `);
  expect(copied.endsWith(`\n\n${message}`)).toBe(true);

  const details = article.getByText('IP address');
  await expect(details).toBeHidden();
  await article.getByText('Technical details').click();
  await expect(details).toBeVisible();
  await expect(article.getByText('127.0.0.1')).toBeVisible();
});

test('marks an enquiry and says so for 2.5 seconds', async ({ page, product, expectConsole }) => {
  const word = newWord();
  await sendEnquiry(product, { name: `Vera ${word}` });
  await signInAsOwner(page, product);
  await page.goto('/admin/contact?status=new');
  await messages(page)
    .getByRole('link', { name: `Vera ${word}` })
    .click();
  const article = openMessage(page);
  const read = article.getByRole('button', { name: 'Read' });
  const archive = article.getByRole('button', { name: 'Archive' });
  await stopClock(page);
  const markedLine = article.getByText('Marked as read.');
  await read.click();
  await tickUntilVisible(page, markedLine);
  await page.clock.runFor(2_400);
  await expect(markedLine).toBeVisible();
  await page.clock.runFor(200);
  await expect(markedLine).toBeHidden();
  await page.clock.resume();
  await expect(read).toBeDisabled();
  await expect(archive).toBeEnabled();
  await expect(article.getByText('Read', { exact: true }).first()).toBeVisible();
  // It stays in the list that it was opened from, changed in place.
  await expect(messages(page).getByRole('link', { name: `Vera ${word}` })).toBeVisible();
  await archive.click();
  await expect(article.getByText('Marked as archived.')).toBeVisible();
  await expect(archive).toBeDisabled();
  await expect(read).toBeEnabled();

  await page.goto(`/admin/contact?status=archived&q=${word}`);
  await expect(messages(page).getByRole('link', { name: `Vera ${word}` })).toBeVisible();
  await expect(page.getByText('1 contact(s)')).toBeVisible();
  await messages(page)
    .getByRole('link', { name: `Vera ${word}` })
    .click();

  expectConsole(/Failed to load resource/);
  await page.route(STATUS, (route) => route.abort());
  await read.click();
  await expect(article.getByRole('alert')).toHaveText('Failed to update status.');
  await page.unroute(STATUS);
  await failRequests(page, STATUS, 500, 'The database is resting.');
  await read.click();
  await expect(article.getByRole('alert')).toHaveText('The database is resting.');
  await expect(article.getByText('Archived', { exact: true })).toBeVisible();
});

test('searches after 300 ms, filters, pages, and keeps all of it in the address', async ({
  page,
  product,
}) => {
  const word = newWord();
  for (let number = 1; number <= 21; number += 1) {
    await sendEnquiry(product, { name: `Person ${number}`, message: `About ${word}, number ${number}.` });
  }
  await signInAsOwner(page, product);
  await page.goto('/admin/contact');
  await expect(openMessage(page)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => CONTACTS.test(request.url()) && asked.push(request.url()));
  await stopClock(page);
  const box = page.getByRole('searchbox', { name: 'Search contacts' });
  await box.pressSequentially(word);
  await page.clock.runFor(290);
  // A search that had begun would be on its way before this answer is back.
  await page.evaluate(() => fetch('/healthz').then((reply) => reply.text()));
  expect(asked).toEqual([]);
  await page.clock.runFor(20);
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.resume();
  await expect(page.getByText('21 contact(s)')).toBeVisible();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  expect(asked).toHaveLength(1);
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

  // A filter begins at page 1 again; what fits nothing says so.
  await page.getByRole('radio', { name: 'Archived' }).check();
  await expect(page).toHaveURL(`/admin/contact?q=${word}&status=archived`);
  await expect(page.getByText('No contacts found.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goBack();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`/admin/contact?q=${word}`);
  await page.goBack();
  await expect(page).toHaveURL('/admin/contact');
  await expect(box).toHaveValue('');
  await page.goto(`/admin/contact?q=${word}&page=99`);
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
});

test('keeps what is being read open when newer ones arrive', async ({ page, product }) => {
  const [first, second] = [newWord(), newWord()];
  await sendEnquiry(product, { name: `Early ${first}` });
  await signInAsOwner(page, product);
  await page.goto('/admin/contact');
  await expect(openMessage(page).getByRole('heading', { name: `Early ${first}` })).toBeVisible();
  await page.clock.install();
  await sendEnquiry(product, { name: `Late ${second}` });
  // Coming back to the tab after a while asks again.
  await page.clock.runFor(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(messages(page).getByRole('link', { name: `Late ${second}` })).toBeVisible();
  await expect(openMessage(page).getByRole('heading', { name: `Early ${first}` })).toBeVisible();
});

test('waits, fails and tries again', async ({ page, product, expectConsole }) => {
  await sendEnquiry(product);
  await signInAsOwner(page, product);
  const held = await holdRequests(page, CONTACTS);
  await page.goto('/admin/contact');
  await expect(page.getByText('Loading contacts…')).toBeAttached();
  await held.release();
  await expect(openMessage(page)).toBeVisible();
  expectConsole(/status of 400/);
  await failRequests(page, CONTACTS, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load contacts.');
  await page.unroute(CONTACTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(openMessage(page)).toBeVisible();
});

test('on a phone the list leads to the message and back to its row', async ({ page, product }) => {
  const word = newWord();
  await sendEnquiry(product, {
    name: `Wilhelmina Featherstonehaugh ${word}`,
    email: `${'long.'.repeat(12)}${word}@subdomain.of.a.company.example`,
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
