import { encodeExtended, format } from 'content-disposition';

/**
 * The header that has a browser save a file under its name: in ASCII for old programs, and as it is for all others.
 */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const parameters = { filename: ascii, 'filename*': encodeExtended(name.toWellFormed()) };
  return format({ type: 'attachment', parameters });
}
