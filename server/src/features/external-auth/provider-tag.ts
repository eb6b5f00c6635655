import { createHash } from 'node:crypto';
import type { ExternalAuthSettings } from './external-auth.feature.ts';

/**
 * How a page learns that somebody else signs people in: a tag of its head, with the provider's address and public
 * key as JSON. Read by `web/app/lib/session/auth-provider.ts`. The id is another for each address: a browser keeps the
 * session of each apart.
 */
export function presentProviderTag({ url, apiKey }: Pick<ExternalAuthSettings, 'url' | 'apiKey'>): string {
  const id = createHash('sha256').update(url).digest('hex').slice(0, 12);
  const facts = JSON.stringify({ id, url, ...(apiKey === undefined ? {} : { apiKey }) });
  const escaped = facts.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<meta name="auth-provider" content="${escaped}"/>`;
}
