import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newWord, sendEnquiry } from '../harness/fill.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  hush,
  PHONE,
  stopClock,
  tickUntilVisible,
} from '../harness/look.ts';
import { signInAsOwner } from '../harness/people.ts';
import { linkIn } from '../harness/smtp-sink.ts';
import { expect, test } from '../harness/test.ts';

const CONTACTS = /\/api\/contact\/contacts\?/;
const STATUS = /\/api\/contact\/[^/]+\/status$/;
const INVITE = /\/api\/contact\/[^/]+\/invite$/;

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
  await expect(article.getByRole('heading', { name: `Vera ${word}` })).toBeVisible();
  await stopClock(page);
  const markedLine = article.getByText('Marked as read.');
  await read.click();
  await tickUntilVisible(page, markedLine);
  await page.clock.runFor(2_400);
  await expect(markedLine).toBeVisible();
  await page.clock.runFor(200);
  await expect(markedLine).toBeHidden();
  await expect(read).toBeDisabled();
  await expect(archive).toBeEnabled();
  await expect(article.getByText('Read', { exact: true }).first()).toBeVisible();
  // It stays in the list that it was opened from, changed in place.
  await expect(messages(page).getByRole('link', { name: `Vera ${word}` })).toBeVisible();
  await archive.click();
  await tickUntilVisible(page, article.getByText('Marked as archived.'));
  await page.clock.resume();
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
  page.on('request', (request) => {
    // Of the search alone: the list as it is may be asked for again at any time.
    if (CONTACTS.test(request.url()) && request.url().includes(word)) asked.push(request.url());
  });
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
  await page.setViewportSize(PHONE);
  await hush(page);
  await failRequests(page, CONTACTS, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load contacts.');
  await expectNoSidewaysScroll(page);
  await page.unroute(CONTACTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(messages(page).getByRole('listitem').first()).toBeVisible();
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

test('a stack of messages is worked through by keyboard, several at once, while more come in', async ({
  page,
  product,
}) => {
  const word = newWord();
  for (const name of ['Third', 'Second']) await sendEnquiry(product, { name: `${name} ${word}` });
  await signInAsOwner(page, product);
  await page.goto(`/admin/contact?q=${word}`);
  const row = (name: string) => messages(page).getByRole('link', { name: `${name} ${word}` });
  const heading = (name: string) => openMessage(page).getByRole('heading', { name: `${name} ${word}` });
  await expect(row('Second')).toBeVisible();
  // Nothing asks for it: it comes by itself.
  await sendEnquiry(product, { name: `First ${word}` });
  await expect(row('First')).toBeVisible();
  await expect(page.getByText('3 contact(s)')).toBeVisible();

  await page.keyboard.press('j');
  await expect(heading('First')).toBeVisible();
  await expect(row('First')).toBeFocused();
  await page.keyboard.press('j');
  await expect(heading('Second')).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(heading('First')).toBeVisible();
  await expect(openMessage(page).getByText('New', { exact: true })).toBeVisible();
  const pressed = await page.evaluateHandle(() => {
    const heard = { href: '' };
    const note = (event: Event) => {
      event.preventDefault();
      heard.href = (event.target as Element).closest('a')?.href ?? '';
    };
    addEventListener('click', note, { once: true, capture: true });
    return heard;
  });
  await page.keyboard.press('r');
  await expect
    .poll(() => pressed.evaluate((heard) => heard.href))
    .toContain('mailto:vera@visitor.example?subject=Re%3A%20Your%20inquiry');
  await stopClock(page);
  await page.keyboard.press('e');
  await tickUntilVisible(page, openMessage(page).getByText('Marked as archived.'));
  await page.clock.resume();

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByLabel('2 selected')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await stopClock(page);
  await page.getByRole('button', { name: 'Archive selected' }).click();
  await tickUntilVisible(page, messages(page).getByText('2 marked as archived.'));
  await page.clock.resume();
  await expect(messages(page).getByText('Archived', { exact: true })).toHaveCount(3);
  await expect(page.getByLabel('Select all')).not.toBeChecked();
  await page.getByLabel('Select all').check();
  await stopClock(page);
  await page.getByRole('button', { name: 'Mark read' }).click();
  await tickUntilVisible(page, messages(page).getByText('3 marked as read.'));
  await page.clock.resume();
  await expect(messages(page).getByText('Archived', { exact: true })).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).match(new RegExp(` ${word}`, 'g'))).toHaveLength(3);

  // Letters belong to the search while it is being typed in.
  const box = page.getByRole('searchbox', { name: 'Search contacts' });
  await box.focus();
  await page.keyboard.press('k');
  await expect(box).toHaveValue(`${word}k`);
  await expect(page.getByText('No contacts found.')).toBeVisible();
  await box.fill(word);
  await expect(row('Second')).toBeVisible();
  await box.blur();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys and choices' });
  await expect(dialog.getByText('Next message')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel('Mark a new message as read when I open it').check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await sendEnquiry(product, { name: `Fresh ${word}` });
  await expect(row('Fresh')).toBeVisible();
  await stopClock(page);
  await row('Fresh').click();
  await tickUntilVisible(page, openMessage(page).getByText('Marked as read.'));
  await page.clock.resume();
  await page.reload();
  await expect(openMessage(page).getByText('Read', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(dialog.getByLabel('Mark a new message as read when I open it')).toBeChecked();
  await dialog.getByLabel('Use the keys below').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await expect(heading('Fresh')).toBeVisible();
});

test('the mail about an enquiry leads to it, and it becomes an invitation', async ({
  page,
  product,
  expectConsole,
}) => {
  const word = newWord();
  const email = `${word}@visitor.example`;
  await sendEnquiry(product, { name: `Vera ${word}`, email });
  await signInAsOwner(page, product);
  const told = await product.mail.nextMail(product.ownerEmail, new RegExp(`New enquiry from Vera ${word}`));
  const link = new URL(linkIn(told, '/admin/contact'));
  // Under any filter: it is opened wherever it stands.
  await page.goto(`${link.pathname}${link.search}&status=archived`);
  const article = openMessage(page);
  await expect(article.getByRole('heading', { name: `Vera ${word}` })).toBeVisible();

  await article.getByRole('button', { name: 'Invite to start a project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to start a project' });
  await dialog.getByLabel('Your note').fill(`A shop by spring: yes, ${word}.`);
  await expectAccessibleInBothThemes(page);
  expectConsole(/Failed to load resource/);
  await page.route(INVITE, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to send.');
  await page.unroute(INVITE);
  await expect(dialog.getByLabel('Your note')).toHaveValue(`A shop by spring: yes, ${word}.`);
  await stopClock(page);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await tickUntilVisible(page, article.getByText(`Invitation sent to ${email}.`));
  await page.clock.resume();
  await expect(article.getByText('Invited', { exact: true })).toBeVisible();
  await expect(article.getByText('Read', { exact: true }).first()).toBeVisible();
  const invitation = await product.mail.nextMail(email, /Let’s start your project/);
  expect(invitation.text).toContain(`A shop by spring: yes, ${word}.`);
  expect(linkIn(invitation, '/start')).toBe(`${product.origin}/start`);
  await article.getByRole('button', { name: 'Invite again' }).click();
  await expect(dialog.getByText('They were invited before, on ')).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
  await page.goto('/admin/contact?enquiry=0198c0de-0000-7000-8000-000000000000');
  await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
});
