import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** What a reply that is no page may do in a browser: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** The least that a reply must have which no hook has seen. */
export const BARE_HEADERS = { 'content-security-policy': NOTHING, 'x-content-type-options': 'nosniff' };

export interface TransportPolicy {
  /** Whether browsers are to stay on https. */
  https: boolean;
  /** Whether they are to do so for all names below ours, too. */
  hstsSubdomains?: boolean;
}

/** Security headers of every reply, worked out once; a page has a content policy of its own in place of this one. */
export function securityHeaders({
  https,
  hstsSubdomains = false,
}: TransportPolicy): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: hstsSubdomains } : false,
    // Links in mails carry codes: no other site gets the referring address.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Modern browsers ignore it, older ones were attacked through it.
    xXssProtection: false,
    // For Internet Explorer, for Flash, and for looking up ahead where links lead, which browsers leave alone on https: 98
    // bytes of every page.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
  })(request, response, () => {});
  return {
    ...(response.getHeaders() as Record<string, string>),
    'content-security-policy': NOTHING,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

/** Hashes of the inline scripts and styles of one HTML file, each as `sha256-…`. */
export interface InlineHashes {
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

export interface PagePolicy extends TransportPolicy {
  /** Other origins that the page may call. */
  connectTo: readonly string[];
}

/** The content policy of one HTML file: only what we serve, and the inline parts that were built into it. */
export function pageContentPolicy(hashes: InlineHashes, { https, connectTo }: PagePolicy): string {
  const quoted = (list: readonly string[]) => list.map((hash) => `'${hash.replaceAll("'", '')}'`);
  const directives = [
    ["default-src 'none'"],
    ["script-src 'self'", ...quoted(hashes.scriptHashes)],
    ["style-src 'self'", ...quoted(hashes.styleHashes)],
    ["img-src 'self' data: blob:"],
    ["font-src 'self'"],
    ["connect-src 'self'", ...connectTo],
    ["media-src 'self' blob:"],
    ["manifest-src 'self'"],
    ["form-action 'self'"],
    ["base-uri 'none'"],
    ["frame-ancestors 'none'"],
    ["require-trusted-types-for 'script'"],
    // Made once, for the one address of the thread that reads PDFs (web/app/lib/open-pdf.ts).
    ['trusted-types atelier-pdf-worker'],
    ...(https ? [['upgrade-insecure-requests']] : []),
  ];
  return directives.map((parts) => parts.join(' ')).join('; ');
}
