/*
 * Numbers with two decimals as one types them: amounts of any currency, and quantities. They are kept as whole hundredths, so
 * that nothing is lost to a fraction that a computer can't hold.
 */

const MINUS = /^[-−]/;
const DIGITS = /^\d+$/;

/**
 * Typed text in hundredths: "$1,250.5" is 125050. NaN for what is no number, and for a comma that doesn't divide thousands,
 * which may be meant for the decimals. With more than two decimals it isn't whole: schemas say what is wrong.
 */
export function parseTypedAmount(text: string): number {
  const bare = text
    .trim()
    .replace(MINUS, '')
    .trimStart()
    .replace(/^[$€£]/, '')
    .trimStart();
  // "-$12" and "$-12" are the same.
  const isNegative = MINUS.test(text.trim()) !== MINUS.test(bare);
  const [whole = '', decimals = '', ...more] = (isNegative ? bare.replace(MINUS, '') : bare).split('.');
  const [first = '', ...thousands] = whole.split(',');
  const isGrouped = thousands.every(({ length }) => length === 3) && first.length >= 1 && first.length <= 3;
  const digits = first + thousands.join('');
  if (more.length > 0 || !DIGITS.test(digits + decimals)) return Number.NaN;
  if (thousands.length > 0 && !isGrouped) return Number.NaN;
  const size = Number(`${digits}${decimals.slice(0, 2).padEnd(2, '0')}.${decimals.slice(2)}`);
  return isNegative && size !== 0 ? -size : size;
}

const amountFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const quantityFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Hundredths as an amount in a field: 125050 is "1,250.50". */
export const typedAmount = (hundredths: number): string => amountFormat.format(hundredths / 100);

/** Hundredths as a quantity in a field: 150 is "1.5", 100 is "1". */
export const typedQuantity = (hundredths: number): string => quantityFormat.format(hundredths / 100);
