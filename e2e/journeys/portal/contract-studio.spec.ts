import { api } from '@atelier/domain/api.ts';
import { beginContract, CONTRACT, chooseDocument, replaceLines } from '../../harness/contract.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  loseReply,
  PHONE,
} from '../../harness/page.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';

test('the contract form loses nothing when two windows of the studio edit it, and shows failures', {
  tag: '@chromium',
}, async ({ page, browser, product, expectConsole }) => {
  const { studioPage, openClient, openStudio, studio, params, send, finish } = await beginContract({
    page,
    browser,
    product,
  });
  await replaceLines(product, studio, params, 3000);
  const held = await holdRequests(studioPage, CONTRACT);
  await openStudio();
  await expect(studioPage.getByText('Loading the contract…')).toBeAttached();
  await held.release();
  const total = studioPage.getByLabel('Total in US dollars');
  const save = studioPage.getByRole('button', { name: 'Save draft' });
  await total.fill('4000');
  await save.click();
  await expect(studioPage.getByText('Draft saved. Your client can’t see it yet.')).toBeVisible();
  expectConsole(/Failed to load resource|status of 4/);
  // Typed before the other window saves: fields left untouched take the saved values.
  await total.fill('6000');
  const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
  const body = { total: 5000, source: 'made', revision: contract.draft.revision };
  await callAs(product, studio, api.saveContract, { params, body });
  await save.click();
  await expect(studioPage.getByRole('alert')).toContainText(
    'Saved there: $5,000, a PDF made from the brief.',
  );
  await expect(total).toHaveValue('6000');
  await expectAccessibleInBothThemes(studioPage);
  await save.click();
  await expect(studioPage.getByText('Draft saved. Your client can’t see it yet.')).toBeVisible();
  await expect(studioPage.getByRole('alert')).toHaveCount(0);
  const stored = await callAs(product, studio, api.getContractAsStudio, { params });
  expect(stored.contract.draft.total).toBe(6000);
  await total.fill('7000');
  await callAs(product, studio, api.saveContract, {
    params,
    body: { ...body, revision: stored.contract.draft.revision },
  });
  // Typed text is still there after a look at another tab.
  await studioPage.getByRole('tab', { name: 'Activity' }).click();
  await expect(total).toBeHidden();
  await studioPage.getByRole('tab', { name: 'Contract' }).click();
  await expect(total).toHaveValue('7000');
  await studioPage.reload();
  await expect(total).toHaveValue('7000');
  await save.click();
  await studioPage.getByRole('button', { name: 'Use that version' }).click();
  await expect(total).toHaveValue('5000');

  // A save arrives but its reply is lost: the text stays, without a conflict with itself.
  await loseReply(studioPage, CONTRACT, 'PATCH');
  await total.fill('5500');
  await save.click();
  await expect(studioPage.getByText('Not saved yet.')).toHaveCount(0);
  await expect(studioPage.getByRole('alert')).toHaveCount(0);
  await studioPage.reload();
  await expect(total).toHaveValue('5500');
  await expect(studioPage.getByText('Not saved yet.')).toHaveCount(0);

  // The other window sends it while this one's dialog is open.
  await studioPage.getByRole('button', { name: 'Send to the client…' }).click();
  const sending = studioPage.getByRole('alertdialog', { name: 'Send version 1?' });
  await expect(sending).toBeVisible();
  await send(8000);
  await sending.getByRole('button', { name: 'Send version 1' }).click();
  await expect(sending.getByRole('alert')).toContainText('The contract was changed in another window.');
  await studioPage.keyboard.press('Escape');
  await expect(total).toHaveValue('8000');
  await studioPage.setViewportSize(PHONE);
  await expectNoSidewaysScroll(studioPage);
  await expectAccessibleInBothThemes(studioPage);
  await blockEvents(studioPage);
  await failRequests(studioPage, CONTRACT, 400, '');
  await studioPage.reload();
  await expect(studioPage.getByRole('alert')).toContainText('Failed to load contract.');
  await studioPage.unroute(CONTRACT);
  await studioPage.getByRole('button', { name: 'Try again' }).click();
  await expect(total).toHaveValue('8000');

  // With a link to a document kept elsewhere.
  const address = 'https://papers.example/sample-bakery?version=2';
  await chooseDocument(studioPage, 'A link');
  await studioPage.getByLabel('Link to the contract').fill(address);
  await studioPage.getByRole('button', { name: 'Send version 2…' }).click();
  const question = studioPage.getByRole('alertdialog', { name: 'Send version 2?' });
  await expect(question).toContainText(`$8,000, the link ${address}.`);
  await question.getByRole('button', { name: 'Send version 2' }).click();
  await expect(studioPage.getByText('Version 2 has been sent.')).toBeVisible();
  await openClient();
  const link = page.getByRole('link', { name: 'View/Download contract' });
  await expect(link).toHaveAttribute('href', address);
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await finish();
});
