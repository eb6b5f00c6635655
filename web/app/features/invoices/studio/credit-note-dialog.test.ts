import { creditAmounts, invoiceAmounts, type TaxAmount } from '@atelier/domain/invoices/amounts.ts';
import type { StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { expect, it } from 'vitest';
import { creditable } from './credit-note-dialog.tsx';

it('says of a credit note what the server makes of it, after others of an invoice with several taxes', () => {
  const line = (id: string, unitPrice: number, taxRate: number) => ({
    ...{ id, title: '', detail: '', quantity: 100, unitPrice },
    ...{ taxName: `${taxRate}`, taxRate },
  });
  const lines = [line('1', 33_33, 825), line('2', 10_01, 700), line('3', 5_00, 0)];
  const { taxes, ...amounts } = invoiceAmounts(lines);
  const invoice = { lines, net: amounts.net } as StudioInvoice;
  const before: TaxAmount[][] = [];
  const notes: StudioInvoice[] = [];
  for (const net of [7_77, 1, 12_34, 20_22]) {
    const made = creditAmounts(taxes, before, net);
    expect(creditable(invoice, notes).amounts(net)).toEqual(made);
    before.push(made.taxes);
    // As the list has them: newest first.
    notes.unshift({ net } as StudioInvoice);
  }
  const { left, amounts: rest } = creditable(invoice, notes);
  expect(left).toBe(amounts.net - 7_77 - 1 - 12_34 - 20_22);
  const credited = before.flat().reduce((sum, { tax }) => sum + tax, 0) + rest(left).tax;
  expect(credited).toBe(amounts.tax);
});
