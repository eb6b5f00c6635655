/** Letters in other clothes, with what is printed for them: hyphens as Word writes them, and the signs of its symbol fonts. */
const PLAIN: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '–',
  '\u2015': '—',
  '\u2043': '•',
  '\uF0A7': '▪',
  '\uF0B7': '•',
  '\uF0D8': '►',
  '\uF0E0': '→',
  '\uF0FC': '✓',
  '✅': '✓',
  '❌': '✗',
  '➡': '→',
  '⬅': '←',
};
/** Letters joined in one sign, which nobody finds when they search. */
const LIGATURE = /^[\uFB00-\uFB06]$/;
/** Above, below and around letters. */
const MARK = /^[\p{Mn}\p{Me}]$/u;

/** What is printed in a letter's place, whatever the fonts have. */
export function replacementOf(letter: string): string | undefined {
  return LIGATURE.test(letter) ? letter.normalize('NFKC') : PLAIN[letter];
}

/**
 * The plain form of a letter that no font has: a full-width or raised one, one in a frame. Marks are left out.
 * @returns undefined if there is none
 */
export function plainForm(letter: string, has: (letter: string) => boolean): string | undefined {
  if (MARK.test(letter)) return '';
  for (const form of [letter.normalize('NFKC'), letter.normalize('NFKD')]) {
    const shown = [...form].filter((part) => !MARK.test(part) || has(part));
    if (form !== letter && shown.length > 0 && shown.every(has)) return shown.join('');
  }
  return undefined;
}
