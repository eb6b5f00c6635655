import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthError } from '../protocol/errors.ts';
import { queryText } from '../protocol/request-body.ts';
import type { RedirectRules } from '../provider.ts';
import type { PresentedSession } from '../sessions/sessions.service.ts';

/** Longer targets are refused: no page of ours needs more. */
const MAX_LENGTH = 2_048;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that run or read local content: never a target, even if a list allows them. */
const HARMFUL_SCHEMES = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'filesystem:',
  'about:',
]);

/**
 * The first candidate that is allowed, else the site's own address. A refused candidate gets no
 * error, so that trying reveals nothing.
 */
export function resolveRedirect(rules: RedirectRules, candidates: readonly (string | undefined)[]): string {
  const allowed = candidates.find(
    (candidate) => candidate !== undefined && isAllowedRedirect(rules, candidate),
  );
  return allowed ?? rules.siteUrl;
}

/** The target that a request asks for if it is allowed, else the site. */
export function redirectOf(rules: RedirectRules, request: FastifyRequest, asked?: string): string {
  const header = request.headers.redirect_to;
  return resolveRedirect(rules, [
    typeof header === 'string' ? header : undefined,
    asked ?? queryText(request, 'redirect_to'),
    request.headers.referer,
  ]);
}

/** Whether a redirect may end at this address. */
export function isAllowedRedirect(rules: RedirectRules, target: string): boolean {
  const url = parseTarget(target);
  if (!url) return false;
  if (isSameSite(url, new URL(rules.siteUrl))) return true;
  if (isWeb(url) && !hasPlainHost(url)) return false;
  const withoutFragment = url.href.slice(0, url.href.length - url.hash.length);
  return rules.allowList.some((pattern) => matchesPattern(pattern, withoutFragment));
}

/** Whether an address is this page of the site itself, with any query. */
export function isOwnPage(rules: RedirectRules, target: string, path: string): boolean {
  const url = parseTarget(target);
  return url?.pathname === path && isSameSite(url, new URL(rules.siteUrl));
}

/**
 * The address as the browser will read it, or undefined where browsers, proxies and parsers are known to
 * differ: no scheme, `https:evil`, a backslash, a control character, credentials, a host in disguise.
 */
function parseTarget(target: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  if (target.length > MAX_LENGTH || /[\u0000-\u0020\u007F\\]/.test(target) || !target.isWellFormed())
    return undefined;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
  if (authority === undefined || authority.includes('@')) return undefined;
  const url = URL.parse(target);
  if (!url) return undefined;
  if (url.username !== '' || url.password !== '' || HARMFUL_SCHEMES.has(url.protocol)) return undefined;
  // 0x7f.1, 2130706433, %65vil and other spellings of a host come out of the parser as something else.
  const spelled = authority
    .toLowerCase()
    .replace(/:(\d{0,5})$/, (_, port) => (port === defaultPort(url) ? '' : `:${port}`));
  return !isWeb(url) || spelled === url.host ? url : undefined;
}

function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}

/** The same scheme, host and port; on this machine the port does not matter (a development server has its own). */
function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || LOOPBACK.has(site.hostname);
}

/** A name, or this machine: never another machine's bare address. */
function hasPlainHost(url: URL): boolean {
  if (LOOPBACK.has(url.hostname)) return true;
  return /^[a-z0-9.-]+$/.test(url.hostname) && !/^[\d.]+$/.test(url.hostname);
}

/**
 * Whether the whole text matches the pattern. Tracks every position of the pattern that the text
 * read so far can reach, so many wildcards cost no more than one per character.
 */
function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split(/(\*\*|\*|\?)/).flatMap((part) => (WILDCARDS.has(part) ? part : [...part]));
  let places = skipOptional(parts, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const place of places) {
      const part = parts[place];
      if (part === '**' || (part === '*' && character !== '.' && character !== '/')) next.add(place);
      else if (part === '?' || part === character) next.add(place + 1);
    }
    places = skipOptional(parts, next);
  }
  return places.has(parts.length);
}

const WILDCARDS = new Set(['**', '*', '?']);

/** `**` and `*` may match nothing: from their positions the next one is reachable too. */
function skipOptional(parts: readonly string[], places: Set<number>): Set<number> {
  // Iterating a set also visits elements added on the way.
  for (const place of places) if (parts[place] === '**' || parts[place] === '*') places.add(place + 1);
  return places;
}

/** A target with parameters set in its query; what it had before stays. */
export function withQuery(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** A target with parameters as its fragment, in place of the one it had. */
export function withFragment(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

/*
 * What a link ends in, as parameters of the address that the browser is sent to. A flow that began with a
 * code challenge reads them from the query, one without from the fragment, which no server sees.
 */

type LinkFlow = 'pkce' | 'implicit';

/** Marks which server answered; clients know it as a parameter without a value. */
const MARK = { sb: '' };

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Names of OAuth for the statuses that have one (RFC 6749, 4.1.2.1). */
const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** The link was used, and the session is handed over directly. */
export function sessionTarget(target: string, type: string, session: PresentedSession): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    ...MARK,
    token_type: session.token_type,
    type,
  });
}

/** One of two links was used. */
export function halfConfirmedTarget(target: string, flow: LinkFlow): string {
  return reportTarget(target, flow, { message: HALF_CONFIRMED });
}

/** The answer to the same when the client asked by a call. */
export function presentHalfConfirmed(): { msg: string; code: string } {
  return { msg: HALF_CONFIRMED, code: '200' };
}

/** The link could not be used. */
export function errorTarget(target: string, flow: LinkFlow, error: AuthError): string {
  const name = OAUTH_ERRORS[error.status];
  return reportTarget(target, flow, {
    ...(name ? { error: name } : {}),
    error_code: error.code,
    error_description: error.message,
  });
}

function reportTarget(target: string, flow: LinkFlow, parameters: Record<string, string>): string {
  return withFragment(flow === 'pkce' ? withQuery(target, parameters) : target, { ...parameters, ...MARK });
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS =
  'accept, authorization, content-type, apikey, x-client-info, x-client-ip, x-jwt-aud, x-use-cookie, x-supabase-api-version';
/** Without the version clients cannot read the error's code. */
const EXPOSED = 'X-Supabase-Api-Version, X-Total-Count, Link, Retry-After';
const PREFLIGHT_MAX_AGE = '600';

/**
 * Lets only pages of the allowed redirect origins call the provider. Their calls carry no cookies.
 */
export function addCrossOrigin(scope: FastifyInstance, rules: RedirectRules): void {
  scope.addHook('onRequest', async ({ method, headers: { origin } }, reply) => {
    if (origin === undefined) return;
    reply.header('vary', 'Origin');
    if (!isAllowedRedirect(rules, `${origin}/`)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
      // What the platform forbids other pages by default.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (method !== 'OPTIONS') return;
    reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': PREFLIGHT_MAX_AGE,
    });
  });
  scope.options('/*', async (_request, reply) => reply.status(204).send());
}
