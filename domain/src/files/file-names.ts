import { trimOf } from '../text.ts';

/** The longest name of a file, in characters: what file systems take in most scripts (255 bytes). */
export const MAX_FILE_NAME = 100;
/** A longer extension, or one with other characters, counts as part of the name. */
const EXTENSION = /^[\p{L}\p{N}_-]{1,12}$/u;
/** Only the beginning and the end of a longer name count; no file system has one. */
const MAX_READ = 2_000;
/** What a file is called that has no name. */
const NAMELESS = 'Untitled file';

/**
 * Characters that are not seen and change what is: controls, line ends, marks that turn the direction of
 * writing ("gpj.exe" for "exe.jpg"), and marks of no width, except the joiners that scripts and emoji need.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/**
 * A file's name as it is kept and shown: without a path, without what is unseen, of bounded length with its
 * ending kept, and never empty.
 */
export function cleanFileName(name: string): string {
  const read = name.length <= MAX_READ ? name : name.slice(0, MAX_READ / 2) + name.slice(-MAX_READ / 2);
  const last = read.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const spaced = last.replace(/\s/g, ' ').replace(UNSEEN, '').replace(/ +/g, ' ');
  // Dots and spaces at the end are lost on Windows, and a dot at the beginning hides a file everywhere else.
  const seen = trimOf(spaced, ' .');
  if (seen === '') return NAMELESS;
  const characters = [...seen];
  if (characters.length <= MAX_FILE_NAME) return seen;
  const extension = fileExtension(seen);
  const ending = extension === '' ? '' : `.${extension}`;
  return (
    characters
      .slice(0, MAX_FILE_NAME - 1 - [...ending].length)
      .join('')
      .trimEnd() +
    '…' +
    ending
  );
}

/** The ending of a name, in lower case and without its dot; empty for none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot < 1 || name[dot - 1] === '.') return '';
  const extension = name.slice(dot + 1);
  return EXTENSION.test(extension) ? extension.toLowerCase() : '';
}
