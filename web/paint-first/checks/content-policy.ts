import type { BuiltPage } from '../build/pages-manifest.ts';

/** The content policy that a built page must run under, to check it without the server. */
export function contentPolicyFor(page: BuiltPage): string {
  const hashes = (list: string[]) => list.map((hash) => `'${hash}'`).join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(page.scriptHashes)}`,
    `style-src 'self' ${hashes(page.styleHashes)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types atelier-pdf-worker',
  ].join('; ');
}
