import { api } from '@atelier/domain/api.ts';
import type { StudioPayment } from '@atelier/domain/payments/schema.ts';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { id, PROJECT_ID } from '../../../../test/samples/invoices.ts';
import { StudioPayments } from './studio-payments.tsx';

signIn();
const product = startTestApi();
const onDone = vi.fn();
const payment = (n: number, change: Partial<StudioPayment> = {}): StudioPayment => ({
  ...{ _id: id(n), id: id(n), invoiceId: id(1), kind: 'payment', amount: n * 100, method: 'transfer' },
  ...{ reference: '', on: '2026-03-05', fee: 0, note: '', isProvided: false, isRemoved: false },
  createdAt: '2026-03-05T09:00:00.000Z',
  ...change,
});
const answer = (...items: StudioPayment[]) => product.api.answer(api.listPaymentsAsStudio, { items });
const open = () => renderScreen(<StudioPayments projectId={PROJECT_ID} invoiceId={id(1)} onDone={onDone} />);
const menu = (n: number, kind = 'payment') =>
  page.getByRole('button', { name: `More for the ${kind} of $${n}.00` });
const choose = (name: RegExp) => page.getByRole('menuitem', { name }).click();

describe('StudioPayments', () => {
  it('shows an invoice’s own payments with what is known of them, and offers what can be done', async () => {
    answer(
      payment(50, { isRemoved: true, note: 'Another client’s' }),
      payment(40, { kind: 'refund' }),
      payment(30, { method: 'credit', reference: '2026-0009' }),
      payment(20, { isProvided: true, method: 'card', fee: 90 }),
      payment(10),
      payment(99, { invoiceId: id(2) }),
    );
    await open();
    await expect.element(menu(10)).toBeVisible();
    const rows = page.getByRole('listitem').elements();
    expect(rows).toHaveLength(5);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Paid · Bank transferMar 5, 2026Another client’sRemoved$50.00',
      'Paid back · Bank transferMar 5, 2026-$40.00',
      'Paid · Credit of invoice 2026-0009Mar 5, 2026$30.00',
      'Paid · CardMar 5, 2026Bank fee $0.90$20.00',
      'Paid · Bank transferMar 5, 2026$10.00',
    ]);
    await expect.element(menu(50)).not.toBeInTheDocument();
    const offered = async (n: number, kind?: string) => {
      await menu(n, kind).click();
      const items = page.getByRole('menuitem').elements();
      await menu(n, kind).click();
      return items.map(({ textContent }) => textContent?.split('…')[0]);
    };
    expect(await offered(40, 'refund')).toEqual(['Remove']);
    expect(await offered(30)).toEqual(['Refund']);
    expect(await offered(20)).toEqual(['Refund']);
    expect(await offered(10)).toEqual(['Refund', 'Remove']);
  });

  it('removes what was recorded by mistake, with a note', async () => {
    answer(payment(10));
    await open();
    await menu(10).click();
    await choose(/^Remove/);
    await page.getByRole('textbox', { name: /^Why/ }).fill('Another client’s');
    const confirm = () => page.getByRole('button', { name: 'Remove the payment' }).click();
    await confirm();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to remove it.');
    const removed = payment(10, { isRemoved: true });
    product.api.answer(api.removePayment, { items: [removed] });
    answer(removed);
    await confirm();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith('Removed the payment of $10.00.'));
    expect(product.api.sent(api.removePayment)).toEqual(Array(2).fill({ note: 'Another client’s' }));
    await expect.element(page.getByText('Removed')).toBeVisible();
  });

  it('says of a card’s refund that the money goes back by itself, and of any other that it has to be sent', async () => {
    answer(payment(20, { isProvided: true, method: 'card' }), payment(10));
    await open();
    await menu(10).click();
    await choose(/^Refund/);
    await expect.element(page.getByText(/Send the money first/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await menu(20).click();
    await choose(/^Refund/);
    await expect.element(page.getByText(/goes back the way it came/)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Paid back on' })).not.toBeInTheDocument();
    product.api.answer(api.refundPayment, { items: [] });
    await page.getByRole('textbox', { name: 'Amount in US dollars' }).fill('5');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith('$5.00 goes back to the card.'));
    expect(product.api.sent(api.refundPayment)).toMatchObject([{ amount: 500 }]);
  });
});
