import type { Payment } from '@atelier/domain/payments/schema.ts';
import { describe, expect, it } from 'vitest';
import { paymentWords } from './payment-list.tsx';
import { effectWords } from './studio/record-dialog.tsx';

describe('effectWords', () => {
  it.each([
    [4_000, 9_580, 'Leaves $55.80 to pay.'],
    [9_580, 9_580, 'That pays the invoice in full.'],
    [10_580, 9_580, '$10.00 more than is left to pay: it becomes a credit.'],
    [1_000, 0, 'The invoice is paid already: $10.00 becomes a credit.'],
    [0, 9_580, ''],
    [-5, 9_580, ''],
    [Number.NaN, 9_580, ''],
  ])('says what %d does to an invoice with %d left to pay', (amount, open, words) => {
    expect(effectWords(amount, open)).toBe(words);
  });
});

describe('paymentWords', () => {
  it.each<[Partial<Payment>, string]>([
    [{}, 'Paid · Bank transfer'],
    [{ reference: 'From Acme' }, 'Paid · Bank transfer · From Acme'],
    [{ kind: 'refund', method: 'cash' }, 'Paid back · Cash'],
    [{ method: 'credit', reference: '2026-0001' }, 'Paid · Credit of invoice 2026-0001'],
    [{ kind: 'refund', method: 'credit', reference: '2026-0002' }, 'Credit moved to invoice 2026-0002'],
  ])('says what %j is', (change, words) => {
    const payment: Payment = {
      ...{ _id: '1', id: '1', invoiceId: '2', kind: 'payment', amount: 100, on: '2030-01-31' },
      ...{ method: 'transfer', reference: '' },
    };
    expect(paymentWords({ ...payment, ...change })).toBe(words);
  });
});
