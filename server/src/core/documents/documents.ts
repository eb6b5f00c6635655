import { AppError } from '@atelier/domain/errors.ts';
import type { ComposedDocument } from './sheet.ts';
import { missingIn } from './typefaces.ts';

/**
 * Makes the PDF of one kind of document, apart from everything else: its words are other people's.
 * @throws document_over_limits
 */
export type MakeDocument<Content> = (content: Content) => Promise<Buffer>;

/**
 * How a call is bound that makes a document: it may wait for its turn and then for the thread, whose own limit (a minute) has
 * the sentence that says what is wrong. Another call is answered within ten seconds.
 */
export const DOCUMENT_CALL = { deadlineMs: 90_000 } as const;

/**
 * Asked before a document is issued, and before it gets a number.
 * @throws letters_not_supported
 */
export function assertPrintable(document: ComposedDocument): void {
  const letters = missingIn(document);
  if (letters !== '') throw lettersNotSupported(letters);
}

/** @param letters each once */
export function lettersNotSupported(letters: string): AppError {
  const shown = [...letters].slice(0, 20).join(' ');
  return new AppError(
    'letters_not_supported',
    `The document can’t show these letters: ${shown}. Write them in Latin, Greek or Cyrillic letters, then try again.`,
  );
}
