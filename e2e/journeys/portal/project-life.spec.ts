import type { Browser, Page } from '@playwright/test';
import { sendContract } from '../../harness/contract.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { sendForReview } from '../../harness/plan.ts';
import type { Product } from '../../harness/product.ts';
import { newWord, submitProject } from '../../harness/seed.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

/** A newly submitted brief, with a browser for each side. */
async function begin({ page, browser, product }: { page: Page; browser: Browser; product: Product }) {
  const user = newTestUser('ada');
  const [client, studio] = await Promise.all([createAccount(product, user), ownerSession(product)]);
  const company = `Bakery ${newWord()}`;
  const decisionMakers = [{ name: 'Dora Decides', role: 'Owner' }];
  const project = await submitProject(product, client, { company, decisionMakers });
  const context = await browser.newContext({ baseURL: product.origin });
  const desk = await context.newPage();
  await openAs(desk, studio);
  await openAs(page, client);
  const send = (total: number) => sendContract(product, studio, project, { total });
  const subjectsTo = (address: string) =>
    product.mail
      .mailsTo(address)
      .filter(({ text }) => text?.includes(project.id))
      .map(({ subject }) => subject)
      // A review answered within ten seconds is not mailed, so how many of these there are depends on the
      // machine's speed.
      .filter((subject) => !subject?.endsWith('is ready for your review'))
      .sort();
  return { user, company, project, desk, send, subjectsTo, finish: () => context.close() };
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const waiting = (page: Page) => card(page, 'Waiting for you').getByRole('listitem').getByRole('link');
const events = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const field = (page: Page) => page.getByLabel('Your message');
const message = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('listitem').filter({ hasText: text });

test('a project goes from brief to files while both sides watch', async ({ page, browser, product }) => {
  const { user, company, project, desk, send, subjectsTo, finish } = await begin({
    page,
    browser,
    product,
  });
  const confirmation = await product.mail.nextMail(user.email, /Your brief has arrived/);
  await page.goto(linkIn(confirmation, '/client-portal/'));
  await expect(page).toHaveURL(`/client-portal/${project.id}`);
  await expect(page.getByText('Nothing right now.')).toBeVisible();
  await expect(page.getByText('What happens now')).toBeVisible();
  await page.getByRole('heading', { name: 'Your brief, as submitted' }).click();
  await expect(page.getByText('Dora Decides').first()).toBeVisible();

  // The plan: from the waiting item to its place, and immediately visible to the client.
  await desk.goto(`/admin/portal/${project.id}`);
  await expect(waiting(desk)).toHaveText([/The contract hasn’t been sent yet/, /\d milestones to publish/]);
  await waiting(desk).last().click();
  await expect(tab(desk, 'Milestones')).toBeFocused();
  await desk.getByRole('button', { name: /^Publish \d drafts$/ }).click();
  const next = card(page, 'Where it stands');
  await expect(next).toContainText('First milestone');
  await expect(page.getByText('What happens now')).toHaveCount(0);
  const first = (await next.getByRole('link').textContent()) ?? '';

  // The contract: a requested change, a second version, an acceptance.
  const listed = page.getByRole('region', { name: 'Your submitted projects' });
  await send(9_400);
  await expect(waiting(page)).toHaveText([/^The contractVersion 1, sent/]);
  await expect(listed).toContainText('Contract to read');
  await waiting(page).click();
  await page.getByRole('button', { name: 'Request a change' }).click();
  await page.getByPlaceholder('Request a change…').fill('Payment in three parts, please.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your request has been sent.')).toBeVisible();
  await expect(listed).not.toContainText('Contract to read');
  await tab(desk, 'Overview').click();
  await expect(waiting(desk)).toHaveText([/Your client asked for a change to the contract.*three parts/]);
  await send(9_000);
  await expect(desk.getByText('Nothing in this project needs you.')).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept the contract' });
  await dialog.getByLabel('Your full name').fill('Ada Sample');
  await dialog.getByRole('button', { name: 'Accept version 2' }).click();
  await expect(page.getByRole('heading', { name: 'Your place is reserved' })).toBeVisible();
  await expect(page.getByText('Version 2 is accepted.')).toBeVisible();

  // A milestone: in review, returned with a reason, in review again, approved.
  const row = desk.getByRole('row').filter({ hasText: first });
  await tab(desk, 'Milestones').click();
  await sendForReview(desk, first);
  await tab(page, 'Overview').click();
  await expect(waiting(page)).toContainText([`Review “${first}”`]);
  await expect(listed).toContainText('1 to review');
  await expectAccessibleInBothThemes(page);
  await waiting(page).click();
  await expect(page.getByRole('heading', { name: first })).toBeFocused();
  await page.getByRole('button', { name: 'Needs changes' }).click();
  await page.getByLabel('Your reason').fill('A larger logo.');
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await tab(desk, 'Overview').click();
  // The reason is also a message, but waits only once.
  await expect(waiting(desk)).toHaveText([/needs changesA larger logo\.$/]);
  await expectAccessibleInBothThemes(desk);
  await desk.setViewportSize(PHONE);
  await expectNoSidewaysScroll(desk);
  await desk.setViewportSize({ width: 1280, height: 720 });
  await tab(desk, 'Feedback').click();
  await expect(message(desk, 'A larger logo.')).toContainText(`Needs changes: ${first}`);
  await tab(desk, 'Overview').click();
  await waiting(desk).click();
  await expect(row.getByText(first, { exact: true })).toBeFocused();
  await sendForReview(desk, first);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText('Approved');

  // A file, and a message from each side.
  await tab(desk, 'Files').click();
  await tab(page, 'Files').click();
  await desk
    .getByLabel('Deliver files')
    .locator('input')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Flour and water.') });
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download notes.txt' }).click();
  expect((await downloading).suggestedFilename()).toBe('notes.txt');
  await tab(desk, 'Feedback').click();
  await field(desk).fill('The notes are there.');
  await field(desk).press('Enter');
  await expect(listed).toContainText('1 unread message');
  await tab(page, 'Overview').click();
  await waiting(page).click();
  await expect(message(page, 'The notes are there.')).toBeVisible();
  await field(page).fill('Thank you!');
  await field(page).press('Enter');
  await expect(message(desk, 'Thank you!')).toBeVisible();

  const activity = [
    'wrote a message',
    'wrote a message',
    'added the file “notes.txt”',
    `approved “${first}”`,
    `sent “${first}” for review`,
    `asked for changes to “${first}”`,
    `sent “${first}” for review`,
    'accepted the contract (version 2)',
    'sent a revised contract (version 2)',
    'asked for a change to the contract',
    'sent the contract',
    'published',
    'submitted the brief',
  ];
  for (const each of [page, desk]) {
    await tab(each, 'Activity').click();
    await expect(events(each)).toContainText(activity);
  }
  // Messages and files are batched: neither has been mailed yet.
  await expect
    .poll(() => subjectsTo(user.email))
    .toEqual(
      [
        `Your brief has arrived: ${company} · Website`,
        `The contract for ${company} · Website`,
        `The revised contract for ${company} · Website`,
        `You accepted the contract for ${company} · Website`,
      ].sort(),
    );
  await expect
    .poll(() => subjectsTo(product.ownerEmail))
    .toEqual(
      [
        `New project: ${company} · Website`,
        `${user.username} asked for a change to the contract`,
        `${user.username} accepted the contract`,
        `An invoice for ${company} · Website is ready`,
        `“${first}” needs changes`,
        `“${first}” is approved`,
      ].sort(),
    );
  await finish();
});
