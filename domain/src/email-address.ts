import { trimEndOf } from './text.ts';

/*
 * The one rule for email addresses. What `parseEmailAddress` returns, and nothing else, is stored, looked up and mailed. Only
 * what can stand in an envelope as it is comes out: mail servers differ in whether they take anything else.
 */

/** The longest address that mail can carry (RFC 5321: a path of 256 with its angle brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** More than an address with a name and marks around it has. */
const MAX_TYPED_LENGTH = 600;

const NAME = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Controls but white space, and what has no width: zero-width and direction marks, soft hyphens, variation selectors. */
const INVISIBLE = /(?![\s\u200C\u200D])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Invisible too, but part of some scripts' words, and so of their domains. */
const JOINERS = /[\u200C\u200D]/g;

/** What never stands in a domain, so that it is no part of the address at its end, nor at its begin. */
const AFTER = ' \t\r\n\u00A0\u3000.,;:!?>)]}"\'`”’»›。，、；．';
const BEFORE = ' \t\r\n\u00A0\u3000<([",;:“„«‹「';
/** May begin an address, so they are marks around it only where they are at its end as well. */
const PAIRS = ["''", '‘’', '``', '**', '__', '||', '{}'];

/**
 * The address in a text that a person typed or pasted: without invisible marks and what wraps it (`mailto:`, `<…>`, quotes, a full
 * stop at the end), in lower case, its domain as name servers have it (punycode). Undefined for anything else.
 */
export function parseEmailAddress(text: string): string | undefined {
  const address = readableForm(text);
  return address !== undefined && isEmailAddress(address) ? address : undefined;
}

/** As `parseEmailAddress`, with a dot in the domain, as the pattern of the forms has it (specification section 5). */
export function parsePublicEmail(text: string): string | undefined {
  const address = parseEmailAddress(text);
  return address?.slice(address.lastIndexOf('@')).includes('.') ? address : undefined;
}

/** Whether this is an address in the form that `parseEmailAddress` returns: nothing in it can end a line or begin another address. */
export function isEmailAddress(address: string): boolean {
  if (address.length > MAX_EMAIL_LENGTH) return false;
  const at = address.indexOf('@');
  const host = address.slice(at + 1);
  return at > 0 && NAME.test(address.slice(0, at)) && HOST.test(host) && asciiHost(host) === host;
}

/**
 * An address from elsewhere (a mail's From, a token), to be compared with stored ones. Case and the writing of the domain
 * don't matter; nothing is taken away, since what a mail server tells apart may be two people's.
 */
export function comparableEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  return `${address.slice(0, at + 1).toLowerCase()}${asciiHost(host) ?? host.toLowerCase()}`;
}

/** What a typed text is looked up by: its address, or the text itself where it has none. */
export function emailToFind(text: string): string {
  return parseEmailAddress(text) ?? comparableEmail(text.trim());
}

/** What is wrong with a text that has no address, for the line below the form's own sentence; undefined if no one thing is. */
export function findEmailFault(text: string): string | undefined {
  if (text.length > MAX_TYPED_LENGTH || parsePublicEmail(text) !== undefined) return undefined;
  const plain = unwrap(withoutInvisible(text));
  if (plain === '') return undefined;
  const space = /\s/u.exec(plain);
  if (space) return `There is a space after “${plain.slice(Math.max(0, space.index - 30), space.index)}”.`;
  const [name = '', host = '', ...more] = plain.split('@');
  if (more.length > 0) return 'There is more than one @.';
  for (const letter of name) {
    if (!NAME.test(letter.toLowerCase()) || letter > '\u007F')
      return `${named(letter)} can’t stand before the @.`;
  }
  if (!plain.includes('@')) return 'There is no @.';
  for (const letter of host) {
    if (!HOST_LETTER.test(letter)) return `${named(letter)} can’t stand after the @.`;
  }
  const joiner = JOINER.exec(host);
  if (joiner && asciiHost(host) === undefined) return `${named(joiner[0])} can’t stand after the @.`;
  if (name !== '' && host !== '' && !host.includes('.'))
    return 'After the @ comes a name with a dot, as in example.com.';
  return undefined;
}

const named = (letter: string): string => {
  const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (/[\u200C\u200D]|\p{M}/u.test(letter)) return `An invisible character (${code})`;
  return letter > '\u007F' ? `“${letter}” (${code})` : `“${letter}”`;
};

/** What may be written in a domain: letters and digits of any script, hyphens, and the few marks that IDNA has for some scripts. */
const HOST_LETTER = /[\p{L}\p{M}\p{N}.\-。．｡·・׳״͵\u200C\u200D]/u;
const HOST_LETTERS = /^[\p{L}\p{M}\p{N}.\-。．｡·・׳״͵\u200C\u200D]+$/u;
const JOINER = /[\u200C\u200D]/;

/** A domain as name servers have it; undefined for what is none. Browser and server have the same table for it, in `URL`. */
function asciiHost(host: string): string | undefined {
  const plain = host.toLowerCase();
  if (HOST.test(plain) && !plain.includes('xn--')) return plain;
  if (!HOST_LETTERS.test(plain)) return undefined;
  try {
    const { hostname } = new URL(`http://${plain}`);
    // Digits of other scripts can make it the number of a machine.
    return /[^.\d]/.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

function readableForm(text: string): string | undefined {
  if (text.length > MAX_TYPED_LENGTH) return undefined;
  const plain = unwrap(withoutInvisible(text));
  const at = plain.indexOf('@');
  const host = asciiHost(plain.slice(at + 1));
  return at > 0 && host !== undefined ? `${plain.slice(0, at).toLowerCase()}@${host}` : undefined;
}

/** Joiners stay in the labels of a domain that aren't of plain letters. */
function withoutInvisible(text: string): string {
  const seen = text.toWellFormed().replace(INVISIBLE, '');
  const at = seen.lastIndexOf('@');
  const labels = seen.slice(at + 1).split('.');
  const host = labels.map((label) =>
    /[^\0-\u007F\u200C\u200D]/.test(label) ? label : label.replace(JOINERS, ''),
  );
  return `${seen.slice(0, at + 1).replace(JOINERS, '')}${host.join('.')}`;
}

function unwrap(text: string): string {
  let rest = text;
  for (let before: string | undefined; before !== rest; ) {
    before = rest;
    rest = unwrapOnce(rest);
  }
  return rest;
}

function unwrapOnce(text: string): string {
  const plain = text.trim();
  const isPair = plain.length > 1 && PAIRS.includes(plain.charAt(0) + plain.slice(-1));
  if (isPair) return plain.slice(1, -1);
  const link = /^mailto:([^?]*)/i.exec(plain)?.[1];
  if (link !== undefined) return decoded(link);
  const [name = '', address, ...more] = plain.split('<');
  if (name !== '' && address !== undefined && more.length === 0) {
    // A name that looks like another address has to be the same one, as some programs write it.
    if (!name.includes('@') || parseEmailAddress(name) === parseEmailAddress(address)) return address;
  }
  return trimStartOf(trimEndOf(plain, AFTER), BEFORE);
}

function trimStartOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return text.slice(start);
}

/** The text of a link, which has some characters as %40. */
function decoded(link: string): string {
  try {
    return decodeURIComponent(link).replace(INVISIBLE, '');
  } catch {
    return link;
  }
}
