import type { CreateInvoice } from '@atelier/domain/invoices/schema.ts';
import { describe, expect, it } from 'vitest';
import { typedAmount } from '../../../lib/typed-amount.ts';
import {
  countedLines,
  type InvoiceInput,
  invoiceFormSchema,
  saysTheSame,
  taxKey,
  taxOf,
} from './invoice-form.ts';

const ID = '0193f5a0-0000-7000-8000-000000000001';
const input: InvoiceInput = {
  title: ' Hosting ',
  note: '',
  lines: [
    { id: ID, title: 'Hosting', detail: '', quantity: '1.5', unitPrice: '$1,250.50', tax: '825 Sales tax' },
  ],
  dueOn: '',
  billing: { name: 'Acme', address: '', taxId: '' },
};
const written: CreateInvoice = {
  title: 'Hosting',
  note: '',
  lines: [
    {
      id: ID,
      title: 'Hosting',
      detail: '',
      quantity: 150,
      unitPrice: 125_050,
      taxName: 'Sales tax',
      taxRate: 825,
    },
  ],
  dueOn: null,
  billing: { name: 'Acme', address: '', taxId: '' },
};
const [line] = input.lines;
const withLine = (change: Partial<InvoiceInput['lines'][number]>): InvoiceInput => ({
  ...input,
  lines: line ? [{ ...line, ...change }] : [],
});
/** The place and the words of the first problem. */
const problem = (typed: InvoiceInput) => {
  const [issue] = invoiceFormSchema.safeParse(typed).error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
};

describe('the invoice form', () => {
  it('reads what is typed in whole cents and hundredths', () => {
    expect(invoiceFormSchema.parse(input)).toEqual(written);
  });

  it.each<[problem: string, InvoiceInput]>([
    ['title: Say what the invoice is for.', { ...input, title: ' ' }],
    ['dueOn: ', { ...input, dueOn: 'soon' }],
    ['lines: An invoice has at least one line.', { ...input, lines: [] }],
    ['lines.0.title: Name what it is.', withLine({ title: '' })],
    ['lines.0.quantity: Enter a quantity.', withLine({ quantity: '' })],
    ['lines.0.quantity: Enter at most two decimals.', withLine({ quantity: '1.255' })],
    ['lines.0.quantity: Enter more than 0.', withLine({ quantity: '0' })],
    ['lines.0.unitPrice: Enter an amount.', withLine({ unitPrice: 'a lot' })],
    ['lines.0.unitPrice: Enter at most two decimals.', withLine({ unitPrice: '0.001' })],
    ['lines: The lines have to add up to more than nothing', withLine({ unitPrice: '-5' })],
  ])('says at its field what is wrong: %s', (expected, typed) => {
    expect(problem(typed)).toContain(expected);
  });

  it('keeps a tax with its rate and its name as one choice', () => {
    for (const tax of [
      { name: 'No tax', rate: 0 },
      { name: 'Sales tax of 2 towns', rate: 825 },
    ]) {
      expect(taxOf(taxKey(tax))).toEqual(tax);
    }
  });

  it('counts a line that is still being typed as nothing', () => {
    const amounts = (typed: InvoiceInput) =>
      countedLines(typed.lines).map(({ quantity, unitPrice }) => [quantity, unitPrice]);
    expect(amounts(input)).toEqual([[150, 125_050]]);
    for (const change of [
      { quantity: '' },
      { unitPrice: '-' },
      { unitPrice: '1.005' },
      { unitPrice: '9'.repeat(20) },
    ]) {
      expect(amounts(withLine(change))).toEqual([[0, 0]]);
    }
  });

  it('recognizes an invoice that says what is typed, and no other one with the same words', () => {
    expect(saysTheSame(input, written)).toBe(true);
    expect(saysTheSame(withLine({ unitPrice: typedAmount(125_050) }), written)).toBe(true);
    expect(saysTheSame(withLine({ unitPrice: '1,250.51' }), written)).toBe(false);
    expect(saysTheSame(withLine({ id: ID.replace(/1$/, '2') }), written)).toBe(false);
    expect(saysTheSame({ ...input, title: '' }, written)).toBe(false);
  });
});
