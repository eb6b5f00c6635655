import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The list as Django publishes it, in lower case; decision 0064 has its origin and its licence. */
const LIST = join(import.meta.dirname, 'common-passwords.txt.gz');

const COMMON: ReadonlySet<string> = new Set(gunzipSync(readFileSync(LIST)).toString().trim().split('\n'));

/** Digits that people put behind a word. A word of three letters is on the list by chance. */
const ENDING = /(?<=^.{4,})\d{1,6}$/u;

/**
 * Whether a password is among those that are tried first: on the list, with or without the digits at its end, or a few
 * characters over and over.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return COMMON.has(plain) || COMMON.has(plain.replace(ENDING, '')) || isRepeated([...password]);
}

/** One character or a pair, repeated. */
function isRepeated(signs: readonly string[]): boolean {
  const repeats = (length: number) =>
    signs.length > length &&
    signs.length % length === 0 &&
    signs.every((sign, place) => sign === signs[place % length]);
  return repeats(1) || repeats(2);
}
