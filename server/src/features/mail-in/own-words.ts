import type { Db } from '../../platform/db/database.ts';
import { comparableLine, hashLine, splitHashes } from '../../platform/mail/own-lines.ts';
import { type OwnPlaces, pointsToUs, removeOwnLinks, restOfLink } from '../../platform/mail-in/own-links.ts';
import type { IncomingMail } from '../../platform/mail-in/parse-mail.ts';
import { type TrimmedReply, trimReply } from '../../platform/mail-in/trim-reply.ts';

/** How answers are told from the mails of ours that they quote. */
export interface OwnWordsDeps {
  db: Db;
  /** Hashes the lines of mails that leave. */
  lineKey: Buffer;
  places: OwnPlaces;
  /** The line that every mail of ours begins with. */
  mark: string;
  /** The addresses that our mails come from. */
  from: readonly string[];
  /** The hashes of the lines of some mails: those with the ids, and the last ones to an address. */
  listLineHashes(db: Db, of: { ids: readonly string[]; recipient: string; limit: number }): Promise<string[]>;
}

/** Of so many mails to a person the words are known. */
const MAILS = 40;
const MAX_IDS = 20;
/** In longer answers only the first lines are compared. */
const MAX_COMPARED = 1_000;
/** A program breaks a line of ours into this many at most. */
const MAX_JOINED = 6;
const MAX_LETTERS = 1_500;
const FOLDED_MAX = 20_000;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What an answer says, without our own words and without links and addresses of ours that open something. */
export async function trimAnswer(
  deps: OwnWordsDeps,
  mail: IncomingMail,
  recipient: string,
): Promise<TrimmedReply> {
  const { db, places, from, lineKey, mark } = deps;
  if (mail.reaction !== undefined) return { text: mail.reaction, folded: '' };
  const named = ['in-reply-to', 'references'].flatMap((name) => mail.headers.get(name) ?? []).join(' ');
  const ids = [...new Set(named.slice(-4_000).toLowerCase().match(ID) ?? [])].slice(-MAX_IDS);
  const hashes = await deps.listLineHashes(db, { ids, recipient, limit: MAILS });
  const mails = hashes.map(splitHashes);
  const known = new Set(mails.flat());
  const found = new Set<string>();
  const marked = comparableLine(mark);
  const compare = remember(comparableLine);
  const isOurs = (comparable: string) => {
    if (comparable === marked) return true;
    const hash = known.size > 0 ? hashLine(comparable, lineKey) : '';
    if (!known.has(hash)) return false;
    found.add(hash);
    return true;
  };
  const { text, folded } = trimReply(mail.text, {
    sender: mail.from?.name ?? '',
    isMark: (line) => compare(line) === marked,
    isFromUs: (head) => {
      const lower = head.toLowerCase();
      return from.some((address) => lower.includes(address)) || removeOwnLinks(head, places) !== head;
    },
    isWhole: () => mails.some((lines) => lines.filter((line) => found.has(line)).length * 2 > lines.length),
    countOwn: (lines, at) => (at < MAX_COMPARED ? countOwn(lines, at, { isOurs, compare, places }) : 0),
  });
  return {
    text: removeOwnLinks(text, places).replaceAll('\0', ''),
    folded: removeOwnLinks(folded, places).replaceAll('\0', '').slice(0, FOLDED_MAX).toWellFormed(),
  };
}

/** Each line is compared alone and behind those before it, and read once. */
function remember(read: (line: string) => string): (line: string) => string {
  const known = new Map<string, string>();
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const now = read(line);
    known.set(line, now);
    return now;
  };
}

/** How many lines from one on are a line of ours, however a program broke it; the longest counts. */
function countOwn(
  lines: readonly string[],
  at: number,
  deps: { isOurs(comparable: string): boolean; compare(line: string): string; places: OwnPlaces },
): number {
  const { isOurs, compare, places } = deps;
  const first = lines[at] ?? '';
  let joined = compare(first);
  if (joined === '') {
    return pointsToUs(first, places) ? withRest(lines, at, 1) : 0;
  }
  let found = isOurs(joined) ? 1 : 0;
  for (let more = 1; more < MAX_JOINED && joined.length < MAX_LETTERS; more += 1) {
    const next = lines[at + more] ?? '';
    if (next.trim() === '') break;
    joined += compare(next);
    if (isOurs(joined)) found = more + 1;
  }
  return found === 0 ? 0 : withRest(lines, at, found);
}

/** With the rest of a link that was broken at the end of the last line. */
function withRest(lines: readonly string[], at: number, count: number): number {
  const lastWord = (lines[at + count - 1] ?? '').slice(-2_000).split(/\s/).at(-1) ?? '';
  const isBroken = /https?:./.test(lastWord) && restOfLink(lines[at + count] ?? '') !== undefined;
  return isBroken ? count + 1 : count;
}
