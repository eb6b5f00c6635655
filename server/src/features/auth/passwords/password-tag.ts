/**
 * How a page learns that this provider asks for longer passwords than it was built to say: a tag of its head. Read by
 * `web/app/features/accounts/new-password-fields.tsx`.
 */
export function presentPasswordTag(minLength: number): string {
  return `<meta name="password-min-length" content="${minLength}"/>`;
}
