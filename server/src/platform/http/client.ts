import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

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

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, because a client has all of it. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
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
  const host = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '');
  return (socket === '::1' || socket.startsWith('127.')) && direct && host;
}
