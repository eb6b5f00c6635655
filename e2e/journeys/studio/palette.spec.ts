import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
} from '../../harness/page.ts';
import { newWord, sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const ENQUIRIES = /\/api\/contact\/contacts\?/;

test('the palette goes anywhere with the keyboard alone and remembers recent places', async ({
  page,
  product,
  expectConsole,
}) => {
  const word = newWord();
  const client = newTestUser(word);
  await sendEnquiry(product, { name: `Vera ${word}` });
  const project = await submitProject(product, await createAccount(product, client), {
    company: `Bakery ${word}`,
  });
  await openAs(page, await ownerSession(product));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Go to…' }).first()).toBeVisible();

  const held = await holdRequests(page, /\/palette-[^/]*\.js$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('over');
  await held.release();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const box = palette.getByRole('combobox', { name: 'Screen, project, person, enquiry or note' });
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('over');
  await box.clear();
  await expect(palette.getByRole('group', { name: 'Screens' }).getByRole('option').first()).toHaveText(
    'Overview',
  );
  await page.keyboard.type('users');
  const chosen = palette.getByRole('option', { selected: true }).or(palette.locator('[data-highlighted]'));
  await expect(chosen.first()).toHaveText('Users');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/users');
  await expect(palette).toBeHidden();
  await expect(page.locator('main')).toBeFocused();

  // Typing starts before the box is rendered.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(word);
  await expect(box).toHaveValue(word);
  const groupOf = (name: string) => palette.getByRole('group', { name }).getByRole('option');
  await expect(groupOf('Projects')).toHaveText([`Bakery ${word} · Website#${project.id.slice(-6)}`]);
  await expect(groupOf('People')).toHaveText([`${client.username}${client.email}`]);
  await expect(groupOf('Enquiries')).toContainText([`Vera ${word}`]);
  await expectAccessibleInBothThemes(page);
  // Project, user, enquiry, and around to the project again.
  await expect(chosen.first()).toContainText(`Bakery ${word}`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(chosen.first()).toContainText(`Vera ${word}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(chosen.first()).toContainText(`Bakery ${word}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/portal/${project.id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Bakery ${word}` })).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Go to…' }).click();
  await expect(groupOf('Recent')).toContainText([`Bakery ${word}`, 'Users']);
  await expectNoSidewaysScroll(page);
  await expect(box).toBeFocused();
  expectConsole(/Failed to load resource/);
  await failRequests(page, ENQUIRIES, 400, 'No.');
  await page.keyboard.type(`vera ${word}`);
  await expect(palette.getByText('A search failed, so something may be missing.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('button', { name: 'Go to…' })).toBeFocused();
});

test('the palette goes where Enter was pressed before it had loaded', async ({ page, product }) => {
  const held = await holdRequests(page, /\/palette-[^/]*\.js$/);
  await openAs(page, await ownerSession(product));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Go to…' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('users');
  await page.keyboard.press('Enter');
  await held.release();
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeHidden();
});

test('the palette waits for another Enter when the text has changed since an early one', async ({
  page,
  product,
}) => {
  const held = await holdRequests(page, /\/palette-[^/]*\.js$/);
  await openAs(page, await ownerSession(product));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Go to…' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('qqq');
  await page.keyboard.press('Enter');
  await held.release();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect(palette.getByText('Nothing is called “qqq”.')).toBeVisible();
  const box = palette.getByRole('combobox', { name: 'Screen, project, person, enquiry or note' });
  await box.fill('audit');
  await expect(palette.getByRole('option', { name: 'Audit' })).toBeVisible();
  await box.fill('users');
  await expect(palette.getByRole('option', { name: 'Users' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/users');
  // Only that Enter went anywhere.
  await page.goBack();
  await expect(page).toHaveURL('/admin');
});

test('the palette keeps the focus when an earlier choice loads late', async ({ page, product }) => {
  const held = await holdRequests(page, /\/users-[^/]*\.js$/);
  await openAs(page, await ownerSession(product));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Go to…' }).first()).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const box = palette.getByRole('combobox', { name: 'Screen, project, person, enquiry or note' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('users');
  await expect(palette.getByRole('option', { name: 'Users' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await held.release();
  await expect(page).toHaveTitle(/Users/);
  await expect(page).toHaveURL('/admin/users');
  await expect(box).toBeFocused();
});
