const UNRESERVED = /^[\w.~-]$/;

/**
 * The one form of a request target, so that every spelling of an address is one address to whatever reads it
 * later (router, log, pages): a whole URL becomes its path (RFC 9112, 3.2.2), and what needn't be
 * percent-encoded isn't (RFC 3986, 6.2.2.2). A target with a broken escape stays as it came: the router
 * refuses it, and decoding a part of it could make an escape that wasn't sent.
 */
export function canonicalTarget(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  if (!path.includes('%') || /%(?![0-9a-f]{2})/i.test(path)) return path;
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(char) ? char : escaped;
  });
}
