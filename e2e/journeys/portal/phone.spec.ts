import { expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

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

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test('a message gets a new line by its button, where Enter sends', { tag: '@chromium' }, async ({
    page,
    product,
  }) => {
    const session = await createAccount(product, newTestUser());
    const { id } = await submitProject(product, session);
    await openAs(page, session);
    await page.goto(`/client-portal/${id}?tab=feedback`);
    const field = page.getByRole('textbox', { name: 'Your message' });
    await field.pressSequentially('Two things:');
    await page.getByRole('button', { name: 'New line' }).tap();
    await expect(field).toBeFocused();
    await field.pressSequentially('the logo');
    await expect(field).toHaveValue('Two things:\nthe logo');
    await expectNoSidewaysScroll(page);
    await field.press('Enter');
    await expect(page.getByRole('log').getByText('Two things: the logo')).toBeVisible();
  });

  test('no field of the contract’s editor is small enough for a phone to zoom in', async ({
    page,
    product,
  }) => {
    const { id } = await submitProject(product, await createAccount(product, newTestUser()));
    await openAs(page, await ownerSession(product));
    await page.goto(`/admin/portal/${id}?tab=contract`);
    const form = page.getByRole('form', { name: 'The contract' });
    await expect(form.getByRole('textbox').first()).toBeVisible();
    const sizes = await form
      .locator('textarea, select, input:not([type=radio], [type=checkbox], [type=file])')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.filter((size) => size < 16)).toEqual([]);
  });
});
