import { parse } from 'content-disposition';

/** The name that the server gives a file, without any folder; undefined where it gives none. */
export function fileNameOf(headers: Headers): string | undefined {
  const { filename } = parse(headers.get('content-disposition') ?? '').parameters;
  return filename?.split(/[\\/]/).at(-1)?.trim() || undefined;
}
