import { isIPv6 } from 'node:net';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where a call came from, as it may be stored with what it wrote. */
export interface ClientFacts {
  /** Address of the client: of the socket, or what a trusted proxy says. */
  address: string;
  userAgent: string | undefined;
  referer: string | undefined;
}

const MAX_FACT_LENGTH = 500;

export function clientFacts(request: FastifyRequest): ClientFacts {
  return {
    address: plainAddress(request.ip),
    userAgent: bounded(request.headers['user-agent']),
    referer: bounded(request.headers.referer),
  };
}

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
/** Longer than any token of ours or of a provider; a longer one is not looked at. */
const MAX_TOKEN_LENGTH = 8_192;

/** The token of an Authorization header, undefined when there is none of the form `Bearer …`. */
export function parseBearerToken(header: string | undefined): string | undefined {
  if (!header || header.length > MAX_TOKEN_LENGTH) return undefined;
  return BEARER.exec(header)?.[1];
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, because a client has all of it. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip);
  // Before the check of the whole, which takes long: of IPv4 there is one form.
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** A network that limits count. */
export interface ClientNetwork {
  key: string;
  /** How many callers' allowances it has. */
  share: number;
}

/** How many callers' allowances a /48 has: it belongs to one household or office, with many /64 in it. */
const SITE_SHARE = 4;

/**
 * The keys that count a caller where changing the address must not help: an IPv4 address, or for
 * IPv6 the /64 and the /48 around it, of which one caller can hold 65,536 times a /64.
 */
export function clientNetworks(ip: string): readonly ClientNetwork[] {
  const network = addressKey(ip);
  if (!network.endsWith('::/64')) return [{ key: network, share: 1 }];
  const site = `${network.split(':').slice(0, 3).join(':')}::/48`;
  return [
    { key: network, share: 1 },
    { key: site, share: SITE_SHARE },
  ];
}

/** The widest network that one caller can have: an IPv4 address, or the /48 of an IPv6 one. */
export function widestNetwork(ip: string): string {
  return clientNetworks(ip).at(-1)?.key ?? '';
}

/** An IPv4 address inside an IPv6 one as itself. */
function plainAddress(ip: string): string {
  return ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice('::ffff:'.length) : ip;
}

function bounded(header: string | undefined): string | undefined {
  // Header bytes come as Latin-1; what is not printable has no place in a record.
  return header?.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, MAX_FACT_LENGTH);
}

/**
 * Whether the call comes from this machine itself: from a loopback socket, through no proxy, and to a name
 * of this machine (a page elsewhere can have a name of its own point here).
 */
export function isLoopback(request: FastifyRequest): boolean {
  const socket = plainAddress(request.socket.remoteAddress ?? '');
  const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
  const host = isLoopbackName((request.headers.host ?? '').replace(/:\d{1,5}$/, ''));
  return (socket === '::1' || socket.startsWith('127.')) && direct && host;
}

/** Whether only this machine can reach an address (`http://localhost:4000`). */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackName(new URL(url).hostname);
}

/** Whether a host is this machine by its name alone. */
export function isLoopbackName(host: string): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|::1)$/i.test(host);
}

/** A cookie that scripts can't read, and that other sites' forms and calls don't carry. */
export interface ServerCookie {
  name: string;
  value: string;
  /** The paths that the browser sends it to. */
  path: string;
  maxAgeSeconds: number;
  /** Whether it travels over https alone. */
  secure: boolean;
}

/** The value of a request's cookie, empty if there is none. */
export function readCookie(request: FastifyRequest, name: string): string {
  const { cookie } = request.headers;
  return (cookie && parseCookie(cookie)[name]) || '';
}

export function setCookie(reply: FastifyReply, cookie: ServerCookie): void {
  const { name, value, path, maxAgeSeconds, secure } = cookie;
  reply.header(
    'set-cookie',
    stringifySetCookie({
      name,
      value,
      path,
      maxAge: maxAgeSeconds,
      secure,
      httpOnly: true,
      sameSite: 'lax',
    }),
  );
}
