/** The name that the server gives a file (RFC 6266), without any folder; undefined where it gives none. */
export function fileNameOf(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const name = encodedName(disposition) ?? /;\s*filename="?([^";]+)"?/i.exec(disposition)?.[1];
  return name?.split(/[\\/]/).at(-1)?.trim() || undefined;
}

/** The name in every script (`filename*=UTF-8''…`); what cannot be decoded counts as absent. */
function encodedName(disposition: string): string | undefined {
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  if (!encoded) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
