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

/**
 * The roles that an access token names, in its `app_metadata.roles`, `app_metadata.role` and `roles` claims, lower-cased
 * (specification section 2). Good for showing a link, never for protecting anything.
 */
export function rolesOfToken(token: string): string[] {
  const claims = claimsOfToken(token);
  const metadata = recordOf(claims.app_metadata);
  return [claims.roles, metadata.roles, metadata.role]
    .flat()
    .filter((role) => typeof role === 'string')
    .map((role) => role.toLowerCase());
}
