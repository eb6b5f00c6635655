import { readFile } from 'node:fs/promises';
import { api } from '@atelier/domain/api.ts';
import { daysAfter } from '@atelier/domain/days.ts';
import type { Session } from '@supabase/auth-js';
import { sendContract } from '../../harness/contract.ts';
import { expectWellMade } from '../../harness/page.ts';
import { type Product, startProduct } from '../../harness/product.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const LONG_NAME = 'Sample Bakery, Daughters and Granddaughters of Long Street 9';
const today = () => new Date().toISOString().slice(0, 10);

interface Invoiced {
  title: string;
  /** In cents. */
  amount: number;
  dueOn?: string;
  client?: string;
}

/** Writes an invoice of one line and sends it. */
async function sendInvoice(
  product: Product,
  studio: Session,
  params: { id: string },
  { title, amount, dueOn, client = 'Sample Bakery' }: Invoiced,
) {
  const line = { title, detail: '', quantity: 100, unitPrice: amount, taxName: 'No tax', taxRate: 0 };
  const body = {
    title,
    lines: [{ ...line, id: crypto.randomUUID() }],
    ...(dueOn && { dueOn }),
    billing: { name: client, address: '1 Sample Street', taxId: '' },
  };
  const made = await callAs(product, studio, api.createInvoice, { params, body });
  const draft = made.items.find((each) => each.status === 'draft' && each.title === title);
  if (!draft) throw new Error(`There is no draft ${title}.`);
  const at = { ...params, invoiceId: draft.id };
  await callAs(product, studio, api.sendInvoice, { params: at, body: { revision: draft.revision } });
  return at;
}

/** A client with an accepted contract, whose plan has made a draft, and three sent invoices. */
async function fillBooks(product: Product, studio: Session) {
  const client = await createAccount(product, newTestUser());
  const { id } = await submitProject(product, client, { company: 'Sample Bakery' });
  const params = { id };
  await sendContract(product, studio, { id }, { total: 4_000 });
  await callAs(product, client, api.acceptContract, { params, body: { version: 1, name: 'Sam Sample' } });
  const paid = await sendInvoice(product, studio, params, { title: 'Photographs', amount: 100_000 });
  const body = { amount: 100_000, on: today(), fee: 2_930 };
  await callAs(product, studio, api.recordPayment, { params: paid, body });
  await sendInvoice(product, studio, params, {
    title: 'Care in spring',
    amount: 9_580,
    dueOn: daysAfter(today(), 1),
  });
  const late = { title: 'Campaign', amount: 987_654_321, dueOn: '2026-01-10', client: LONG_NAME };
  await sendInvoice(product, studio, params, late);
  return { id };
}

test('the studio sees what is owed, expected and paid, and hands the year on', { tag: '@chromium' }, async ({
  page,
}) => {
  const product = await startProduct();
  try {
    const studio = await ownerSession(product);
    const { id } = await fillBooks(product, studio);
    const tab = `/admin/portal/${id}?tab=invoices`;
    await openAs(page, studio, product.origin);

    await page.goto(`${product.origin}/admin`);
    const reminders = page.getByRole('region', { name: 'Reminders that go out' });
    const reminder = reminders.getByRole('listitem').filter({ hasText: 'to Sample Bakery, $95.80' });
    // On a Friday it waits for Monday.
    await expect(reminder).toContainText(/goes out (today|tomorrow|in \d days)/);
    await expect(reminder.getByRole('link')).toHaveAttribute('href', tab);
    await reminder.getByRole('button', { name: 'Read the email' }).click();
    const mail = page.getByRole('dialog').getByRole('article');
    await expect(mail).toContainText('Sample Bakery');
    await page.keyboard.press('Escape');
    await reminder.getByRole('button', { name: 'Pause for this client' }).click();
    await expect(reminder).toContainText('Paused');
    await page.reload();
    await expect(reminder).toContainText('Paused');
    await expectWellMade(page);
    await reminder.getByRole('button', { name: 'Let them go out' }).click();
    await expect(reminder).toContainText(/goes out (today|tomorrow|in \d days)/);
    const waiting = page.getByRole('list', { name: 'Invoices' });
    await expect(waiting.getByRole('link', { name: '1 invoice to send, $2,000.00' })).toBeVisible();
    await waiting.getByRole('link', { name: '1 overdue invoice, $9,876,543.21' }).click();

    await expect(page).toHaveURL(/\/admin\/money\?state=overdue#invoices$/);
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeInViewport();
    const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(/Campaign.*Granddaughters.*\$9,876,543\.21.*Overdue/);
    const figures = page.getByRole('list', { name: 'At a glance' });
    await expect(figures).toContainText('Outstanding $9,876,639.01 2 invoices');
    await expect(figures).toContainText('Overdue $9,876,543.21 1 invoice');
    await expect(figures).toContainText('Drafts to send $2,000.00 1 invoice');
    await expect(figures).toContainText('Average time to pay Same day');
    await page.getByRole('radio', { name: 'Paid' }).click();
    await expect(page).toHaveURL(/\?state=paid$/);
    await expect(rows.nth(1)).toContainText('Photographs');
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Paid' })).toBeChecked();
    await page.getByRole('radio', { name: 'All' }).click();
    await expect(rows).toHaveCount(5);

    await expect(page.getByRole('img', { name: /^Plot of / })).toHaveCount(2);
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Show as table: Expected' }).click();
    const expected = page.getByRole('table', { name: 'Expected' });
    await expect(expected.getByRole('columnheader')).toHaveText(['Month', 'Sent invoices', 'Signed plans']);
    await expect(expected.getByRole('row').nth(1)).toContainText('$9,876,');
    await page.getByRole('button', { name: 'Show as table: Paid' }).click();
    const paid = page.getByRole('table', { name: 'Paid' });
    await expect(paid.getByRole('row').last()).toContainText('$1,000.00$29.30');
    await expectWellMade(page);
    const client = page.getByRole('table', { name: 'By client' }).getByRole('row', { name: LONG_NAME });
    await expect(client.getByRole('link')).toHaveAttribute('href', tab);

    // What changes elsewhere shows by itself.
    await sendInvoice(product, studio, { id }, { title: 'Domain', amount: 1_200 });
    await expect(rows.filter({ hasText: 'Domain' })).toBeVisible();
    await expect(figures).toContainText('3 invoices');

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Lines as CSV' }).click();
    const lines = await downloading;
    expect(lines.suggestedFilename()).toMatch(/^invoices-\d{4}.*\.csv$/);
    expect(await readFile(await lines.path(), 'utf8')).toContain(LONG_NAME);
    const zipping = page.waitForEvent('download');
    await page.getByRole('button', { name: 'All PDFs as ZIP' }).click();
    const zip = await zipping;
    expect(zip.suggestedFilename()).toMatch(/^invoices-\d{4}\.zip$/);
    const bytes = await readFile(await zip.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.toString('latin1').match(/%%EOF/g)).toHaveLength(4);

    await rows.filter({ hasText: 'Campaign' }).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/admin/portal/${id}\\?tab=invoices$`));
  } finally {
    // A page left open would keep calling the stopped product.
    await page.close();
    await product.stop();
  }
});
