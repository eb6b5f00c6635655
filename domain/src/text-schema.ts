import { z } from 'zod';
import { cleanLine, cleanText, isSimpleEmail, MAX_EMAIL_LENGTH, tooLongMessage } from './text.ts';

/*
 * Text in forms and on the wire. Separate from text.ts, so that a page that only shows text doesn't load
 * the validation library.
 */

/** Free text of several lines: cleaned, trimmed, at most `max` characters. */
export function longText(max: number) {
  // Written when it is needed: the first number with a comma in it loads tables of the language.
  const error = () => tooLongMessage(max);
  return z
    .string()
    .max(max * 2, { error })
    .transform((text) => cleanText(text).trim())
    .pipe(z.string().max(max, { error }));
}

/** Text of one line: cleaned, line breaks and runs of white space replaced by one space, trimmed. */
export function shortText(max: number) {
  return z
    .string()
    .max(max * 2, `Use ${max} characters or fewer.`)
    .transform(cleanLine)
    .pipe(z.string().max(max, `Use ${max} characters or fewer.`));
}

/** An address by the simple pattern: cleaned and trimmed like all text, else rejected with the message. */
export function emailText(message: string) {
  return z
    .string({ error: message })
    .transform((text) => cleanText(text).trim())
    .pipe(z.string().refine(isSimpleEmail, message).meta({ maxLength: MAX_EMAIL_LENGTH }));
}

/** The secret of 256 bits in the link of a mail, as base64url. */
export function linkSecret() {
  return z.string().regex(/^[\w-]{43}$/, 'The link is incomplete.');
}
