/** The name that the server gives a file (RFC 6266), without any folder; undefined where it gives none. */
export function fileNameOf(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const name = encodedName(disposition) ?? parameterOf(disposition, 'filename')?.replaceAll('"', '');
  return name?.split(/[\\/]/).at(-1)?.trim() || undefined;
}

/** The name in every script (`filename*=UTF-8''…`); what cannot be decoded counts as absent. */
function encodedName(disposition: string): string | undefined {
  const [charset, , encoded] = parameterOf(disposition, 'filename*')?.split("'") ?? [];
  if (!encoded || charset?.toUpperCase() !== 'UTF-8') return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** The raw value of a header's parameter. */
function parameterOf(header: string, name: string): string | undefined {
  const parameters = header.split(';').slice(1);
  const pairs = parameters.map((parameter) => parameter.split('='));
  return pairs
    .find(([key]) => key?.trim().toLowerCase() === name)
    ?.slice(1)
    .join('=')
    .trim();
}
