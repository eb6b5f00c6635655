import { z } from 'zod';
import { findEmailFault, MAX_EMAIL_LENGTH, parsePublicEmail } from './email-address.ts';
import { cleanLine, cleanText, tooLongMessage } from './text.ts';

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

/** An email address by the one rule, else rejected with the message; `detail` names what is wrong with it. */
export function emailText(message: string) {
  return z
    .string({ error: message })
    .transform((text, context): string => {
      const address = parsePublicEmail(text);
      if (address !== undefined) return address;
      context.addIssue({ code: 'custom', message, params: { detail: findEmailFault(text) } });
      return z.NEVER;
    })
    .pipe(z.string().meta({ maxLength: MAX_EMAIL_LENGTH }));
}

/** The secret of 256 bits in the link of a mail, as base64url. */
export function linkSecret() {
  return z.string().regex(/^[\w-]{43}$/, 'The link is incomplete.');
}
