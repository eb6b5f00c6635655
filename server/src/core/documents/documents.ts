import { AppError } from '@atelier/domain/errors.ts';
import type { ComposedDocument } from './sheet.ts';
import { missingIn } from './typefaces.ts';

/**
 * Makes the PDF of one kind of document, apart from everything else: its words are other people's.
 * @throws document_over_limits
 */
export type MakeDocument<Content> = (content: Content) => Promise<Buffer>;

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
