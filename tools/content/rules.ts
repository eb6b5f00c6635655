/** Rules that several parts of the content share. Each gives sentences: nothing where all is well. */

/** The sentence, if it is true. */
export const when = (isWrong: boolean, sentence: string): string[] => (isWrong ? [sentence] : []);

/** The values of a list that come more than once, each once. */
export function doubles(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

const letters = (text: string) => [...text].length;

/** Says that a text is longer than what it is shown in. */
export function tooLong(what: string, text: string, most: number): string[] {
  return when(letters(text) > most, `${what} has ${letters(text)} letters; at most ${most} fit.`);
}

/** Says which words of a heading are wider than a phone: they would be cut off. */
export function wideWordErrors(what: string, heading: string, most: number): string[] {
  return heading
    .split(/[\s\u00ad/–—-]+/)
    .flatMap((word) =>
      when(
        letters(word) > most,
        `${what}: “${word}” is wider than a phone. Put soft hyphens (\\u00ad) in it, or take another word.`,
      ),
    );
}

/** Search engines show a description of this length whole, and think little of a shorter one. */
export function descriptionErrors(what: string, text: string): string[] {
  const count = letters(text);
  return when(count < 70 || count > 160, `${what} has ${count} letters; 70 to 160 are wanted.`);
}

/** Says that a part of an address holds what addresses do not: small letters, figures and single hyphens are good. */
export function slugErrors(what: string, slug: string): string[] {
  return when(
    !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
    `${what}: the slug may have small letters a to z, figures and single hyphens alone.`,
  );
}

/** Whether the text is a day of the calendar, "2026-11-02". */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Says which texts in a value, however deep, are empty, unfinished or have a gap. */
export function textErrors(what: string, value: unknown): string[] {
  if (typeof value === 'string') {
    return [
      ...when(value.trim() === '', `${what} is empty.`),
      ...when(value !== '' && value.trim() !== value, `${what} begins or ends with a space.`),
      ...when(
        /\b(undefined|NaN|lorem|todo)\b|\[object|\$\{/i.test(value),
        `${what} is unfinished: “${value.slice(0, 60)}”.`,
      ),
    ];
  }
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => textErrors(`${what}, ${labelOf(name, part)}`, part));
}

/** How a part of a list or an object is called: by its own key where it has one, else by its place. */
function labelOf(name: string, part: unknown): string {
  if (!/^\d+$/.test(name)) return name;
  const named = part && typeof part === 'object' ? (part as Record<string, unknown>) : {};
  const own = named.key ?? named.slug ?? named.anchor ?? named.path;
  return typeof own === 'string' ? `“${own}”` : `number ${Number(name) + 1}`;
}
