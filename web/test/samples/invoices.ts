import { invoiceAmounts } from '@atelier/domain/invoices/amounts.ts';
import type { Invoice, StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { USER_ID } from '../product.tsx';

/** An id that ends in a number. */
export const id = (n: number) => `0193f5a0-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const PROJECT_ID = id(100);

/** A submitted project of the signed-in user. */
export const sampleProject: Project = {
  _id: PROJECT_ID,
  id: PROJECT_ID,
  userId: USER_ID,
  email: 'ada@people.example',
  title: 'Website',
  status: 'submitted',
  stage: 'work',
  step: 7,
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  submittedAt: '2026-11-01T09:00:00.000Z',
  data: emptyBrief(),
  final: emptyBrief(),
  estimate: null,
  clientRole: 'contact',
};

export const sampleBilling = { name: 'Acme', address: '1 Sample Street', taxId: '' };

/** A sent invoice of $4,500.00; other amounts follow from its lines unless they are given. */
export function sampleInvoice(n: number, change: Partial<Invoice> = {}): Invoice {
  const lines = change.lines ?? [
    {
      ...{ id: id(n * 1_000), title: 'Design', detail: '', quantity: 100, unitPrice: 450_000 },
      ...{ taxName: 'No tax', taxRate: 0 },
    },
  ];
  const { net, tax, total } = invoiceAmounts(lines);
  return {
    _id: id(n),
    id: id(n),
    kind: 'invoice',
    state: 'sent',
    number: `2026-000${n}`,
    title: `Invoice of ${n}`,
    note: '',
    lines,
    ...{ net, tax, total, paid: 0, credited: 0, open: total, credit: 0 },
    issuedOn: '2026-03-02',
    dueOn: '2026-03-16',
    paidOn: null,
    reason: '',
    creditsId: null,
    url: 'https://files.example/invoice.pdf',
    sentAt: '2026-03-02T09:00:00.000Z',
    ...change,
  };
}

/** The same as the studio sees it. */
export const sampleStudioInvoice = (n: number, change: Partial<StudioInvoice> = {}): StudioInvoice => ({
  ...sampleInvoice(n, change),
  status: 'sent',
  hash: null,
  billing: sampleBilling,
  missingLetters: '',
  heldBack: null,
  revision: 1,
  createdAt: '2026-03-01T09:00:00.000Z',
  ...change,
});

/** A draft, which has no number yet. */
export const sampleDraft = (n: number, change: Partial<StudioInvoice> = {}): StudioInvoice =>
  sampleStudioInvoice(n, {
    ...{ status: 'draft', state: 'draft', number: null, open: 0, url: null },
    ...{ issuedOn: null, dueOn: null, sentAt: null },
    ...change,
  });
