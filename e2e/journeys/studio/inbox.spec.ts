import { messages, openMessage } from '../../harness/inbox.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  PHONE,
  stopClock,
  tickUntilVisible,
} from '../../harness/page.ts';
import { newWord, sendEnquiry } from '../../harness/seed.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, test } from '../../harness/test.ts';
import { signInAsOwner } from '../../harness/users.ts';

const STATUS = /\/api\/contact\/[^/]+\/status$/;
const INVITE = /\/api\/contact\/[^/]+\/invite$/;

test('the inbox shows an enquiry with all its details', async ({ page, product, context }) => {
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

  // Page 1 without a filter opens the newest message by default.
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

test('the inbox marks an enquiry, confirmed for 2.5 seconds', async ({ page, product, expectConsole }) => {
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
  // It stays in the list it was opened from, updated in place.
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

test('Read and Archive send one request when pressed twice at once', { tag: '@chromium' }, async ({
  page,
  product,
}) => {
  const word = newWord();
  for (const name of ['Vera', 'Nora']) await sendEnquiry(product, { name: `${name} ${word}` });
  await signInAsOwner(page, product);
  await page.goto(`/admin/contact?q=${word}`);
  await messages(page)
    .getByRole('link', { name: `Vera ${word}` })
    .click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.postData() ?? '');
  });
  const twice = (element: HTMLElement) => {
    element.click();
    element.click();
  };
  const article = openMessage(page);
  // Each confirmation is shown for a moment only.
  await stopClock(page);
  await article.getByRole('button', { name: 'Read' }).evaluate(twice);
  await tickUntilVisible(page, article.getByText('Marked as read.'));
  await article.getByRole('button', { name: 'Archive' }).evaluate(twice);
  await tickUntilVisible(page, article.getByText('Marked as archived.'));
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Mark read' }).evaluate(twice);
  await tickUntilVisible(page, page.getByText('2 marked as read.'));
  const statuses = sent.map((body) => JSON.parse(body).status);
  expect(statuses).toEqual(['read', 'archived', 'read']);
});

test('an enquiry opens from its email and can be invited', async ({ page, product, expectConsole }) => {
  const word = newWord();
  const email = `${word}@visitor.example`;
  await sendEnquiry(product, { name: `Vera ${word}`, email });
  await signInAsOwner(page, product);
  const mail = await product.mail.nextMail(product.ownerEmail, new RegExp(`New enquiry from Vera ${word}`));
  const link = new URL(linkIn(mail, '/admin/contact'));
  // The link opens the enquiry even when the filter excludes it.
  await page.goto(`${link.pathname}${link.search}&status=archived`);
  const article = openMessage(page);
  await expect(article.getByRole('heading', { name: `Vera ${word}` })).toBeVisible();

  await article.getByRole('button', { name: 'Start a project for them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a project for them' });
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
  await expect(dialog.getByText('Already invited on ')).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
  await page.goto('/admin/contact?enquiry=0198c0de-0000-7000-8000-000000000000');
  await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
});
