import { cleanFileName } from '@atelier/domain/files/rules.ts';
import { MAX_MESSAGE_FILES, MESSAGE_MAX } from '@atelier/domain/messages/rules.ts';
import { cleanText } from '@atelier/domain/text.ts';
import type { MailPart } from '../../platform/mail-in/parse-mail.ts';

/** A smaller picture inside the text is a logo or an icon of a signature. */
const MIN_EMBEDDED_BYTES = 20_000;
const PACKED =
  'Outlook packed the attached files into it, and only Outlook opens it: please send them again one by one';
/** Room for the notes below the text. */
const NOTES_MAX = 1_000;
const CUT_NOTE = '[The email goes on. The studio has all of it.]';

/** The files of a mail that a message gets, and those that don't fit. */
export function chooseFiles(parts: readonly MailPart[]): { chosen: MailPart[]; leftOut: string[] } {
  const files = parts.filter(
    ({ isEmbedded, isPacked, content }) =>
      !isPacked && content.length > 0 && (!isEmbedded || content.length >= MIN_EMBEDDED_BYTES),
  );
  const packed = parts.filter(({ isPacked }) => isPacked);
  return {
    chosen: files.slice(0, MAX_MESSAGE_FILES),
    leftOut: [
      ...packed.map(({ name }) => `${shortName(name)} (${PACKED})`),
      ...files
        .slice(MAX_MESSAGE_FILES)
        .map(({ name }) => `${shortName(name)} (a message has up to ${MAX_MESSAGE_FILES})`),
    ],
  };
}

/** The text of a message made of a mail, with a note for each file that it doesn't have. */
export function composeAnswer(
  { text, isCut }: { text: string; isCut: boolean },
  leftOut: readonly string[],
  hasFiles: boolean,
): string {
  const notes = leftOut
    .map((each) => `[Not attached: ${each}]`)
    .join('\n')
    .slice(0, NOTES_MAX);
  const own = cleanText(text).trim();
  const max = MESSAGE_MAX - NOTES_MAX - CUT_NOTE.length - 10;
  const isLong = own.length > max;
  const short = isLong || isCut ? `${own.slice(0, max).toWellFormed()}\n\n${CUT_NOTE}` : own;
  const body = short === '' && hasFiles ? 'See the attached file.' : short;
  return [body, notes].filter((part) => part !== '').join('\n\n');
}

/** A file's name as a note has it. */
export const shortName = (name: string) => [...cleanFileName(name)].slice(0, 80).join('');
