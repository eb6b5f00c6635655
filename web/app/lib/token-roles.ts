import { claimsOfToken, recordOf } from './token-claims.ts';

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
