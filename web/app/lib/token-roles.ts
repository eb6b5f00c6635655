/**
 * The roles that an access token names, in its `app_metadata.roles`, `app_metadata.role` and `roles` claims, lower-cased
 * (specification section 2). Read without checking the signature: good for showing a link, never for protecting
 * anything. A token of another shape names none.
 */
export function rolesOfToken(token: string): string[] {
  const claims = readClaims(token);
  const metadata = recordOf(claims.app_metadata);
  return [claims.roles, metadata.roles, metadata.role]
    .flat()
    .filter((role) => typeof role === 'string')
    .map((role) => role.toLowerCase());
}

function readClaims(token: string): Record<string, unknown> {
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

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
