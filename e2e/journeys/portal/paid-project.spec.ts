import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import {
  openStripeStandIn,
  type SignedEvent,
  stripeEnv,
} from '../../../server/test/harness/stripe-stand-in.ts';
import { sendChangeOrder } from '../../harness/contract.ts';
import { beginInvoices } from '../../harness/invoices.ts';
import { createMovedDate } from '../../harness/moved-date.ts';
import { expectWellMade } from '../../harness/page.ts';
import { startProduct } from '../../harness/product.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { newAuthClient, openAs, ownerSession } from '../../harness/users.ts';

const invoice = (page: Page, number: string) =>
  page
    .getByRole('list', { name: 'Invoices' })
    .locator(':scope > li')
    .filter({ has: page.getByRole('heading', { name: `Invoice ${number}` }) });

test('a contract is written, accepted and paid by transfer and card; a change is accepted, a late invoice reminded of, a payment paid back', async ({
  page,
  browser,
  expectConsole,
}) => {
  test.slow();
  // Sessions end while the date moves on.
  expectConsole(REFUSED);
  await using date = await createMovedDate();
  await using stripe = await openStripeStandIn(date.now);
  const product = await startProduct({
    ...date.settings,
    ...stripeEnv(stripe.url),
  });
  const setting = await beginInvoices({ page, browser, product }, { features: ['web'] });
  try {
    const { client, clientEmail, studio, studioPage: desk, params, user } = setting;
    const report = async ({ payload, signature }: SignedEvent) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const reply = await fetch(`${product.origin}/api/card-events`, {
        method: 'POST',
        headers,
        body: payload,
      });
      expect(reply.status).toBe(200);
    };

    // The draft begins with the brief's features, half at the start and half at the end.
    await setting.openStudio();
    await desk.getByRole('tab', { name: 'Contract' }).click();
    const form = desk.getByRole('form', { name: 'The contract' });
    await form.getByLabel('Price of line 1 in US dollars').fill('4,000');
    while ((await form.getByRole('button', { name: 'Remove line 2', exact: true }).count()) > 0)
      await form.getByRole('button', { name: 'Remove line 2', exact: true }).click();
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(form.getByText('Draft saved. Your client can’t see it yet.')).toBeVisible();
    await desk.getByRole('button', { name: 'Send to the client…' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Send version 1' }).click();
    await expect(desk.getByText('Version 1 has been sent.')).toBeVisible();
    await setting.openClient('contract');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    const accepting = page.getByRole('dialog', { name: 'Accept the contract' });
    await accepting.getByLabel('Your full name').fill('Sam Sample');
    await accepting.getByRole('button', { name: 'Accept version 1' }).click();
    await expect(page.getByText('Version 1 is accepted.')).toBeVisible();

    // The deposit: a part by transfer, the rest by card.
    await setting.openStudio();
    await desk.getByRole('button', { name: /^Send…/ }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Send the invoice' }).click();
    await expect(desk.getByText(`has been sent to ${clientEmail}.`)).toBeVisible();
    const deposit = await setting.newestNumber();
    await product.mail.nextMail(clientEmail, new RegExp(`Invoice ${deposit}`));
    await desk.getByRole('button', { name: `Actions for invoice ${deposit}` }).click();
    await desk.getByRole('menuitem', { name: 'Record a payment…' }).click();
    await desk.getByLabel('Amount in US dollars').fill('500');
    await desk.getByRole('button', { name: 'Record the payment' }).click();
    await expect(invoice(desk, deposit)).toContainText('$1,500.00 left to pay');
    await setting.openClient();
    await expect(page.getByRole('button', { name: 'Pay $1,500.00 by card' })).toBeVisible();
    await expectWellMade(page);
    // Back without having paid, and once more.
    await page.getByRole('button', { name: 'Pay $1,500.00 by card' }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(invoice(page, deposit)).toContainText('$1,500.00 left to pay');
    await page.getByRole('button', { name: 'Pay $1,500.00 by card' }).click();
    await expect(page.getByText('150000 cents')).toBeVisible();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByText('Thank you! Your payment has arrived.')).toBeVisible();
    await expect(page).toHaveURL(/\?tab=invoices$/);
    await expect(invoice(page, deposit)).toContainText('Paid · Card');
    await expect(page.getByText('Nothing to pay')).toBeVisible();
    await expectWellMade(page);
    expect(stripe.sessions.size).toBe(1);
    // The event arrives after it was asked, and twice.
    for (const event of [...stripe.signedEvents(), ...stripe.signedEvents()]) await report(event);
    const { items: paid } = await callAs(product, studio, api.listPaymentsAsStudio, { params });
    expect(paid.map(({ amount, fee, method }) => [amount, fee, method])).toEqual([
      [150_000, 59, 'card'],
      [50_000, 0, 'transfer'],
    ]);
    await expect(invoice(desk, deposit)).toContainText('Paid · Card');

    // A change, accepted, to be paid by card as well; the event alone brings the payment to both sides.
    await sendChangeOrder(product, studio, params, 'A newsletter');
    await setting.openClient('contract');
    const order = page.getByRole('listitem', { name: 'Change order 1: A newsletter' });
    await order.getByRole('button', { name: 'Accept' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept change order 1' });
    await dialog.getByLabel('Your full name').fill('Sam Sample');
    await dialog.getByRole('button', { name: 'Accept change order 1' }).click();
    await expect(page.getByText('With accepted changes: $4,900')).toBeVisible();
    await setting.openStudio();
    await desk.getByRole('button', { name: /^Send…/ }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Send the invoice' }).click();
    await expect.poll(setting.newestNumber).toMatch(/-0002$/);
    const extra = await setting.newestNumber();
    await setting.openClient();
    await page.getByRole('button', { name: 'Pay $900.00 by card' }).click();
    await expect(page.getByText('90000 cents')).toBeVisible();
    await report(stripe.pay());
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText('Nothing to pay')).toBeVisible();
    await expect(invoice(desk, extra)).toContainText('Paid · Card');

    // Everything is approved: the rest is due. Nobody pays.
    const { items: milestones } = await callAs(product, studio, api.listMilestonesAsStudio, { params });
    for (const { _id: milestoneId } of milestones) {
      const at = { params: { ...params, milestoneId } };
      await callAs(product, studio, api.setMilestoneStatus, { ...at, body: { status: 'in_review' } });
      await callAs(product, client, api.reviewMilestone, { ...at, body: { status: 'approved' } });
    }
    await expect(desk.getByRole('list', { name: 'Drafts' })).toContainText('50% at launch');
    await desk.getByRole('button', { name: /^Send…/ }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Send the invoice' }).click();
    await expect.poll(setting.newestNumber).toMatch(/-0003$/);
    const final = await setting.newestNumber();
    await product.mail.nextMail(clientEmail, new RegExp(`^Invoice ${final}`));
    await date.pass(21);
    await product.mail.nextMail(clientEmail, new RegExp(`${final} was due .+ ago`));
    const later = await Promise.all([signInAgain(), ownerSession(product)]);
    await openAs(page, later[0]);
    await openAs(desk, later[1]);
    await desk.goto('/admin/money?state=overdue');
    await expect(desk.getByRole('table', { name: 'Invoices' })).toContainText(/\$2,000\.00.*Overdue/);
    await setting.openClient();
    await expect(invoice(page, final)).toContainText('Overdue');
    await page.getByRole('button', { name: 'Pay $2,000.00 by card' }).click();
    // Its page has another button of this name.
    await expect(page.getByText('200000 cents')).toBeVisible();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByText('Thank you! Your payment has arrived.')).toBeVisible();
    await expect(page.getByText('Nothing to pay')).toBeVisible();
    // It was paid: no reminder goes out any more.
    await date.pass(8);

    // A part of it is paid back through Stripe.
    const [, owner] = await Promise.all([signInAgain(), ownerSession(product)]);
    await openAs(desk, owner);
    await setting.openStudio();
    await desk.getByRole('button', { name: 'More for the payment of $2,000.00' }).click();
    await desk.getByRole('menuitem', { name: 'Refund…' }).click();
    await desk.getByLabel('Amount in US dollars').fill('100');
    await expectWellMade(desk);
    await desk.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(invoice(desk, final)).toContainText('Paid back · Card');
    await product.mail.nextMail(clientEmail, new RegExp(`\\$100\\.00 of invoice ${final} was paid back`));
    expect(stripe.calls.filter((call) => call === 'POST refunds')).toHaveLength(1);
    const reminded = product.mail.mailsTo(clientEmail).filter(({ subject }) => /was due/.test(subject ?? ''));
    expect(reminded).toHaveLength(1);

    async function signInAgain() {
      const { data, error } = await newAuthClient(product).signInWithPassword(user);
      if (error) throw error;
      return data.session;
    }
  } finally {
    await setting.finish();
    await page.close();
    await product.stop();
  }
});
