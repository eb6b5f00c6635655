import { api } from '@atelier/domain/api.ts';
import { shortId } from '@atelier/domain/text.ts';
import { beginContract } from '../../harness/contract.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';

test('a project with an accepted contract is deleted only after its name is typed', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { user, project, title, client, params, studioPage, send, finish } = await beginContract({
    page,
    browser,
    product,
  });
  await send(9000);
  await callAs(product, client, api.acceptContract, { params, body: { version: 1, name: 'Sam Sample' } });
  expectConsole(/status of 404/);
  for (const [each, open] of [
    [page, '/client-portal'],
    [studioPage, `/admin/projects?q=${shortId(project.id)}`],
  ] as const) {
    await each.goto(open);
    const question = each.getByRole('alertdialog');
    await each.getByRole('button', { name: `Delete ${title}` }).click();
    await expect(question.getByRole('heading')).toHaveText(
      `Delete "${title}" (#${shortId(project.id)}) ? This cannot be undone.`,
    );
    // The dialog states every consequence before the first press, and sends nothing until the name is
    // typed.
    const mailed = each === page ? 'The studio' : user.email;
    await expect(question).toContainText('Backups keep a copy until they expire');
    await expect(question.getByText('The audit keeps that you deleted it.')).toHaveCount(
      each === page ? 0 : 1,
    );
    await expect(question).toContainText(`${mailed} gets an email about it.`);
    await expect(question.getByText('Its contract was accepted.')).toBeVisible();
    await expect(question).toContainText('the record of its acceptance are kept');
    const name = question.getByLabel(`Type “${title}” to delete it`);
    const remove = question.getByRole('button', { name: 'Delete project' });
    await remove.click();
    await expect(name).toBeFocused();
    await name.fill('Another Bakery');
    await remove.click();
    await expect(question.getByText('That isn’t its name. Type it as shown above.')).toBeVisible();
    await expectAccessibleInBothThemes(each);
    if (each === page) {
      await each.keyboard.press('Escape');
      continue;
    }
    await page.goto(`/client-portal/${project.id}?tab=feedback`);
    await page.getByLabel('Your message').fill('Just one more');
    const second = await studioPage.context().newPage();
    await second.goto(`/admin/portal/${project.id}/as-client`);
    await expect(second.getByRole('heading', { name: title })).toBeVisible();
    await name.fill(title);
    await remove.click();
    await expect(each.getByText('Project deleted.')).toBeVisible();
    // Every page that has it open shows the deletion and leads away.
    for (const open of [page, second]) {
      await expect(open.getByRole('alert')).toContainText('This project was deleted.');
      await expect(open.getByRole('tab')).toHaveCount(0);
      await expectAccessibleInBothThemes(open);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No submissions yet.')).toBeVisible();
  }
  await page.goto(`/client-portal/${project.id}`);
  await expect(page.getByText('Not found.', { exact: true })).toBeVisible();

  // The acceptance is still on record, with its documents.
  await studioPage.goto('/admin/projects');
  await studioPage.getByRole('link', { name: 'Accepted contracts' }).click();
  const record = studioPage.getByRole('row').filter({ hasText: user.email });
  await expect(record).toContainText('Deleted');
  for (const fact of ['Version 1 · $9,000', 'Sam Sample', '127.0.0.1'])
    await expect(record).toContainText(fact);
  for (const [name, file] of [
    ['Contract of Sample Bakery', 'Contract Sample Bakery Website v1.pdf'],
    ['Record of Sample Bakery', 'Record of acceptance Sample Bakery Website v1.pdf'],
  ] as const) {
    const downloading = studioPage.waitForEvent('download');
    await record.getByRole('link', { name }).click();
    expect((await downloading).suggestedFilename()).toBe(file);
  }
  await expectAccessibleInBothThemes(studioPage);
  await studioPage.setViewportSize(PHONE);
  await expectNoSidewaysScroll(studioPage);
  await finish();
});
