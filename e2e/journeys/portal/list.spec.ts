import { shortId } from '@atelier/domain/text.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  loseReply,
  PHONE,
  stopClock,
  tickUntilVisible,
} from '../../harness/page.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs } from '../../harness/users.ts';

const LIST = /\/api\/onboarding\/list\?status=submitted&page=\d+$/;
const ONE = /\/api\/portal\/[0-9a-f-]{36}(\?|$)/;

test('the client’s project list pages after twenty, as its address shows', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  for (let number = 1; number <= 21; number += 1) {
    await submitProject(product, session, { company: `Workshop ${number}` });
  }
  await openAs(page, session);
  await page.goto('/client-portal');
  const list = page.getByRole('region', { name: 'Your submitted projects' });
  await expect(list.getByRole('listitem')).toHaveCount(20);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL('/client-portal?page=2');
  await expect(page.getByText('Select a project to view details.', { exact: true })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link', { name: 'Workshop 1' }).click();
  await expect(page).toHaveURL(/\/client-portal\/[0-9a-f-]{36}\?page=2$/);
  await expect(page.getByRole('article', { name: 'Workshop 1' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article', { name: 'Workshop 1' })).toBeVisible();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();

  // Deleting the only project of the last page shows the page before it.
  await list.getByRole('button', { name: 'Delete Workshop 1' }).click();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect(page).toHaveURL('/client-portal');
  await expect(list.getByRole('listitem')).toHaveCount(20);
});

test('the client’s project list asks before it deletes a project, and shows why it failed', async ({
  page,
  product,
  expectConsole,
}) => {
  const session = await createAccount(product, newTestUser());
  const first = await submitProject(product, session, { company: 'Keep me' });
  const second = await submitProject(product, session, { company: 'Delete me' });
  await openAs(page, session);
  await page.goto('/client-portal');
  const list = page.getByRole('region', { name: 'Your submitted projects' });
  const remove = list.getByRole('button', { name: 'Delete Delete me' });
  const question = page.getByRole('alertdialog');

  await remove.click();
  await expect(question).toContainText(
    `Delete "Delete me" (#${shortId(second.id)}) ? This cannot be undone.`,
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();

  // First the connection breaks, then the server refuses: each error is shown, and the deletion can be
  // retried.
  expectConsole(/Failed to load resource/);
  await page.route(ONE, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await remove.click();
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete project.');
  await page.unroute(ONE);
  await failRequests(page, ONE, 500, 'The database is resting.');
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(question.getByRole('alert')).toHaveText('The database is resting.');
  await page.unroute(ONE);
  // The deletion arrives but its reply is lost: a second press succeeds.
  await loseReply(page, ONE, 'DELETE');
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to delete project.');
  await page.unroute(ONE);

  await stopClock(page);
  await question.getByRole('button', { name: 'Delete project' }).click();
  await tickUntilVisible(page, page.getByText('Project deleted.'));
  await page.clock.resume();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL('/client-portal');
  await expect(page.getByText('Select a project to view details.')).toBeVisible();
  await expect(list.getByRole('link', { name: 'Keep me' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/client-portal/${first.id}`);
  await list.getByRole('button', { name: 'Delete Keep me' }).click();
  await question.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Client Portal' }),
  ).toBeHidden();
});

test('the client’s project list sends no deletion for a project without an id', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  await submitProject(product, session, { company: 'Nameless' });
  await openAs(page, session);
  await page.setViewportSize(PHONE);
  await page.route(LIST, async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    body.items[0]._id = '';
    await route.fulfill({ response: reply, json: body });
  });
  await page.goto('/client-portal');
  await page.getByRole('button', { name: 'Delete Nameless' }).click();
  await page.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText('Missing project id');
});

test('the client’s project list leads to a project and back on a phone', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  await submitProject(product, session, {
    company: 'A company whose name is really very long and goes on and on: Limited and Sons',
    constraints: 'x'.repeat(300),
    inspirationUrls: [{ url: `https://nice.example/${'long'.repeat(60)}`, note: '' }],
  });
  await page.setViewportSize(PHONE);
  await openAs(page, session);
  await page.goto('/client-portal');
  const list = page.getByRole('region', { name: 'Your submitted projects' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL('/client-portal');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  await list.getByRole('link').click();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeFocused();
  await expect(list).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'All projects' }).click();
  await expect(list).toBeVisible();
  await expect(page).toHaveURL('/client-portal');
});

test('the client’s project list opens a project with the keyboard', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  await submitProject(product, session, { company: 'Older Bakery' });
  await submitProject(product, session, { company: 'Newer Bakery' });
  await openAs(page, session);
  await page.goto('/client-portal');
  await expect(page.getByRole('article', { name: 'Newer Bakery' })).toBeVisible();
  await page.getByRole('link', { name: 'Newer Bakery' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Delete Newer Bakery' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Older Bakery' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Older Bakery' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Older Bakery' })).toBeFocused();
});

test('the client’s list shows loading and errors, and reloads', async ({ page, product, expectConsole }) => {
  const session = await createAccount(product, newTestUser());
  await submitProject(product, session, { company: 'Patient Bakery' });
  await openAs(page, session);
  const held = await holdRequests(page, LIST);
  await page.goto('/client-portal');
  await expect(page.getByText('Loading your projects…')).toBeAttached();
  await held.release();
  await expect(page.getByRole('article', { name: 'Patient Bakery' })).toBeVisible();

  expectConsole(/status of 40[03]/);
  await blockEvents(page);
  await failRequests(page, LIST, 403, 'The list is resting.');
  await page.goto('/client-portal');
  await expect(page.getByRole('alert')).toContainText('The list is resting.');
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article', { name: 'Patient Bakery' })).toBeVisible();

  await expect(page).toHaveURL(/\/client-portal\/[0-9a-f-]{36}$/);
  const project = page.url();
  await failRequests(page, ONE, 403, 'The project is resting.');
  await failRequests(page, LIST, 403, 'The list is resting.');
  await page.goto(project);
  await expect(page.getByRole('alert').filter({ hasText: 'The project is resting.' })).toBeVisible();
});
