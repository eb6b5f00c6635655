import { shareOf, splitAmount } from '../money/rules.ts';

/*
 * What an invoice comes to, in integer cents. Prices are without tax. Each line is rounded by itself; the tax is rounded once for
 * each rate, on the sum of its lines; so lines, taxes and total always add up on paper.
 */

/** Hundredths of a percent: 825 is 8.25%. */
export type TaxRate = number;

/** One line of an invoice. */
export interface InvoiceLine {
  id: string;
  title: string;
  detail: string;
  /** Hundredths: 150 is 1.5 hours or pieces. */
  quantity: number;
  /** Cents for one; negative for a discount. */
  unitPrice: number;
  taxName: string;
  taxRate: TaxRate;
}

/** The tax of all lines with one rate, in cents. */
export interface TaxAmount {
  name: string;
  rate: TaxRate;
  /** The sum of the lines. */
  net: number;
  tax: number;
}

/** In cents. */
export interface InvoiceAmounts {
  /** Of each line, without tax, in their order. */
  lines: number[];
  net: number;
  /** One for each rate, in the order in which the lines name them first. */
  taxes: TaxAmount[];
  tax: number;
  total: number;
}

/** A line without tax, in cents: its quantity times its price, halves rounded away from zero. */
export const lineAmount = ({ quantity, unitPrice }: Pick<InvoiceLine, 'quantity' | 'unitPrice'>): number =>
  shareOf(unitPrice, quantity, 100);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What the lines of an invoice come to. */
export function invoiceAmounts(
  lines: readonly Omit<InvoiceLine, 'id' | 'title' | 'detail'>[],
): InvoiceAmounts {
  const amounts = lines.map(lineAmount);
  const groups = new Map<string, TaxAmount>();
  for (const [index, { taxName: name, taxRate: rate }] of lines.entries()) {
    const key = `${rate} ${name}`;
    const group = groups.get(key) ?? { name, rate, net: 0, tax: 0 };
    groups.set(key, { ...group, net: group.net + (amounts[index] ?? 0) });
  }
  const taxes = [...groups.values()].map((group) => ({
    ...group,
    tax: shareOf(group.net, group.rate, 10_000),
  }));
  const net = sum(amounts);
  const tax = sum(taxes.map((group) => group.tax));
  return { lines: amounts, net, taxes, tax, total: net + tax };
}

/**
 * The tax of each line in cents, for a bookkeeper's table: the parts of a rate's lines add up to its tax exactly. A discount's
 * tax is negative. A rate whose lines are all nothing has no tax to split.
 */
export function taxOfLines(
  lines: readonly Omit<InvoiceLine, 'id' | 'title' | 'detail'>[],
  taxes: readonly TaxAmount[] = invoiceAmounts(lines).taxes,
): number[] {
  const amounts = lines.map(lineAmount);
  const parts = lines.map(() => 0);
  for (const { name, rate, tax } of taxes) {
    const members = lines.flatMap((line, index) =>
      line.taxName === name && line.taxRate === rate ? [index] : [],
    );
    const weights = members.map((index) => Math.abs(amounts[index] ?? 0));
    if (sum(weights) === 0) continue;
    // Each line has its own, and what rounding leaves goes to the largest.
    const own = members.map((index) => shareOf(amounts[index] ?? 0, rate, 10_000));
    const left = splitAmount(tax - sum(own), weights);
    for (const [at, index] of members.entries()) parts[index] = (own[at] ?? 0) + (left[at] ?? 0);
  }
  return parts;
}

/**
 * What a credit note takes off an invoice, for an amount without tax: from each rate in proportion to what is left of it. The
 * tax is what the credit notes so far and this one come to together, less what they took off already, so that several of them
 * that credit everything credit exactly the invoice's tax.
 * @param before the taxes of each credit note so far
 */
export function creditAmounts(
  invoice: readonly TaxAmount[],
  before: readonly (readonly TaxAmount[])[],
  net: number,
): Omit<InvoiceAmounts, 'lines'> {
  const credited = invoice.map(({ name, rate }) => {
    const own = before.flatMap((taxes) => taxes.filter((each) => each.name === name && each.rate === rate));
    return { net: sum(own.map((each) => each.net)), tax: sum(own.map((each) => each.tax)) };
  });
  const left = invoice.map((group, index) => group.net - (credited[index]?.net ?? 0));
  const nets =
    net === sum(left)
      ? left
      : splitAmount(
          net,
          left.map((each) => Math.max(0, each)),
        );
  const taxes = invoice.map(({ name, rate }, index) => {
    const part = nets[index] ?? 0;
    const { net: had = 0, tax: took = 0 } = credited[index] ?? {};
    return { name, rate, net: part, tax: shareOf(had + part, rate, 10_000) - took };
  });
  const tax = sum(taxes.map((each) => each.tax));
  return { net, taxes: taxes.filter((each) => each.net !== 0 || each.tax !== 0), tax, total: net + tax };
}
