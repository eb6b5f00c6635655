/** What the link in a mail has brought to one of our landing pages. */
export type AuthLink =
  /** To be exchanged for a session, in the browser that asked for the mail. */
  | { kind: 'code'; code: string; flowId: string | undefined }
  /** A session as it stands: links that no browser asked for, such as an invitation. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string; type: string }
  /** The first of the two confirmations of a change of address. */
  | { kind: 'half' }
  /** The provider refused the link. */
  | { kind: 'refused'; code: string; description: string }
  /** Nothing: the page was opened by itself, or reloaded. */
  | { kind: 'bare' };

/**
 * Reads a landing page's address. The provider answers in the query, in the fragment or in both; the query
 * counts first, and a refusal counts before everything else.
 */
export function parseAuthLink(address: { search: string; hash: string }): AuthLink {
  const query = new URLSearchParams(address.search);
  const fragment = new URLSearchParams(address.hash.replace(/^#/, ''));
  const read = (name: string) => query.get(name) || fragment.get(name) || '';

  if (read('error') || read('error_code') || read('error_description')) {
    return {
      kind: 'refused',
      code: read('error_code') || read('error'),
      description: read('error_description'),
    };
  }
  if (read('code')) return { kind: 'code', code: read('code'), flowId: read('sb_flow_id') || undefined };
  const accessToken = read('access_token');
  const refreshToken = read('refresh_token');
  if (accessToken && refreshToken) return { kind: 'tokens', accessToken, refreshToken, type: read('type') };
  if (read('message')) return { kind: 'half' };
  return { kind: 'bare' };
}

/** What a link brings that is as good as a password, or of no use a second time. */
const SECRETS = ['code', 'sb_flow_id', 'access_token', 'refresh_token', 'provider_token'];

/** A landing page's address without what its link has brought: the rest of the query stays. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  for (const name of SECRETS) url.searchParams.delete(name);
  const fragment = new URLSearchParams(url.hash.slice(1));
  if (SECRETS.some((name) => fragment.has(name))) url.hash = '';
  return url.href;
}

/** The sentence for a link that the provider refused. */
export function describeRefusedLink(link: { code: string; description: string }): string {
  if (link.code === 'otp_expired') {
    return 'This link has expired or was used before. Each link works once, for an hour.';
  }
  return link.description || 'This link could not be used.';
}
