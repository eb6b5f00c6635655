import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api } from '@atelier/domain/api.ts';
import type { PlannedPart } from '@atelier/domain/contracts/terms.ts';
import type { Page } from '@playwright/test';
import { beginInvoices, invoiceLine } from '../../harness/invoices.ts';
import {
  expectAccessibleInBothThemes,
  expectRoomForLargeText,
  expectWellMade,
  loseReply,
} from '../../harness/page.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';

const LONG_NAME = 'The Sample Bakery of the Long and Winding Old Harbour Road Ltd';
const part = (change: Partial<PlannedPart>): PlannedPart => ({
  ...{ id: randomUUID(), label: 'at launch', percent: 50, due: 'finish', milestoneId: null, date: null },
  ...change,
});
const AT_ACCEPTANCE = part({ label: 'when this contract is accepted', due: 'acceptance' });
const billing = { name: LONG_NAME, address: '1 Sample Street\nSample City', taxId: 'SX-123456789' };
const hosting = (unitPrice: number) => ({
  ...{ title: 'Hosting', note: '', dueOn: null, billing },
  lines: [invoiceLine('Hosting', unitPrice)],
});

const invoices = (page: Page) => page.getByRole('list', { name: 'Invoices' }).locator(':scope > li');
const invoice = (page: Page, number: string) =>
  invoices(page).filter({ has: page.getByRole('heading', { name: `Invoice ${number}` }) });
/** Opens the menu of an invoice and chooses from it. */
async function choose(page: Page, number: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for invoice ${number}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
test('an accepted contract’s invoice is written, sent, paid in two parts and beyond, and the credit pays another', async ({
  page,
  browser,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const setting = await beginInvoices({ page, browser, product }, { company: LONG_NAME });
  const { studioPage, clientEmail, openClient, openStudio, sendContract, finish } = setting;
  await openStudio();
  await expect(studioPage.getByText('No invoices yet.')).toBeVisible();
  await sendContract(9_000, [AT_ACCEPTANCE, part({})]);

  // The client says whom the invoices are for.
  await openClient('contract');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const accepting = page.getByRole('dialog', { name: 'Accept the contract' });
  await expect(accepting.getByLabel('Company or name')).toHaveValue(LONG_NAME);
  await accepting.getByLabel('Your full name').fill('Sam Sample');
  await accepting.getByLabel('Address').fill(billing.address);
  await accepting.getByLabel('Tax ID').fill(billing.taxId);
  await accepting.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(page.getByText('Version 1 is accepted.')).toBeVisible();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await expect(page.getByText('No invoices yet.')).toBeVisible();
  const plan = page.getByRole('list', { name: 'Payment plan' });
  await expect(plan.getByRole('listitem').last()).toContainText('50% at launchWhen everything is approved');
  await expect(page.getByText('Tax ID SX-123456789')).toBeVisible();

  // A live event brings the draft; its client sees nothing of it.
  const drafts = studioPage.getByRole('list', { name: 'Drafts' });
  await expect(drafts).toContainText('50% when this contract is accepted');
  await expect(drafts).toContainText('1 Sample Street');
  await studioPage.getByRole('button', { name: 'Edit “50% when this contract is accepted”' }).click();
  await studioPage.getByLabel('Detail').fill('As agreed in the contract');
  await studioPage.getByRole('button', { name: 'Add a line' }).click();
  const added = studioPage.getByRole('group', { name: 'Line 2' });
  await added.getByLabel('What').fill('A round of photographs');
  await added.getByLabel('Quantity').fill('2.5');
  await added.getByLabel('Price').fill('$100.10');
  await expect(added).toContainText('$250.25');
  await expect(studioPage.getByText('$4,750.25')).toBeVisible();
  await expectWellMade(studioPage);
  // Typed text survives a reload.
  await studioPage.reload();
  await expect(added.getByLabel('Quantity')).toHaveValue('2.5');
  await added.getByLabel('Quantity').fill('2');
  await studioPage.getByRole('button', { name: 'Save draft' }).click();
  await expect(studioPage.getByText('Saved. Your client sees it once you send it.')).toBeVisible();
  await expect(drafts).toContainText('$4,700.20');
  const preview = studioPage.waitForEvent('popup');
  await studioPage.getByRole('button', { name: /^Preview PDF/ }).click();
  await studioPage.getByRole('link', { name: /^Open the PDF/ }).click();
  await (await preview).close();
  await studioPage.getByRole('button', { name: /^Send…/ }).click();
  const sending = studioPage.getByRole('alertdialog', { name: 'Send this invoice?' });
  await expect(sending).toContainText(`To${clientEmail}Billed to${LONG_NAME}`);
  await expect(sending).toContainText('Amount$4,700.20');
  await expectAccessibleInBothThemes(studioPage);
  await sending.getByRole('button', { name: 'Send the invoice' }).click();
  await expect(studioPage.getByText(`has been sent to ${clientEmail}.`)).toBeVisible();
  const first = await setting.newestNumber();

  // The client sees it, how to pay it, and has its document.
  await expect(invoice(page, first)).toContainText('due in 14 days');
  await page.getByRole('button', { name: 'Copy reference' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await page.getByRole('button', { name: 'Copy amount' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('4700.20');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download the PDF of invoice ${first}` }).click();
  const file = await (await download).path();
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');

  const recording = studioPage.getByRole('dialog', { name: `Record a payment for invoice ${first}` });
  const amount = recording.getByLabel('Amount in US dollars');
  await choose(studioPage, first, 'Record a payment…');
  await expect(amount).toHaveValue('4,700.20');
  await amount.fill('2,000');
  await recording.getByLabel('Reference').fill('SAMPLE BAKERY');
  await expect(recording.getByRole('status')).toHaveText('Leaves $2,700.20 to pay.');
  await expectWellMade(studioPage);
  await recording.getByRole('button', { name: 'Record the payment' }).click();
  await expect(studioPage.getByText(`Recorded $2,000.00 for invoice ${first}.`)).toBeVisible();
  await expect(page.getByText('Part paid').first()).toBeVisible();
  await expect(invoice(page, first)).toContainText('$2,700.20 left to pay');
  await expect(invoice(page, first)).toContainText('Paid · Bank transfer · SAMPLE BAKERY');
  await choose(studioPage, first, 'Record a payment…');
  await amount.fill('2710.20');
  await expect(recording.getByRole('status')).toHaveText(
    '$10.00 more than is left to pay: it becomes a credit.',
  );
  await recording.getByRole('button', { name: 'Record the payment' }).click();
  await expect(recording).toBeHidden();
  await expect(page.getByText('Nothing to pay')).toBeVisible();
  await expect(page.getByText('You paid $10.00 more than was due: it’s kept as a credit.')).toBeVisible();
  await expect(plan.getByRole('listitem').first()).toContainText(`Invoice ${first}Paid`);

  // Another one by hand, paid in part with the credit; a credit note takes off the rest.
  await studioPage.getByRole('button', { name: 'New invoice' }).click();
  await studioPage.getByLabel('What the invoice is for').fill('Hosting in spring');
  await studioPage.getByLabel('What', { exact: true }).fill('Hosting');
  await studioPage.getByLabel('Price').fill('100');
  await studioPage.getByRole('combobox', { name: 'Tax' }).selectOption('Sales tax, 8.25%');
  await studioPage.getByRole('button', { name: 'Save draft' }).click();
  await studioPage.getByRole('button', { name: 'Send… “Hosting in spring”' }).click();
  await sending.getByRole('button', { name: 'Send the invoice' }).click();
  await expect(page.getByText('Left to pay')).toBeVisible();
  await expect(page.getByText('$108.25').first()).toBeVisible();
  const second = await setting.newestNumber();
  await choose(studioPage, second, 'Pay with credit…');
  const paying = studioPage.getByRole('dialog', { name: `Pay invoice ${second} with a credit` });
  await expect(paying.getByRole('status')).toHaveText('Leaves $98.25 to pay.');
  await expectAccessibleInBothThemes(studioPage);
  await paying.getByRole('button', { name: 'Pay with the credit' }).click();
  await expect(invoice(page, second)).toContainText(`Paid · Credit of invoice ${first}`);
  await expect(page.getByText(/kept as a credit/)).toHaveCount(0);
  await choose(studioPage, second, 'Send a credit note…');
  const crediting = studioPage.getByRole('dialog', { name: `Send a credit note for invoice ${second}` });
  await crediting.getByLabel('Amount without tax').fill('90.76');
  await expect(crediting.getByRole('status')).toHaveText(
    'Takes off $98.25, $7.49 of it tax: $0.00 is left to pay.',
  );
  await crediting.getByRole('button', { name: 'Send the credit note' }).click();
  await expect(crediting.getByText('Say why, for the client and your books.')).toBeVisible();
  await crediting.getByLabel('Why').fill('One month less, as agreed.');
  await expectAccessibleInBothThemes(studioPage);
  await crediting.getByRole('button', { name: 'Send the credit note' }).click();
  await expect(invoice(page, second)).toContainText('One month less, as agreed.');
  await expect(invoice(page, second)).toContainText('-$98.25');
  await expect(page.getByText('Nothing to pay')).toBeVisible();

  // One is void; the studio sees why, and so does its client.
  await setting.sendInvoice(hosting(1_234_567_890));
  await expect(page.getByText('$12,345,678.90').first()).toBeVisible();
  const third = await setting.newestNumber();
  await choose(studioPage, third, 'Void…');
  const voiding = studioPage.getByRole('dialog', { name: `Void invoice ${third}?` });
  await voiding.getByLabel('Why').fill('It was sent twice.');
  await voiding.getByRole('button', { name: 'Void the invoice' }).click();
  await expect(studioPage.getByText(`Invoice ${third} is void now.`)).toBeVisible();
  await expect(invoice(page, third)).toContainText('It was sent twice.');

  await setting.sendInvoice(hosting(98_765_432_10));
  await expect(page.getByText('$98,765,432.10').first()).toBeVisible();
  await expectWellMade(page);
  await expectWellMade(studioPage);
  await expectRoomForLargeText(page);
  await finish();
});

test('a payment and an invoice whose replies were lost are there once', { tag: '@chromium' }, async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|ERR_FAILED/);
  const setting = await beginInvoices({ page, browser, product });
  const { studioPage, openStudio, sendInvoice, params, studio, finish } = setting;
  await sendInvoice(hosting(45_000));
  await openStudio();
  const number = await setting.newestNumber();
  await choose(studioPage, number, 'Record a payment…');
  const recording = studioPage.getByRole('dialog', { name: `Record a payment for invoice ${number}` });
  await recording.getByLabel('Amount in US dollars').fill('100');
  await loseReply(studioPage, /\/payments$/);
  await recording.getByRole('button', { name: 'Record the payment' }).click();
  await expect(recording.getByRole('alert')).toHaveText('Failed to record the payment.');
  // What arrived is counted already.
  await expect(recording.getByRole('status')).toHaveText('Leaves $250.00 to pay.');
  await recording.getByRole('button', { name: 'Record the payment' }).click();
  await expect(recording).toBeHidden();
  const { items: paid } = await callAs(product, studio, api.listPaymentsAsStudio, { params });
  expect(paid.map(({ amount }) => amount)).toEqual([10_000]);

  await studioPage.getByRole('button', { name: 'New invoice' }).click();
  await studioPage.getByLabel('What the invoice is for').fill('Hosting in summer');
  await studioPage.getByLabel('What', { exact: true }).fill('Hosting');
  await studioPage.getByLabel('Price').fill('100');
  await loseReply(studioPage, /\/invoices$/);
  await studioPage.getByRole('button', { name: 'Save draft' }).click();
  // The list has it: nothing is left to repeat.
  await expect(studioPage.getByText('Saved. Your client sees it once you send it.')).toBeVisible();
  await studioPage.getByRole('button', { name: 'Send… “Hosting in summer”' }).click();
  await loseReply(studioPage, /\/send$/);
  await studioPage.getByRole('button', { name: 'Send the invoice' }).click();
  await expect(studioPage.getByText(/^Invoice .* has been sent to/)).toBeVisible();
  await expect(studioPage.getByRole('alertdialog')).toBeHidden();
  const { items } = await setting.list();
  expect(items.map(({ title, status }) => [title, status])).toEqual([
    ['Hosting in summer', 'sent'],
    ['Hosting', 'sent'],
  ]);
  await finish();
});

test('the studio sees a client’s invoices as the client does, and changes nothing there', async ({
  page,
  browser,
  product,
}) => {
  const { studioPage, params, sendInvoice, openClient, finish } = await beginInvoices({
    page,
    browser,
    product,
  });
  await sendInvoice(hosting(45_000));
  await studioPage.goto(`/admin/portal/${params.id}/as-client?tab=invoices`);
  await expect(studioPage.getByText('How to pay').first()).toBeVisible();
  await expect(studioPage.getByRole('heading', { name: 'Billing details' })).toBeVisible();
  await expect(studioPage.getByRole('button', { name: /^Edit the billing/ })).toHaveCount(0);

  await openClient();
  await page.getByRole('button', { name: /^Edit the billing/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Billing details' });
  await expect(dialog).toContainText('Invoices that I’ve already sent stay as they are.');
  await dialog.getByLabel('Name').fill('Sample Bakery Holding');
  // Left without saving, the text stays.
  await page.reload();
  await page.getByRole('button', { name: /^Edit the billing/ }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Sample Bakery Holding');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The next invoice has them.')).toBeVisible();
  await expect(page.getByText('Sample Bakery Holding')).toBeVisible();
  await expectWellMade(page);
  await finish();
});
