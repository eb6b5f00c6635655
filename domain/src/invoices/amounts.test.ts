import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { creditAmounts, invoiceAmounts, lineAmount, type TaxAmount, taxOfLines } from './amounts.ts';

const taxes = fc.constantFrom(
  { taxName: 'No tax', taxRate: 0 },
  { taxName: 'Sales tax', taxRate: 825 },
  { taxName: 'VAT', taxRate: 1_900 },
  { taxName: 'VAT, reduced', taxRate: 700 },
);
const line = fc
  .tuple(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
    taxes,
  )
  .map(([quantity, unitPrice, tax]) => ({ quantity, unitPrice, ...tax }));
const lines = fc.array(line, { maxLength: 60 });
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe('invoiceAmounts', () => {
  it('has lines that add up to the net, taxes to the tax, and both to the total, all in whole cents', () => {
    fc.assert(
      fc.property(lines, (made) => {
        const amounts = invoiceAmounts(made);
        expect(sum(amounts.lines)).toBe(amounts.net);
        expect(sum(amounts.taxes.map(({ net }) => net))).toBe(amounts.net);
        expect(sum(amounts.taxes.map(({ tax }) => tax))).toBe(amounts.tax);
        expect(amounts.net + amounts.tax).toBe(amounts.total);
        expect([...amounts.lines, amounts.tax, amounts.total].every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  it('rounds each line, and each rate’s tax once, by less than a cent', () => {
    fc.assert(
      fc.property(lines, (made) => {
        const amounts = invoiceAmounts(made);
        for (const [index, { quantity, unitPrice }] of made.entries()) {
          expect(Math.abs((amounts.lines[index] ?? 0) * 100 - quantity * unitPrice)).toBeLessThanOrEqual(50);
        }
        for (const { net, rate, tax } of amounts.taxes) {
          expect(Math.abs(tax * 10_000 - net * rate)).toBeLessThanOrEqual(5_000);
        }
      }),
    );
  });

  it('groups lines by their rate, in the order in which they come', () => {
    const tax = { taxName: 'Sales tax', taxRate: 825 };
    const free = { taxName: 'No tax', taxRate: 0 };
    expect(
      invoiceAmounts([
        { quantity: 100, unitPrice: 10_001, ...tax },
        { quantity: 150, unitPrice: 333, ...free },
        { quantity: 100, unitPrice: -1_000, ...tax },
      ]),
    ).toEqual({
      lines: [10_001, 500, -1_000],
      net: 9_501,
      taxes: [
        { name: 'Sales tax', rate: 825, net: 9_001, tax: 743 },
        { name: 'No tax', rate: 0, net: 500, tax: 0 },
      ],
      tax: 743,
      total: 10_244,
    });
    expect(invoiceAmounts([])).toEqual({ lines: [], net: 0, taxes: [], tax: 0, total: 0 });
  });
});

test.each([
  [100, 450_000, 450_000],
  [150, 333, 500],
  [33, 100, 33],
  [50, 1, 1],
  [50, -1, -1],
  [49, 1, 0],
])('lineAmount of %i hundredths at %i cents is %i', (quantity, unitPrice, amount) => {
  expect(lineAmount({ quantity, unitPrice })).toBe(amount);
});

test('taxOfLines adds up to the tax of the invoice, in whole cents', () => {
  fc.assert(
    fc.property(lines, (made) => {
      const parts = taxOfLines(made);
      const { lines: amounts, taxes } = invoiceAmounts(made);
      const splittable = taxes.filter(({ name, rate }) =>
        made.some((each, index) => each.taxName === name && each.taxRate === rate && amounts[index] !== 0),
      );
      expect(sum(parts)).toBe(sum(splittable.map(({ tax }) => tax)));
      expect(parts.every(Number.isSafeInteger)).toBe(true);
    }),
  );
});

describe('creditAmounts', () => {
  const priced = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 10_000_000 }), taxes)
      .map(([unitPrice, tax]) => ({ quantity: 100, unitPrice, ...tax })),
    { minLength: 1, maxLength: 8 },
  );
  const shares = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 });

  it('takes off exactly the invoice, in however many parts it is credited', () => {
    fc.assert(
      fc.property(priced, shares, (made, percents) => {
        const invoice = invoiceAmounts(made);
        const notes: { taxes: TaxAmount[]; net: number; tax: number; total: number }[] = [];
        const left = () => invoice.net - sum(notes.map(({ net }) => net));
        const credit = (net: number) => {
          const before = notes.map((note) => note.taxes);
          if (net > 0) notes.push(creditAmounts(invoice.taxes, before, net));
        };
        for (const percent of percents) credit(Math.floor((left() * percent) / 100));
        credit(left());
        expect(sum(notes.map(({ net }) => net))).toBe(invoice.net);
        expect(sum(notes.map(({ tax }) => tax))).toBe(invoice.tax);
        expect(sum(notes.map(({ total }) => total))).toBe(invoice.total);
        for (const note of notes) {
          expect(note.total).toBeGreaterThanOrEqual(note.net);
          expect(sum(note.taxes.map(({ net }) => net))).toBe(note.net);
        }
      }),
    );
  });

  it('credits an invoice with a discount of its own rate as a whole', () => {
    const {
      taxes: groups,
      net,
      tax,
      total,
    } = invoiceAmounts([
      { quantity: 100, unitPrice: 10_000, taxName: 'VAT', taxRate: 1_900 },
      { quantity: 100, unitPrice: -1_000, taxName: 'No tax', taxRate: 0 },
    ]);
    expect(creditAmounts(groups, [], net)).toEqual({ net, taxes: groups, tax, total });
  });
});
