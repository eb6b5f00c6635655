/** Where links and addresses of ours lead that open something for who has them. */
export interface OwnPlaces {
  /** The host of PUBLIC_URL. */
  host: string;
  /** What answers by mail go to; undefined where they are off. */
  replies: { name: string; domain: string } | undefined;
}

const REMOVED = '[link removed]';

const MAX_URL = 8_000;
const MAX_DECODINGS = 5;
/** Up to the first character that no program puts into a link. */
const URLS = /\b(?:https?|mailto):[^\s<>"“”«»\]]{2,}/gi;
/** What follows a link that was broken at the end of a line: no word, and alone in its line. */
const REST = /^([>\s]*)([A-Za-z0-9_=&%?.~+/#-]{6,})([>\])]?\s*)$/;
const NO_WORD = /[0-9=&%_]|[a-z][A-Z]/;

/** The rest of a link whose beginning is in the line before; undefined if a line isn't that. */
export function restOfLink(line: string): string | undefined {
  const rest = REST.exec(line)?.[2];
  return rest !== undefined && NO_WORD.test(rest) ? rest : undefined;
}
const SECRET_NAMES = /[?&#;](?:access_|refresh_)?(?:token(?:_hash)?|code|secret|key|sig(?:nature)?)=/i;
/** Pages and calls that a mail's link opens with what is in it. */
const SECRET_PATHS = /^\/(?:unsubscribe|decide|call|undo|booking|auth|api|files)(?:[/?#]|$)/i;
/** Longer than any word or name in an address of a page; ids aren't secrets. */
const OPAQUE = /[A-Za-z0-9_-]{24,}/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A text without the links of ours that open something, also where another service's link has one inside. */
export function removeOwnLinks(text: string, places: OwnPlaces): string {
  const { replies } = places;
  let isBroken = false;
  const lines = text.split('\n').map((line) => {
    const broken = isBroken ? restOfLink(line) : undefined;
    const rest = broken === undefined ? line : line.replace(broken, '');
    isBroken = false;
    let end = 0;
    const without = rest.replaceAll(URLS, (url, at: number) => {
      if (!leadsToUs(url, places)) return url;
      end = at + url.length;
      return REMOVED;
    });
    isBroken =
      end > 0 &&
      rest
        .slice(end)
        .replace(/[>\])]$/, '')
        .trim() === '';
    return without;
  });
  const unlinked = lines.join('\n');
  return replies ? withoutReplies(unlinked, replies) : unlinked;
}

/** Whether a line has a link to any page of ours, or an address that answers go to. */
export function pointsToUs(line: string, places: OwnPlaces): boolean {
  const links = line.slice(0, MAX_URL).match(URLS) ?? [];
  const host = places.host.toLowerCase();
  return (
    links.some((url) => linksIn(url).some(([authority]) => hostOf(authority) === host)) ||
    removeOwnLinks(line, places) !== line
  );
}

type ReplyPlace = NonNullable<OwnPlaces['replies']>;

/** Letters that say which conversation an answer belongs to. */
const KEY_LENGTH = 32;

/** Where the addresses that answers go to begin and end in a text, also in a link. */
function findReplies(text: string, { name, domain }: ReplyPlace): { from: number; to: number }[] {
  // In all of Unicode lower case may be longer.
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const begins = name === '' ? [''] : ['+', '%2b'].map((plus) => name.toLowerCase() + plus);
  return [...lower.matchAll(/@|%40/g)].flatMap(({ 0: sign, index }) => {
    const start = index - KEY_LENGTH;
    if (start < 0 || !/^[a-z2-7]+$/.test(lower.slice(start, index))) return [];
    if (!lower.startsWith(domain.toLowerCase(), index + sign.length)) return [];
    const begin = begins.find((each) => lower.slice(0, start).endsWith(each));
    const from = start - (begin?.length ?? 0);
    if (begin === undefined || /\w/.test(lower.charAt(from - 1))) return [];
    return [{ from, to: index + sign.length + domain.length }];
  });
}

function withoutReplies(text: string, place: ReplyPlace): string {
  let rest = '';
  let end = 0;
  for (const { from, to } of findReplies(text, place)) {
    if (from < end) continue;
    rest += `${text.slice(end, from)}[address removed]`;
    end = to;
  }
  return rest + text.slice(end);
}

/** Whether a link, or one inside it, is a page of ours that opens by what is in its address. */
function leadsToUs(url: string, { host, replies }: OwnPlaces): boolean {
  const isReply =
    replies && readings(url.slice(0, MAX_URL)).some((reading) => findReplies(reading, replies).length > 0);
  return (
    isReply === true ||
    linksIn(url).some(([authority, rest]) => hostOf(authority) === host.toLowerCase() && isSecret(rest))
  );
}

/** A link and those inside it: each as its server and the rest. */
function linksIn(url: string): [authority: string, rest: string][] {
  return readings(url.slice(0, MAX_URL)).flatMap((reading) =>
    [...reading.matchAll(/https?:\/{1,2}(?=([^\s/?#]+)([^\s<>"]*))/gi)].map(
      ([, authority = '', rest = '']): [string, string] => [authority, rest],
    ),
  );
}

/** An authority's host, without a name before it and a port after it. */
function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const colon = host.lastIndexOf(':');
  return colon >= 0 && /^\d*$/.test(host.slice(colon + 1)) ? host.slice(0, colon) : host;
}

function isSecret(rest: string): boolean {
  const path = rest === '' ? '/' : rest;
  if (SECRET_PATHS.test(path) || SECRET_NAMES.test(path)) return true;
  return (path.match(OPAQUE) ?? []).some((each) => !UUID.test(each) && !/^[a-z]+(?:-[a-z]+)+$/.test(each));
}

/** A link as it is, and as the services read it that put it inside one of theirs. */
function readings(url: string): string[] {
  const found = [url];
  let decoded = url;
  for (let time = 0; time < MAX_DECODINGS; time += 1) {
    const next = decodePercents(decoded);
    if (next === decoded) break;
    decoded = next;
    found.push(decoded);
  }
  // Proofpoint's second form.
  found.push(decodePercents(url.replaceAll('_', '/').replaceAll(/-([0-9a-f]{2})/gi, '%$1')));
  for (const encoded of decoded.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? []) {
    const text = Buffer.from(encoded, 'base64').toString('latin1');
    if (/https?:\/\//i.test(text)) found.push(text, decodePercents(text));
  }
  return found;
}

const decodePercents = (text: string) =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
