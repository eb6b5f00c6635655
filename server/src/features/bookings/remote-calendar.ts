import { type LookupAddress, lookup as lookUpHost } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Why a calendar couldn't be read, as a sentence for the owner. */
export class CalendarFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CalendarFault';
  }
}

export interface FetchOptions {
  /** Whether to connect to an IP address; only public ones unless given. */
  isAllowed?: (ip: string) => boolean;
  /** In bytes, and ms for all of it, redirects included. */
  maxBytes?: number;
  timeoutMs?: number;
  /** Certificates to trust in place of the system's. */
  ca?: string;
}

export type FetchCalendar = (address: string) => Promise<string>;

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** What is given out of IPv6: the library counts the rest as unicast, too, such as `::7f00:1`, which is 127.0.0.1 in an old spelling. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
const PRIVATE = 'Its address leads into a private network: enter one that the internet can reach.';

/** Whether an address is on the public internet: neither this machine, nor a private network, nor anything reserved. */
export function isPublicAddress(ip: string): boolean {
  try {
    // An IPv4 address inside an IPv6 one counts as itself.
    const address = ipaddr.process(ip);
    const isAssigned = address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
    return isAssigned && address.range() === 'unicast';
  } catch {
    return false;
  }
}

/**
 * Reads a calendar's file over https. It connects only to addresses that were looked at after the name was resolved, so that a name can't
 * lead into the studio's own network; each redirect is looked at alike.
 * @throws CalendarFault
 */
export async function fetchCalendar(address: string, options: FetchOptions = {}): Promise<string> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  let url = requireSafeUrl(address, options);
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await open(url, signal, options);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readText(response, options.maxBytes ?? MAX_BYTES);
      response.destroy();
      if (!REDIRECTS.includes(statusCode) || !headers.location) {
        throw new CalendarFault(`Its server answers with ${statusCode}.`);
      }
      const next = URL.parse(headers.location, url);
      if (!next) throw new CalendarFault('Its server redirects to an address that is none.');
      url = requireSafeUrl(next.href, options);
    }
    throw new CalendarFault('Its server redirects too often.');
  } catch (error) {
    throw faultOf(error, signal);
  }
}

function requireSafeUrl(address: string, { isAllowed = isPublicAddress }: FetchOptions): URL {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') throw new CalendarFault('Its address doesn’t begin with https://.');
  // A name is looked at when it is resolved; an address that is written out never is.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host)) throw new CalendarFault(PRIVATE);
  return url;
}

function open(url: URL, signal: AbortSignal, { ca, isAllowed }: FetchOptions): Promise<IncomingMessage> {
  const options: RequestOptions = {
    signal,
    lookup: lookUpAllowed(isAllowed ?? isPublicAddress),
    // A connection that is kept would skip the look at its address.
    agent: false,
    headers: { accept: 'text/calendar', 'accept-encoding': 'identity', 'user-agent': 'Atelier' },
    ...(ca ? { ca } : {}),
  };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).once('error', reject).end();
  });
}

/** Resolves a name, and refuses it if any of its addresses isn't allowed. */
function lookUpAllowed(isAllowed: (ip: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    const answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      if (found.some(({ address }) => !isAllowed(address))) return callback(new CalendarFault(PRIVATE), []);
      const [first] = found;
      if (options.all || !first) return callback(null, found);
      return callback(null, first.address, first.family);
    };
    lookUpHost(host, { ...options, all: true }, answer);
  };
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new CalendarFault('It is larger than 5 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function faultOf(error: unknown, signal: AbortSignal): CalendarFault {
  if (error instanceof CalendarFault) return error;
  if (signal.aborted) return new CalendarFault('Its server takes too long.', error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND') return new CalendarFault('Its server isn’t found.', error);
  return new CalendarFault('Its server can’t be reached.', error);
}
