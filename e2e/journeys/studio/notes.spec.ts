import { api } from '@atelier/domain/api.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  PHONE,
  pressByKeyboard,
  tabTo,
} from '../../harness/page.ts';
import { callAs, newWord, sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const NOTES = /\/api\/admin\/notes\/about\//;

test('the studio keeps notes about a project, finds them again, and its client sees none', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  const word = newWord();
  const client = await createAccount(product, newTestUser(word));
  const { id } = await submitProject(product, client, { company: `Bakery ${word}` });
  const owner = await ownerSession(product);
  await openAs(page, owner);
  await page.goto(`/admin/portal/${id}`);
  const notes = page.getByRole('region', { name: 'Notes' });
  const box = notes.getByRole('textbox', { name: 'New note' });
  await tabTo(page, box);
  await page.keyboard.type(`Pays late, says ${word}`);

  // A failure keeps the words.
  expectConsole(/status of 503/);
  await failRequests(page, NOTES, 503, 'The server is busy.');
  await page.keyboard.press('Control+Enter');
  await expect(notes.locator('form').getByRole('alert')).toContainText('The server is busy.');
  await expect(box).toHaveValue(`Pays late, says ${word}`);
  await page.unroute(NOTES);
  await page.keyboard.press('Control+Enter');
  const rows = notes.getByRole('list').getByRole('listitem');
  await expect(rows).toHaveText([new RegExp(`Pays late, says ${word}`)]);
  await expect(box).toHaveValue('');
  await box.fill('Second note');
  await pressByKeyboard(page, notes.getByRole('button', { name: 'Add note' }));
  await expect(rows).toHaveText([/Second note/, /Pays late/]);
  await expectAccessibleInBothThemes(page);

  // Edited in place, and deleted after a question.
  const edited = notes.getByRole('textbox', { name: 'The note' });
  await pressByKeyboard(page, rows.nth(0).getByRole('button', { name: 'Edit this note' }));
  await expect(edited).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(', longer');
  await page.keyboard.press('Control+Enter');
  await expect(rows.nth(0)).toContainText('Second note, longer');
  await expect(rows.nth(0)).toContainText('edited');
  await expect(rows.nth(0).getByRole('button', { name: 'Edit this note' })).toBeFocused();

  // Changed elsewhere meanwhile: those words are shown, and replaced only by a second Save.
  await rows.nth(0).getByRole('button', { name: 'Edit this note' }).press('Enter');
  await expect(edited).toBeFocused();
  await page.keyboard.type(', mine');
  const { items } = await callAs(product, owner, api.listNotes, { params: { id } });
  const note = { id: items[0]?.id ?? '' };
  await callAs(product, owner, api.editNote, { params: note, body: { body: 'Theirs' } });
  await expect(notes.getByRole('alert')).toContainText('It now reads:Theirs');
  expectConsole(/status of 409/);
  await page.keyboard.press('Control+Enter');
  await expect(notes.locator('form').getByRole('alert')).toContainText('Save again to replace those words.');
  await page.keyboard.press('Control+Enter');
  await expect(rows.nth(0)).toContainText('Second note, longer, mine');

  // Deleted elsewhere meanwhile: what is being typed stays until it is left.
  await rows.nth(0).getByRole('button', { name: 'Edit this note' }).press('Enter');
  await expect(edited).toBeFocused();
  await callAs(product, owner, api.deleteNote, { params: note });
  await expect(notes.getByRole('alert')).toContainText('This note was deleted meanwhile.');
  await expect(edited).toHaveValue('Second note, longer, mine');
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
  await expect(notes.getByRole('heading', { name: 'Notes' })).toBeFocused();

  await box.fill('Third note');
  await pressByKeyboard(page, notes.getByRole('button', { name: 'Add note' }));
  await expect(rows).toHaveText([/Third note/, /Pays late/]);
  await pressByKeyboard(page, rows.nth(0).getByRole('button', { name: 'Delete this note' }));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(notes.getByRole('heading', { name: 'Notes' })).toBeFocused();

  // Found by a part of its words, from anywhere, with the keyboard alone.
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Go to…' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`says ${word}`);
  const found = page.getByRole('dialog', { name: 'Go to' }).getByRole('group', { name: 'Notes' });
  await expect(found.getByRole('option')).toContainText([`Pays late, says ${word}Bakery ${word}`]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/portal/${id}#note-`));
  await expect(rows.nth(0)).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await openAs(theirs, client, product.origin);
  await theirs.goto(`${product.origin}/client-portal/${id}`);
  await expect(theirs.getByRole('main')).toContainText(`Bakery ${word}`);
  await expect(theirs.getByRole('main')).not.toContainText('Pays late');
  await expect(theirs.getByRole('region', { name: 'Notes' })).toHaveCount(0);
  await other.close();
});

test('an enquiry has notes and to-dos in the inbox', async ({ page, product }) => {
  const word = newWord();
  await sendEnquiry(product, { name: `Vera ${word}` });
  const owner = await ownerSession(product);
  const { items } = await callAs(product, owner, api.listEnquiries);
  const id = items.find(({ name }) => name.includes(word))?.id ?? '';
  await openAs(page, owner);
  await page.goto(`/admin/contact?enquiry=${id}`);
  const detail = page.getByRole('article', { name: `Vera ${word}` });
  await detail.getByRole('textbox', { name: 'New note' }).fill('Friend of Tomás');
  await detail.getByRole('button', { name: 'Add note' }).click();
  await expect(detail.getByRole('list', { name: 'Notes' })).toContainText('Friend of Tomás');
  await detail.getByRole('textbox', { name: 'New to-do' }).fill('Call back');
  await detail.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(detail.getByRole('list', { name: 'Open to-dos' })).toContainText('Call back');
  await expectAccessibleInBothThemes(page);

  // What is being changed stays open, however many arrive from elsewhere above it.
  await detail.getByRole('button', { name: 'Edit this note' }).click();
  await expect(detail.getByRole('textbox', { name: 'The note' })).toBeFocused();
  await page.keyboard.type(' Braun');
  await detail.getByRole('button', { name: 'Change “Call back”' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await detail.getByRole('textbox', { name: 'The to-do' }).fill('Call back soon');
  for (let count = 1; count <= 8; count += 1) {
    await callAs(product, owner, api.addNote, { params: { id }, body: { body: `Note ${count}` } });
    await callAs(product, owner, api.addTodo, {
      body: { text: `To-do ${count}`, due: '2091-02-02', about: id },
    });
  }
  await expect(detail.getByText('Note 8')).toBeVisible();
  await expect(detail.getByText('To-do 8')).toBeVisible();
  await expect(detail.getByRole('textbox', { name: 'The note' })).toHaveValue('Friend of Tomás Braun');
  await expect(detail.getByRole('textbox', { name: 'The to-do' })).toHaveValue('Call back soon');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('to-dos stand on the overview, the soonest due first, and are ticked in place', async ({
  page,
  product,
  expectConsole,
}) => {
  const word = newWord();
  const client = await createAccount(product, newTestUser(word));
  const { id } = await submitProject(product, client, { company: `Bakery ${word}` });
  const owner = await ownerSession(product);
  const later = { text: `Later ${word}`, due: '2020-02-02', about: id };
  await callAs(product, owner, api.addTodo, { body: later });
  await openAs(page, owner);
  await page.goto('/admin');
  const todos = page.getByRole('region', { name: 'To-dos' });
  const rows = todos
    .getByRole('list', { name: 'Open to-dos' })
    .getByRole('listitem')
    .filter({ hasText: word });
  await expect(rows).toHaveText([/Overdue since Feb 2, 2020/]);
  await tabTo(page, todos.getByRole('textbox', { name: 'New to-do' }));
  await page.keyboard.type(`Sooner ${word}`);
  const due = todos.getByRole('combobox', { name: 'Due' }).or(todos.getByLabel('Due')).first();
  // A day that doesn't exist isn't sent.
  await due.fill('2020-02-31');
  await page.keyboard.press('Enter');
  await expect(todos.getByText('Enter a day, as 2026-11-21.')).toBeVisible();
  await due.fill('2020-02-01');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/Sooner/, /Later/]);
  await expect(rows.nth(1).getByRole('link', { name: `Bakery ${word}` })).toHaveAttribute(
    'href',
    `/admin/portal/${id}`,
  );
  await expectAccessibleInBothThemes(page);

  // Ticked, it stays where it is until the screen is left, and can be opened again.
  await page.getByRole('checkbox', { name: `Sooner ${word}` }).press('Space');
  await expect(rows).toHaveText([/Sooner.*Undo/, /Later/]);
  await pressByKeyboard(page, page.getByRole('button', { name: `Undo: Sooner ${word}` }));
  await expect(page.getByRole('checkbox', { name: `Sooner ${word}` })).not.toBeChecked();
  await page.getByRole('checkbox', { name: `Sooner ${word}` }).check();
  await expect(page.getByRole('button', { name: `Undo: Sooner ${word}` })).toBeVisible();

  // A failure opens it again, and says so.
  expectConsole(/status of 503/);
  await failRequests(page, /\/api\/admin\/todos\/[^/]+$/, 503, 'The server is busy.');
  await page.getByRole('checkbox', { name: `Later ${word}` }).click();
  await expect(page.getByText('The server is busy.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Later ${word}` })).not.toBeChecked();
  await page.unroute(/\/api\/admin\/todos\/[^/]+$/);

  // Edited in place, by keyboard.
  await rows
    .nth(1)
    .getByRole('button', { name: `Change “Later ${word}”` })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await expect(todos.getByRole('textbox', { name: 'The to-do' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' still');
  // Ticked elsewhere meanwhile, it leaves the list of the open ones, but not what is being typed.
  const { items } = await callAs(product, owner, api.listTodos);
  const { id: todoId = '' } = items.find(({ text }) => text === later.text) ?? {};
  const refetched = page.waitForResponse((reply) => reply.url().endsWith('/api/admin/todos'));
  await callAs(product, owner, api.changeTodo, { params: { id: todoId }, body: { done: true } });
  await refetched;
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/Sooner/, /Later.* still.*Undo/]);
  await pressByKeyboard(page, page.getByRole('button', { name: `Undo: Later ${word} still` }));
  await expect(rows).toHaveText([/Sooner/, /Later.* still/]);

  // Deleted, it can be brought back for a moment.
  await rows
    .nth(1)
    .getByRole('button', { name: `Change “Later ${word} still”` })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(rows).toHaveText([/Sooner/]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows).toHaveText([/Sooner/, /Later/]);

  // In its project there is its own alone.
  await rows
    .nth(1)
    .getByRole('link', { name: `Bakery ${word}` })
    .click();
  const own = page.getByRole('list', { name: 'Open to-dos' }).getByRole('listitem');
  await expect(own).toHaveText([/Later/]);
  await page.goto('/admin');
  await expect(rows).toHaveText([/Later/]);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});
