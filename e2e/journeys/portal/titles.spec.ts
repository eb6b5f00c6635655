import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { newWord, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

test('both sides see two projects of a company under different titles, and can change them', async ({
  page,
  browser,
  product,
}) => {
  const word = newWord();
  const company = `Bakery ${word}`;
  const [client, studio] = [await createAccount(product, newTestUser()), await ownerSession(product)];
  await submitProject(product, client, { company, features: ['web', 'support'] });
  const campaign = await submitProject(product, client, { company, features: ['lp', 'support'] });
  const context = await browser.newContext({ baseURL: product.origin });
  const desk = await context.newPage();
  await openAs(desk, studio);
  await openAs(page, client);

  await page.goto('/client-portal');
  const list = page.getByRole('region', { name: 'Your submitted projects' });
  await expect(list.getByRole('link')).toHaveText([
    new RegExp(`^Landing page${company}`),
    new RegExp(`^Website${company}`),
  ]);
  await list.getByRole('link', { name: 'Landing page' }).click();
  await desk.goto(`/admin/portal/${campaign.id}`);
  const headingOf = (side: typeof page) => side.locator('#project-heading');
  for (const side of [page, desk]) await expect(headingOf(side)).toHaveText(`${company} · Landing page`);

  // The client renames it in its place; the studio sees it at once.
  await page.getByRole('button', { name: 'Rename' }).focus();
  await page.keyboard.press('Enter');
  const title = page.getByLabel('Title');
  await expect(title).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.type(`Spring ${word}`);
  await page.keyboard.press('Enter');
  for (const side of [page, desk]) await expect(headingOf(side)).toHaveText(`${company} · Spring ${word}`);
  await expect(page.getByRole('button', { name: `Rename “Spring ${word}”` })).toBeFocused();
  await expect(list.getByRole('link').first()).toHaveText(new RegExp(`^Spring ${word}${company}`));

  // So does the studio, after changing its mind.
  const theirTitle = desk.getByLabel('Title');
  await desk.getByRole('button', { name: 'Rename' }).click();
  await expect(theirTitle).toBeFocused();
  await desk.keyboard.type('Summer');
  await desk.keyboard.press('Escape');
  await expect(headingOf(desk)).toHaveText(`${company} · Spring ${word}`);
  await desk.getByRole('button', { name: 'Rename' }).click();
  await expect(theirTitle).toBeFocused();
  await desk.keyboard.type(`Summer ${word}`);
  await desk.keyboard.press('Enter');
  for (const side of [page, desk]) await expect(headingOf(side)).toHaveText(`${company} · Summer ${word}`);
  await desk.getByRole('tab', { name: 'Activity' }).click();
  await expect(desk.getByRole('tabpanel', { name: 'Activity' })).toContainText(
    `renamed the project from “Spring ${word}” to “Summer ${word}”`,
  );

  // The back office finds it by its title.
  await desk.goto(`/admin/projects?q=summer ${word}`);
  await expect(desk.getByRole('table', { name: 'Projects' })).toContainText(`${company} Summer ${word}`);
  await expect(desk.getByText('Page 1 of 1 • 1 total')).toBeVisible();
  for (const side of [page, desk]) {
    await side.setViewportSize(PHONE);
    await expectNoSidewaysScroll(side);
  }
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Title').fill('W'.repeat(80));
  await page.keyboard.press('Enter');
  await expect(headingOf(page)).toContainText('W'.repeat(80));
  await expectNoSidewaysScroll(page);
  await context.close();
});
