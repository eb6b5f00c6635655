/**
 * Harmful characters that no text needs: NUL (which PostgreSQL rejects), the other C0 controls but tab and
 * line breaks, DEL, and lone surrogates (which are not Unicode text at all).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
const HARMFUL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** Text as it is stored: without harmful characters, line ends as \n, well-formed Unicode, NFC. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(HARMFUL, '').normalize('NFC');
}

/** Text of one line as it is stored: as `cleanText`, with line breaks and runs of white space as one space, trimmed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** The message for a text of more than `max` characters. */
export function tooLongMessage(max: number): string {
  return `Use ${max.toLocaleString('en-US')} characters or fewer.`;
}

/** The message for a day that doesn't exist or isn't written as 2026-11-21. */
export const NOT_A_DAY = 'Enter a day, as 2026-11-21.';

/** The text without trailing `characters`. Linear, unlike a pattern, which retries at each of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without leading and trailing `characters`. */
export function trimOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), characters);
}

/** True if a link may be rendered clickable: http and https only (specification section 5). */
export function isWebLink(text: string): boolean {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:';
  } catch {
    return false;
  }
}

/** The first `max` characters with an ellipsis if the text was cut; never cuts a surrogate pair. */
export function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`;
}

/** Splits text at commas: trimmed, empty parts dropped (specification section 5). */
export function splitCommaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The short id shown to users: the last six characters (specification section 9). */
export function shortId(id: string): string {
  return id.slice(-6);
}

/** The anchor of a heading: "What I keep, and why" → "what-i-keep-and-why". */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A whole number in words up to ten, else in figures. */
export function numberInWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** A text with a capital first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
