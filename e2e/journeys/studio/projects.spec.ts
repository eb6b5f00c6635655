import { readFile } from 'node:fs/promises';
import { api } from '@atelier/domain/api.ts';
import { shortId } from '@atelier/domain/text.ts';
import { sendContract } from '../../harness/contract.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
  pressByKeyboard,
  tabTo,
  untilTypefacesRest,
} from '../../harness/page.ts';
import { callAs, newWord, saveDraft, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, ownerSession, signInAsOwner } from '../../harness/users.ts';

const PROJECTS = /\/api\/admin\/projects\?/;
const PROJECT = /\/api\/admin\/projects\/[^/?]+$/;
const BOARD = /\/api\/admin\/board$/;

test('the project list shows submitted projects first, searches, filters, pages and opens a portal', async ({
  page,
  product,
}) => {
  const word = newWord();
  const session = await createAccount(product, newTestUser());
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
  // The new page is shown from its top.
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeInViewport();
  await expect(page.getByRole('row', { name: `Shop 1 ${word}` })).toContainText(`${word}.example`);
  // A new order starts at page 1, like a new filter.
  await page.getByLabel('Sort by').selectOption({ label: 'Company, A to Z' });
  await expect(page.getByText('Page 1 of 2 • 21 total')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Page 2 of 2 • 21 total')).toBeVisible();

  await page.getByRole('radio', { name: 'Draft' }).click();
  await expect(page).toHaveURL(`/admin/projects?q=${word}&status=draft`);
  const row = page.getByRole('row', { name: `Idea ${word}` });
  await expect(row).toContainText(`#${shortId(draft.id)}`);
  await expect(row).toContainText(session.user.email ?? '');
  await expect(row).toContainText(session.user.id);
  await expect(row).toContainText('Draft');
  await expect(row).toContainText('3');
  await expect(row.locator('time')).toHaveText(/^(just now|\d+ minutes? ago)$/);
  await expect(page.getByText('Page 1 of 1 • 1 total')).toBeVisible();
  await page.getByRole('radio', { name: 'All' }).click();
  await expect(page.getByText('Page 1 of 2 • 22 total')).toBeVisible();
  await page.getByRole('radio', { name: 'Archived' }).click();
  await expect(page.getByText('No projects.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('region', { name: 'Projects' })).toBeFocused();
  await expect(page).toHaveURL('/admin/projects?status=all');
  await expect(box).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Archived' })).toBeChecked();
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
  // The link back keeps the search.
  await page.getByRole('main').getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(box).toHaveValue(shortId(draft.id));
});

test('the project list shows fifteen projects on a laptop, and a whole row opens its project', async ({
  page,
  product,
}) => {
  const word = newWord();
  const session = await createAccount(product, newTestUser());
  for (let number = 1; number <= 19; number += 1) {
    await submitProject(product, session, { company: `Shop ${number} ${word}`, domain: `${word}.example` });
  }
  // One with a value in every column.
  const studio = await ownerSession(product);
  const busy = await submitProject(product, session, { company: `Busy ${word}` });
  const params = { id: busy.id };
  const late = { title: 'Design', due: '2026-01-10' };
  await callAs(product, studio, api.createMilestone, { params, body: late });
  await sendContract(product, studio, busy, { total: 14_000, link: 'https://sign.example/sample' });
  await callAs(product, session, api.acceptContract, { params, body: {} });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsOwner(page, product);
  await page.goto(`/admin/projects?q=${word}`);
  const rows = page.getByRole('table', { name: 'Projects' }).locator('tbody tr');
  await expect(rows).toHaveCount(20);
  await untilTypefacesRest(page);
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
  expect(boxes.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(15);
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(45);
  await expectNoSidewaysScroll(page);
  const busyRow = rows.filter({ hasText: `Busy ${word}` });
  await expect(busyRow).toContainText('$14,000');
  await expect(busyRow).toContainText('overdue');
  await expect(busyRow.getByRole('button', { name: `More for Busy ${word}` })).toBeInViewport({ ratio: 1 });
  await expectAccessibleInBothThemes(page);

  // Selecting text doesn't open the row.
  const updated = rows.nth(3).locator('time').last();
  const box = await updated.boundingBox();
  if (!box) throw new Error('The row has no time');
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('');
  await expect(page).toHaveURL(`/admin/projects?q=${word}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => getSelection()?.empty());
  await updated.click();
  await expect(page).toHaveURL(/\/admin\/portal\/[0-9a-f-]{36}$/);
});

test('the project list keeps filters under names', async ({ page, product }) => {
  const word = newWord();
  await signInAsOwner(page, product);
  await page.goto(`/admin/projects?q=${word}&status=all`);
  const opener = page.getByRole('button', { name: 'Saved filters' });
  await pressByKeyboard(page, opener);
  await expect(page.getByRole('menuitem', { name: 'Save this filter…' })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this filter' });
  await dialog.getByLabel('Name').fill('Everything odd');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.goto('/admin/projects');
  await opener.click();
  await page.getByRole('menuitemradio', { name: 'Everything odd' }).click();
  await expect(page).toHaveURL(`/admin/projects?q=${word}&status=all`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Everything odd' }).click();
  await page.getByRole('menuitem', { name: 'Remove “Everything odd”' }).click();
  await opener.click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
});

test('the project list deletes a project after a confirmation, and shows why it failed', async ({
  page,
  product,
  expectConsole,
}) => {
  const word = newWord();
  const session = await createAccount(product, newTestUser());
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
  await page.route(PROJECT, (route) => route.abort());
  await remove.click();
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete.');
  await page.unroute(PROJECT);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.route(PROJECTS, async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    body.items[0]._id = '';
    await route.fulfill({ response: reply, json: body });
  });
  await page.reload();
  await remove.click();
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(question.getByRole('alert')).toHaveText('Missing id');
  await page.unroute(PROJECTS);
  await page.reload();
  await remove.click();
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByText('No projects.')).toBeVisible();
  // The row is gone; the focus moves to what the list offers instead.
  await expect(page.getByRole('button', { name: 'Show all' })).toBeFocused();
  await page.goto(`/admin/portal/${project.id}`);
  expectConsole(/status of 404/);
  await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
});

test('the project list shows its states and fits a phone', async ({ page, product, expectConsole }) => {
  await submitProject(product, await createAccount(product, newTestUser()), {
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
  await blockEvents(page);
  await failRequests(page, PROJECTS, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load projects.');
  await page.unroute(PROJECTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeVisible();

  await failRequests(page, BOARD, 400, '');
  await page.getByRole('radio', { name: 'Board' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to load projects.');
  await page.unroute(BOARD);
  const heldBoard = await holdRequests(page, BOARD);
  await page.getByRole('button', { name: 'Try again' }).click();
  await heldBoard.release();
  await expect(page.getByRole('region', { name: 'Proposal' })).toBeVisible();
});

test('the studio reads a project in its portal', async ({ page, product, expectConsole }) => {
  const session = await createAccount(product, newTestUser());
  const project = await submitProject(product, session, {
    company: 'Portal Bakery',
    goals: 'Bread for all.',
  });
  await signInAsOwner(page, product);
  await page.goto(`/admin/portal/${project.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Portal Bakery' })).toBeVisible();
  const article = page.getByRole('article');
  await expect(article.getByRole('link', { name: session.user.email ?? '' }).first()).toBeVisible();
  await expect(article.getByText(`#${shortId(project.id)}`)).toBeVisible();
  await expect(article.getByText('Submitted', { exact: true })).toBeVisible();
  await expect(article.getByText('Bread for all.')).toBeVisible();
  await expect(article.getByRole('heading', { name: 'Estimate' })).toBeVisible();
  await expect(article.getByRole('heading', { name: 'What happens now' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  expectConsole(/status of 409/);
  await blockEvents(page);
  await failRequests(page, PROJECT, 409, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load project.');
  await page.unroute(PROJECT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Portal Bakery' })).toBeVisible();
});

test('the project list sorts, archives, restores, shows the board and downloads as CSV', async ({
  page,
  product,
  expectConsole,
}) => {
  const word = newWord();
  const session = await createAccount(product, newTestUser());
  const zebra = await submitProject(product, session, { company: `Zebra ${word}` });
  await submitProject(product, session, { company: `Abacus ${word}` });
  await saveDraft(product, session, { company: `Idea ${word}` });
  await signInAsOwner(page, product);
  await page.goto(`/admin/projects?q=${word}`);
  const names = page.getByRole('table', { name: 'Projects' }).getByText(new RegExp(` ${word}$`));
  await expect(names).toHaveText([`Abacus ${word}`, `Zebra ${word}`]);
  await page.getByLabel('Sort by').selectOption({ label: 'Last submitted' });
  await expect(page).toHaveURL(`/admin/projects?q=${word}&sort=submitted`);
  await page.getByLabel('Sort by').selectOption({ label: 'Company, A to Z' });
  await expect(page).toHaveURL(`/admin/projects?q=${word}&sort=company`);
  await tabTo(page, page.getByRole('radio', { name: 'Submitted' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(`/admin/projects?q=${word}&status=all&sort=company`);
  await expect(names).toHaveText([`Abacus ${word}`, `Idea ${word}`, `Zebra ${word}`]);
  await expect(page.getByRole('button', { name: `More for Idea ${word}` })).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^projects-\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(4);

  await tabTo(page, page.getByRole('radio', { name: 'All' }));
  await page.keyboard.press('ArrowRight');
  await expect(names).toHaveText([`Abacus ${word}`, `Zebra ${word}`]);
  await pressByKeyboard(page, page.getByRole('button', { name: `More for Zebra ${word}` }));
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toHaveText(`Archive “Zebra ${word} · Website”?`);
  await pressByKeyboard(page, question.getByRole('button', { name: 'Archive' }));
  await expect(names).toHaveText([`Abacus ${word}`]);
  // The row is gone; the focus stays in the list.
  await expect(page.getByRole('link', { name: new RegExp(`^Abacus ${word}`) })).toBeFocused();
  await page.getByRole('radio', { name: 'Archived' }).click();
  await page.getByRole('button', { name: `More for Zebra ${word}` }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('No projects.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show all' })).toBeFocused();

  await tabTo(page, page.getByRole('radio', { name: 'List' }));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL('/admin/projects?view=board');
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(column('Draft').getByRole('link', { name: `Idea ${word}` })).toBeVisible();
  await expect(column('Proposal').getByRole('link', { name: `Zebra ${word}` })).toHaveAttribute(
    'href',
    `/admin/portal/${zebra.id}`,
  );
  await expectAccessibleInBothThemes(page);
  const board = page.getByRole('region', { name: 'Board' });
  for (const width of [1440, 768, PHONE.width]) {
    await page.setViewportSize({ ...PHONE, width });
    await expectNoSidewaysScroll(page);
    await expect.poll(() => board.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  }
  // A failed refetch keeps the shown data.
  expectConsole(/status of 400/);
  await failRequests(page, BOARD, 400, '');
  await submitProject(product, await createAccount(product, newTestUser()), { company: `Late ${word}` });
  await expect(page.getByRole('alert')).toContainText('Failed to load projects.');
  await expect(column('Proposal').getByRole('link', { name: `Zebra ${word}` })).toBeVisible();
  await page.unroute(BOARD);
  // This browser keeps the board view until the list is chosen.
  await page.goto('/admin/projects');
  await pressByKeyboard(page, column('Draft').getByRole('link', { name: `Idea ${word}` }));
  await expect(page.getByRole('heading', { level: 1, name: `Idea ${word}` })).toBeVisible();
  await page.goto(`/admin/projects?q=${word}`);
  await expect(page.getByText('Page 1 of 1 • 3 total')).toBeVisible();
  await page.goto('/admin/projects');
  await page.getByRole('radio', { name: 'List' }).check();
  await expect(board).toBeHidden();
  await page.reload();
  await expect(page.getByPlaceholder('Search company, email, id…')).toBeVisible();
});
