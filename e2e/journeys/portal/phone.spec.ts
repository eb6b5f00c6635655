import { expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs } from '../../harness/users.ts';

test('a project’s content begins within the first 200 px of a phone, below tabs that show they go on', async ({
  page,
  product,
}) => {
  const session = await createAccount(product, newTestUser());
  const { id } = await submitProject(product, session, {
    company: 'The Sample Bakery of the Long and Winding Harbour Road',
  });
  await page.setViewportSize(PHONE);
  await openAs(page, session);
  const row = page.getByRole('tablist', { name: 'Project' });
  for (const name of ['overview', 'contract', 'milestones', 'feedback', 'files', 'invoices', 'activity']) {
    await page.goto(`/client-portal/${id}?tab=${name}`);
    const content = page.getByRole('tabpanel').locator(':scope > *').first();
    await expect(content).toBeVisible();
    const top = () => content.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top, name).toBeLessThanOrEqual(200);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
  }
  // Activity is the last one: the row goes on before it and not after it.
  await expect(row).toHaveAttribute('data-more-before');
  await expect(row).not.toHaveAttribute('data-more-after');
  // The keyboard brings every name into sight.
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(row).toHaveAttribute('data-more-after');
  await expect(row).not.toHaveAttribute('data-more-before');
  await page.getByRole('link', { name: 'All projects' }).click();
  await expect(page).toHaveURL('/client-portal');
});
