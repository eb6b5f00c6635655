const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** "Jan" of "2026-01". */
export const monthTick = (month: string) => shortMonth.format(new Date(`${month}-01`));
/** "January 2026" of "2026-01". */
export const monthName = (month: string) => longMonth.format(new Date(`${month}-01`));

/** "2.5 days", "7 hours", "less than an hour"; a dash for null. */
export function formatDays(days: number | null): string {
  if (days === null) return '–';
  if (days < 1 / 24) return 'less than an hour';
  const [value, unit] = days < 1 ? [Math.round(days * 24), 'hour'] : [days, 'day'];
  const text = oneDecimal.format(value);
  return `${text} ${unit}${text === '1' ? '' : 's'}`;
}
