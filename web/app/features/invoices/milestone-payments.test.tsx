import type { PlannedPayment } from '@atelier/domain/invoices/schema.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../test/product.tsx';
import { id, sampleDraft, sampleInvoice } from '../../../test/samples/invoices.ts';
import MilestonePayments from './milestone-payments.tsx';

const planned: PlannedPayment = {
  ...{ id: id(1), label: 'at launch', percent: 50, amount: 450_000, due: 'milestone', milestoneId: id(8) },
  ...{ date: null, invoiceId: null, holdsMilestoneId: null },
};
const first: PlannedPayment = {
  ...planned,
  ...{ id: id(2), label: 'to reserve', due: 'acceptance', milestoneId: null, invoiceId: id(2) },
  holdsMilestoneId: id(8),
};

describe('MilestonePayments', () => {
  it.each([
    ['what is due once it’s approved', [planned], [], ['$4,500.00 due when it’s approved']],
    [
      'how its invoice stands',
      [{ ...planned, invoiceId: id(3) }],
      [sampleInvoice(3)],
      ['$4,500.00, invoice 2026-0003 Sent'],
    ],
    [
      'that its invoice isn’t sent',
      [{ ...planned, invoiceId: id(3) }],
      [sampleDraft(3)],
      ['$4,500.00 Draft'],
    ],
    ['what it waits for', [first], [sampleInvoice(2)], ['Starts once “50% to reserve” is paid']],
    ['nothing of a payment that is paid', [first], [sampleInvoice(2, { state: 'paid', open: 0 })], []],
    ['nothing of a payment of which nothing is left', [{ ...first, amount: 0, invoiceId: null }], [], []],
    ['nothing of other milestones', [{ ...planned, milestoneId: id(9) }], [], []],
  ])('says %s', async (_, plan, invoices, words) => {
    await renderScreen(<MilestonePayments plan={plan} invoices={invoices} milestoneId={id(8)} />);
    const lines = page.getByRole('listitem').elements();
    expect(lines.map(({ textContent }) => textContent)).toEqual(words);
  });
});
