const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** "1 invoice", "12 invoices". */
export const invoiceCount = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'invoice' : 'invoices'}`;

/** "12.5 days" from sending to the last payment; a dash for null. */
export function averageWords(days: number | null): string {
  if (days === null) return '–';
  const text = oneDecimal.format(days);
  if (text === '0') return 'Same day';
  return `${text} ${text === '1' ? 'day' : 'days'}`;
}
