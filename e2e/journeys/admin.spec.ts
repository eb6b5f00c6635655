import { shortId } from '@atelier/domain/ids.ts';
import type { Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { saveDraft, sendEnquiry, submitProject } from '../harness/fill.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
} from '../harness/look.ts';
import { createAccount, newPerson, openAs, signInAsOwner } from '../harness/people.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { expect, test } from '../harness/test.ts';

const CONTACTS = /\/api\/contact\/contacts\?/;
const PROJECTS = /\/api\/admin\/projects\?/;
const USERS = /\/api\/admin\/users\?/;
const STATUS = /\/api\/contact\/[^/]+\/status$/;

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const openMessage = (page: Page) => page.getByRole('article');

let words = 0;
/** A word that nothing else in the studio contains: a search for it finds what a test made, and nothing more. */
function newWord(): string {
  words += 1;
  return `zq${process.pid}x${words}y`;
}

async function newClient(product: Product): Promise<Session> {
  return createAccount(product, newPerson());
}

test.describe('a new studio', () => {
  test('says on every screen that there is nothing yet', async ({ page }) => {
    const product = await startProduct();
    try {
      await signInAsOwnerOf(page, product);
      await page.goto(`${product.origin}/admin`);
      await expect(page.getByText('Nothing new. Every enquiry has been read.')).toBeVisible();
      await expect(page.getByText('No project has been submitted yet.')).toBeVisible();
      await expect(page.getByText('Nobody is filling in a brief at the moment.')).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.getByRole('link', { name: 'See all new enquiries' }).click();
      await expect(page.getByRole('radio', { name: 'New' })).toBeChecked();
      await page.goto(`${product.origin}/admin/contact`);
      await expect(page.getByText('No contacts found.')).toBeVisible();
      await expect(page.getByText('0 contact(s)')).toBeVisible();
      await expect(page.getByText('Select a message to view details')).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.goto(`${product.origin}/admin/projects`);
      await expect(page.getByText('No projects.')).toBeVisible();
      await expect(page.getByText('Page 1 of 1 • 0 total')).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.goto(`${product.origin}/admin/users`);
      await expect(page.getByRole('row', { name: product.ownerEmail })).toContainText('Admin');
      await expect(page.getByText('Page 1 of 1 • 1 total')).toBeVisible();
      await page.route(USERS, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }));
      await page.reload();
      await expect(page.getByText('No users yet.')).toBeVisible();
    } finally {
      await product.stop();
    }
  });
});

/** Signs in at a product that is not the worker's own. */
async function signInAsOwnerOf(page: Page, product: Product): Promise<void> {
  const owner = { ...newPerson('owner'), email: product.ownerEmail };
  const session = await createAccount(product, owner);
  await page.goto(`${product.origin}/forbidden`);
  await page.evaluate(
    (value) => localStorage.setItem('studio-auth-embedded', value),
    JSON.stringify(session),
  );
}

test.describe('who may come in', () => {
  test('a client is sent to /forbidden, whose ways lead on', async ({ page, product, expectConsole }) => {
    expectConsole(/status of 403/);
    await openAs(page, await newClient(product));
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const path of ['/admin', '/admin/projects', '/admin/users', '/admin/contact', '/admin/portal/x']) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.waitForURL('**/forbidden');
      await expect(page.getByText('You don’t have access to this page.')).toBeVisible();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.waitForURL('**/profile');
    }
    await page.goto('/admin');
    await page.waitForURL('**/forbidden');
    await page.getByRole('link', { name: 'Go Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }),
    ).toBeHidden();
  });

  test('while it is being asked, the page says so', async ({ page, product, expectConsole }) => {
    expectConsole(/status of 403/);
    await openAs(page, await newClient(product));
    const held = await holdRequests(page, /\/api\/admin\/ping$/);
    await page.goto('/admin');
    await expect(page.getByText('Verifying admin…')).toBeVisible();
    await held.release();
    await page.waitForURL('**/forbidden');
  });

  test('somebody signed out signs in first and arrives where they wanted', async ({ page, product }) => {
    await page.goto('/admin/contact?status=new');
    await page.waitForURL('**/login');
    await signInAsOwner(page, product);
    await page.goto('/admin/contact?status=new');
    await expect(page.getByRole('radio', { name: 'New' })).toBeChecked();
  });

  test('a server that says no is believed, whatever the page thought', async ({
    page,
    product,
    expectConsole,
  }) => {
    expectConsole(/status of 40[34]/);
    await signInAsOwner(page, product);
    for (const [path, call] of [
      ['/admin/users', USERS],
      ['/admin/portal/0198c0de-0000-7000-8000-000000000000', /\/api\/admin\/projects\/[^/?]+$/],
    ] as const) {
      await failRequests(page, call, 403, 'Only admins may do this.');
      await page.goto(path);
      await expect(page.getByText('Admins only.', { exact: true })).toBeVisible();
      await page.unroute(call);
    }
    for (const id of ['0198c0de-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/admin/portal/${id}`);
      await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
    }
  });
});

test.describe('the frame', () => {
  test('the sidebar narrows and remembers it', async ({ page, product }) => {
    await signInAsOwner(page, product);
    await page.goto('/admin');
    const sidebar = page.getByRole('complementary', { name: 'Admin area' });
    const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(width).toBe(256);
    await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(width).toBe(64);
    expect(await page.evaluate(() => localStorage.getItem('adminSidebarCollapsed'))).toBe('1');
    await page.reload();
    await expect(sidebar.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
    await expect.poll(width).toBe(64);
    await expectAccessibleInBothThemes(page);
    for (const name of ['Projects', 'Users', 'Contact', 'Overview']) {
      await sidebar.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(sidebar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    await sidebar.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect.poll(width).toBe(256);
    expect(await page.evaluate(() => localStorage.getItem('adminSidebarCollapsed'))).toBe('0');
  });

  test('on a phone the links are in a drawer', async ({ page, product }) => {
    await page.setViewportSize(PHONE);
    await signInAsOwner(page, product);
    await page.goto('/admin');
    await expect(page.getByRole('complementary', { name: 'Admin area' })).toBeHidden();
    const opener = page.getByRole('button', { name: 'Admin menu' });
    await opener.click();
    const drawer = page.getByRole('dialog', { name: 'Admin' });
    await expect(drawer).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();
    for (const name of ['Projects', 'Users', 'Contact', 'Overview']) {
      await opener.click();
      await drawer.getByRole('link', { name }).click();
      await expect(drawer).toBeHidden();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });

  test('the overview leads to what has come in', async ({ page, product }) => {
    const word = newWord();
    await sendEnquiry(product, { name: `Vera ${word}` });
    const project = await submitProject(product, await newClient(product), { company: `Bakery ${word}` });
    await signInAsOwner(page, product);
    await page.goto('/admin');
    await page.getByRole('link', { name: `Vera ${word}` }).click();
    await expect(openMessage(page).getByRole('heading', { name: `Vera ${word}` })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: `Bakery ${word}` }).click();
    await expect(page).toHaveURL(`/admin/portal/${project.id}`);
    await expect(page.getByRole('heading', { level: 1, name: `Bakery ${word}` })).toBeVisible();
  });
});

test.describe('the contact inbox', () => {
  test('shows an enquiry with everything that is known of it', async ({ page, product, context }) => {
    const word = newWord();
    const message =
      `Hello ${word},\nwe need <b>a site</b>.\n\n${'More words follow here. '.repeat(20)}`.trim();
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

    await page.clock.install();
    await article.getByRole('button', { name: 'Copy email' }).click();
    await expect(article.getByText('Copied to clipboard.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${word}@visitor.example`);
    await page.clock.runFor(1_400);
    await expect(article.getByText('Copied to clipboard.')).toBeVisible();
    await page.clock.runFor(200);
    await expect(article.getByText('Copied to clipboard.')).toBeHidden();
    await article.getByRole('button', { name: 'Copy message' }).click();
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
    await page.clock.install();
    await read.click();
    await expect(article.getByText('Marked as read.')).toBeVisible();
    await page.clock.runFor(2_400);
    await expect(article.getByText('Marked as read.')).toBeVisible();
    await page.clock.runFor(200);
    await expect(article.getByText('Marked as read.')).toBeHidden();
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
    await page.clock.install();
    const box = page.getByRole('searchbox', { name: 'Search contacts' });
    await box.pressSequentially(word);
    await page.clock.runFor(250);
    expect(asked).toEqual([]);
    await page.clock.runFor(100);
    await expect(page.getByText('21 contact(s)')).toBeVisible();
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
});

test.describe('the projects', () => {
  test('shows the submitted ones first, searches, filters, pages and opens a portal', async ({
    page,
    product,
  }) => {
    const word = newWord();
    const session = await newClient(product);
    for (let number = 1; number <= 21; number += 1) {
      await submitProject(product, session, { company: `Shop ${number} ${word}`, domain: `${word}.example` });
    }
    const draft = await saveDraft(product, session, { company: `Idea ${word}` });
    await signInAsOwner(page, product);
    await page.goto('/admin/projects');
    await expect(page.getByRole('radio', { name: 'Submitted' })).toBeChecked();
    const box = page.getByPlaceholder('Search company, email, id…');
    await box.fill(word);
    await expect(page).toHaveURL(`/admin/projects?q=${word}`);
    await expect(page.getByText('Page 1 of 2 • 21 total')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Page 2 of 2 • 21 total')).toBeVisible();
    await expect(page.getByRole('row', { name: `Shop 1 ${word}` })).toContainText(`${word}.example`);

    await page.getByRole('radio', { name: 'Draft' }).check();
    await expect(page).toHaveURL(`/admin/projects?q=${word}&status=draft`);
    const row = page.getByRole('row', { name: `Idea ${word}` });
    await expect(row).toContainText(`#${shortId(draft.id)}`);
    await expect(row).toContainText(session.user.email ?? '');
    await expect(row).toContainText(session.user.id);
    await expect(row).toContainText('Draft');
    await expect(row).toContainText('3');
    await expect(row.locator('time')).toHaveText('just now');
    await expect(page.getByText('Page 1 of 1 • 1 total')).toBeVisible();
    await page.getByRole('radio', { name: 'All' }).check();
    await expect(page.getByText('Page 1 of 2 • 22 total')).toBeVisible();
    await page.getByRole('radio', { name: 'Archived' }).check();
    await expect(page.getByText('No projects.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.goBack();
    await expect(page.getByText('Page 1 of 2 • 22 total')).toBeVisible();
    await expectAccessibleInBothThemes(page);

    await box.fill(shortId(draft.id));
    await expect(page.getByText('Page 1 of 1 • 1 total')).toBeVisible();
    await expect(page.getByRole('row', { name: `Idea ${word}` })).toBeVisible();
    await page
      .getByRole('row', { name: `Idea ${word}` })
      .getByRole('link', { name: /Open portal/ })
      .click();
    await expect(page).toHaveURL(`/admin/portal/${draft.id}`);
    await expect(page.getByRole('heading', { level: 1, name: `Idea ${word}` })).toBeVisible();
    await page.goBack();
    await expect(box).toHaveValue(shortId(draft.id));
  });

  test('deletes after the question, to the letter, and says when that failed', async ({
    page,
    product,
    expectConsole,
  }) => {
    const word = newWord();
    const session = await newClient(product);
    const project = await submitProject(product, session, { company: `Gone ${word}` });
    await signInAsOwner(page, product);
    await page.goto(`/admin/projects?q=${word}`);
    const remove = page.getByRole('button', { name: `Delete Gone ${word}` });
    const question = page.getByRole('alertdialog');
    await remove.click();
    await expect(question.getByRole('heading')).toHaveText(
      `Delete "Gone ${word}" (#${shortId(project.id)}) ? This cannot be undone.`,
    );
    await expectAccessibleInBothThemes(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(remove).toBeFocused();
    expectConsole(/Failed to load resource/);
    const one = /\/api\/admin\/projects\/[^/?]+$/;
    await page.route(one, (route) => route.abort());
    await remove.click();
    await question.getByRole('button', { name: 'Delete project' }).click();
    await expect(question.getByRole('alert')).toHaveText('Failed to delete.');
    await page.unroute(one);
    await question.getByRole('button', { name: 'Delete project' }).click();
    await expect(page.getByText('No projects.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Projects' })).toBeFocused();
    await page.goto(`/admin/portal/${project.id}`);
    expectConsole(/status of 404/);
    await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
  });

  test('waits, fails, and fits a phone', async ({ page, product, expectConsole }) => {
    await submitProject(product, await newClient(product), {
      company: 'A name '.repeat(20),
      domain: 'd'.repeat(60),
    });
    await page.setViewportSize(PHONE);
    await signInAsOwner(page, product);
    const held = await holdRequests(page, PROJECTS);
    await page.goto('/admin/projects');
    await expect(page.getByText('Loading projects…')).toBeAttached();
    await held.release();
    await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
    expectConsole(/status of 400/);
    await failRequests(page, PROJECTS, 400, '');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load projects.');
    await page.unroute(PROJECTS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeVisible();
  });
});

test('the studio reads a project in its portal', async ({ page, product, expectConsole }) => {
  const session = await newClient(product);
  const project = await submitProject(product, session, {
    company: 'Portal Bakery',
    goals: 'Bread for all.',
  });
  await signInAsOwner(page, product);
  await page.goto(`/admin/portal/${project.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Portal Bakery' })).toBeVisible();
  const article = page.getByRole('article');
  await expect(article.getByRole('link', { name: session.user.email ?? '' })).toBeVisible();
  await expect(article.getByText(`#${shortId(project.id)}`)).toBeVisible();
  await expect(article.getByText('Submitted', { exact: true })).toBeVisible();
  await expect(article.getByText('Bread for all.')).toBeVisible();
  await expect(article.getByRole('heading', { name: 'Estimate' })).toBeVisible();
  await expect(article.getByRole('heading', { name: 'What happens now' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  expectConsole(/status of 409/);
  const one = /\/api\/admin\/projects\/[^/?]+$/;
  await failRequests(page, one, 409, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load project.');
  await page.unroute(one);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Portal Bakery' })).toBeVisible();
});

test('the users are listed with what they are', async ({ page, product, expectConsole }) => {
  const person = newPerson();
  await createAccount(product, person);
  await signInAsOwner(page, product);
  await page.goto('/admin/users');
  const row = page.getByRole('row', { name: person.email });
  await expect(row).toContainText(person.username);
  await expect(row).toContainText('Client');
  await expect(row).toContainText('None');
  await expect(row.locator('time')).toBeVisible();
  for (const header of ['Email', 'Username', 'Role', 'Status', 'Updated']) {
    await expect(page.getByRole('columnheader', { name: header })).toBeVisible();
  }
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expect(row).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  const held = await holdRequests(page, USERS);
  await page.reload();
  await expect(page.getByText('Loading users…')).toBeAttached();
  await held.release();
  await expect(row).toBeVisible();
  expectConsole(/status of 400/);
  await failRequests(page, USERS, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load users.');
});
