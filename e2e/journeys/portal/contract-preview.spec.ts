import { beginContract, sendContract } from '../../harness/contract.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  hasInk,
  PHONE,
  pressByKeyboard,
} from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';

test('a client reads the pages of a contract in the portal, with price, parts and dates beside them', {
  tag: '@chromium',
}, async ({ page, browser, product }) => {
  const { params, studio, openClient, send, finish } = await beginContract({ page, browser, product });
  await send(9_001);
  await openClient();
  const sheet = page.getByRole('button', { name: 'Read Contract, version 1' });
  await expect.poll(() => hasInk(sheet.locator('canvas'))).toBe(true);
  for (const fact of ['$9,001', '$4,501', '$4,500', '50% to reserve', '50% at launch']) {
    await expect(page.getByText(fact, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^Page 2 of \d$/)).toBeVisible();
  await expect.poll(() => hasInk(sheet.locator('canvas'))).toBe(true);
  await expectAccessibleInBothThemes(page);

  await pressByKeyboard(page, sheet);
  const reader = page.getByRole('dialog', { name: 'Contract, version 1' });
  await expect(reader.getByText(/^Page 2 of \d$/)).toBeVisible();
  await expect.poll(() => hasInk(reader.locator('canvas'))).toBe(true);
  await reader.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => hasInk(reader.locator('canvas'))).toBe(true);
  await reader.getByRole('button', { name: 'Previous page' }).click();
  await expect(reader.getByRole('button', { name: 'Previous page' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await expect(sheet).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  // The next version is a link: there is nothing to draw, and the page says where the contract is.
  await sendContract(product, studio, params, { total: 9_000, link: 'https://papers.example/bakery' });
  await expect(page.getByText('The contract is kept at papers.example')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View/Download contract' })).toHaveAttribute(
    'href',
    'https://papers.example/bakery',
  );
  await expectNoSidewaysScroll(page);
  await finish();
});
