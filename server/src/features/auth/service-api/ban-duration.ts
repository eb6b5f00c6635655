import { validationFailed } from '../protocol/error-catalogue.ts';

const FORM = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/;
/** Where a unit ends and the next number begins. */
const BETWEEN = /(?<=[hms])(?=\d)/;
const SECONDS: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001 };
/** A century: beyond it a time has no place in four digits of a year for long. */
const LONGEST_SECONDS = 100 * 365 * 24 * 3_600;

/**
 * How long an account is to be shut, as the protocol says it: `24h`, `1h30m`, or `none` to open it again.
 * @returns seconds; 0 for `none`
 * @throws validation_failed
 */
export function parseBanDuration(text: string): number {
  if (text === 'none') return 0;
  if (!FORM.test(text)) throw validationFailed('invalid format for ban duration');
  let seconds = 0;
  for (const part of text.split(BETWEEN)) {
    const unit = part.replace(/[\d.]/g, '');
    seconds += Number(part.slice(0, -unit.length)) * (SECONDS[unit] ?? 0);
  }
  if (seconds > LONGEST_SECONDS) throw validationFailed('invalid format for ban duration');
  return seconds;
}
