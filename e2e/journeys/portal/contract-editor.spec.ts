import { contractWords } from '@atelier/content/contract-terms.ts';
import { featureName } from '@atelier/content/offer.ts';
import { api } from '@atelier/domain/api.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { beginContract } from '../../harness/contract.ts';
import { otherFeature, someFeature } from '../../harness/offer.ts';
import { expectAccessibleInBothThemes, expectWellMade, hasInk, PHONE } from '../../harness/page.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';

const WIDE = { width: 1440, height: 900 };

test('a contract is edited line by line beside its preview, and the client sees what changed in its second version', {
  tag: '@chromium',
}, async ({ page, browser, product }) => {
  const { studio, studioPage, params, openClient, openStudio, finish } = await beginContract(
    { page, browser, product },
    { features: [someFeature, otherFeature] },
  );
  const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
  const rest = contract.draft.terms.lines.slice(1).reduce((sum, { price }) => sum + (price ?? 0), 0);
  const clause = contractWords.clauses.at(0)?.title ?? '';
  const last = contract.draft.terms.lines.length;

  await studioPage.setViewportSize(WIDE);
  await openStudio();
  const form = studioPage.getByRole('form', { name: 'The contract' });
  const preview = studioPage.getByRole('region', { name: 'Preview' });
  const sheet = preview.getByRole('img', { name: 'Page 1 of the preview' });
  await expect.poll(() => hasInk(sheet)).toBe(true);
  const price = form.getByLabel('Price of line 1 in US dollars');
  await expect(form.getByLabel('Line 1', { exact: true })).toHaveValue(featureName(someFeature));
  await form.getByLabel('Line 1', { exact: true }).fill('Everything that a bakery needs');
  await price.fill('2,400');
  await form.getByRole('button', { name: 'Add a line' }).click();
  const added = form.getByLabel(`Line ${last + 1}`, { exact: true });
  await expect(added).toBeFocused();
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(form.getByText('Name what it is.')).toBeVisible();
  await expect(added).toBeFocused();
  await expect(preview.getByText('Waits until everything in the form is right.')).toBeVisible();
  await expect(sheet).toBeVisible();
  await added.fill('For coming back');
  await form.getByLabel(`Price of line ${last + 1} in US dollars`).fill('-100');
  await expect(form.getByText(formatUsd(2400 + rest - 100), { exact: true })).toBeVisible();
  await form.getByRole('radio', { name: 'Thirds' }).click();
  await expect(form.getByLabel('Percent of payment 3')).toHaveValue('33');
  await form.getByLabel('Work begins').fill('Jan 4, 2027');
  await form.getByRole('button', { name: clause, exact: true }).click();
  const made = studioPage.waitForResponse(
    (response) =>
      response.url().endsWith('/contract/preview') &&
      response.request().postData()?.includes('of bread') === true,
  );
  await form.getByLabel('Text of clause 1').fill('Work takes {rounds} of bread.');
  expect((await made).ok()).toBe(true);
  await expect(preview.getByText('Updating…')).toHaveCount(0);
  await expect.poll(() => hasInk(sheet)).toBe(true);
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(form.getByText('Draft saved. Your client can’t see it yet.')).toBeVisible();
  await expectWellMade(studioPage);

  // On a phone the preview opens in a window of its own.
  await studioPage.setViewportSize(PHONE);
  await studioPage.getByRole('button', { name: 'Preview', exact: true }).click();
  const reader = studioPage.getByRole('dialog', { name: 'Preview' });
  await expect.poll(() => hasInk(reader.locator('canvas').first())).toBe(true);
  await expectAccessibleInBothThemes(studioPage);
  await studioPage.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await studioPage.setViewportSize(WIDE);
  await studioPage.getByRole('button', { name: 'Send to the client…' }).click();
  await studioPage.getByRole('alertdialog').getByRole('button', { name: 'Send version 1' }).click();
  await expect(studioPage.getByText('Version 1 has been sent.')).toBeVisible();

  await openClient();
  const lines = page.getByRole('region', { name: 'What’s in the price' }).getByRole('listitem');
  await expect(lines).toHaveCount(last + 1);
  await expect(lines.first()).toContainText('Everything that a bakery needs');
  await expect(lines.first()).toContainText('$2,400');
  await expect(lines.last()).toContainText('-$100');
  await expect(page.getByText('34% to reserve')).toBeVisible();
  await expect(page.getByText('33% at launch')).toBeVisible();
  await expect(page.getByText('Jan 4, 2027')).toBeVisible();
  await expect(page.getByText(/^What changed/)).toHaveCount(0);
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Request a change' }).click();
  await page.getByLabel('Request a change').fill('A little less, please.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your request has been sent.')).toBeVisible();

  await expect(studioPage.getByText('A little less, please.')).toBeVisible();
  await price.fill('2,000');
  await form.getByLabel('Text of clause 1').fill('Work takes {rounds} of cake.');
  await form.getByRole('button', { name: 'Send version 2…' }).click();
  const question = studioPage.getByRole('alertdialog', { name: 'Send version 2?' });
  const differences = question
    .getByRole('list', { name: 'What changed since version 1' })
    .getByRole('listitem');
  await expect(differences).toHaveCount(3);
  await expect(differences.nth(0)).toContainText('Everything that a bakery needs');
  await expect(differences.nth(1)).toContainText('Total');
  await expect(differences.nth(2).locator('del')).toContainText('bread.');
  await expect(differences.nth(2).locator('ins')).toContainText('cake.');
  await expectAccessibleInBothThemes(studioPage);
  await question.getByRole('button', { name: 'Send version 2' }).click();
  await expect(studioPage.getByText('Version 2 has been sent.')).toBeVisible();

  const changes = page.getByRole('list', { name: 'What changed since version 1' }).getByRole('listitem');
  await expect(changes).toHaveCount(3);
  await expect(changes.nth(0).locator('del')).toContainText('$2,400');
  await expect(changes.nth(0).locator('ins')).toContainText('$2,000');
  await expect(changes.nth(2)).toContainText('2 rounds of');
  await expect(lines.first()).toContainText('$2,000');
  await expectWellMade(page);
  await finish();
});
