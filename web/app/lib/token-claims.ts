/**
 * What an access token says. Read without checking the signature: good for showing a link or a screen, never for
 * protecting anything. A token of another shape says nothing.
 */
export function claimsOfToken(token: string): Record<string, unknown> {
  const payload = token.split('.')[1] ?? '';
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return recordOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}

/** The fields of an object; none of anything else. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
