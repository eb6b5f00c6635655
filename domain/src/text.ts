/**
 * Characters that no text of ours needs and that do harm: NUL (which PostgreSQL refuses), the other C0
 * controls but tab and line breaks, DEL, and lone surrogates (which are not Unicode text at all).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
const HARMFUL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** Text as it is stored: harmful characters taken out, line ends as \n, well-formed Unicode, NFC. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(HARMFUL, '').normalize('NFC');
}

/** The simple pattern that the contact and onboarding forms use (specification section 5). */
export const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The longest address that mail can carry (RFC 5321: a path of 256 with its angle brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** Whether the text passes the simple e-mail pattern. */
export function isSimpleEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && SIMPLE_EMAIL.test(text);
}

/** Whether a link may be rendered clickable: http and https only (specification section 5). */
export function isWebLink(text: string): boolean {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:';
  } catch {
    return false;
  }
}

/** The first `max` characters with an ellipsis where something was cut; never cuts a surrogate pair. */
export function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`;
}

/** Splits what was typed with commas: trimmed, empties dropped (specification section 5). */
export function splitCommaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
