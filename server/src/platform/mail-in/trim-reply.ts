import {
  findAttribution,
  findMailHead,
  isDeviceNote,
  isRule,
  isSignatureMark,
  nextLine,
} from './quote-heads.ts';

/** A reply, without the words of our own mails. Every other line of it is in one of the two. */
export interface TrimmedReply {
  /** What its sender says. Empty if nothing of theirs is left. */
  text: string;
  /** What may be another's: what they quote, and their signature. */
  folded: string;
}

/** What is known of the mails of ours that a reply may quote. */
export interface OwnMail {
  /** How many lines, from one on, are words of ours; 0 if that one isn't. */
  countOwn(lines: readonly string[], at: number): number;
  /** Whether a line is the one that every mail of ours begins with. */
  isMark(line: string): boolean;
  /** Whether the lines that were found to be ours are most of a mail of ours: then others between them were written there. */
  isWhole(): boolean;
  /** Whether a text names an address that our mails come from. */
  isFromUs(text: string): boolean;
  /** The sender's name, which their program may put before their comments. */
  sender: string;
}

const NO_OWN_MAIL: OwnMail = {
  countOwn: () => 0,
  isMark: () => false,
  isWhole: () => false,
  isFromUs: () => false,
  sender: '',
};

/** A signature is at the end, and no longer than this. */
const MAX_SIGNATURE_LINES = 15;
/** Quoted lines that stay above an answer between them, so that it can be understood. */
const KEPT_QUOTE_LINES = 3;
/** An unmarked line of ours that is shorter may as well be the sender's. */
const TELLING_LETTERS = 25;
/** Between a rule or a note and what is quoted below it there are no more lines. */
const MAX_ABOVE = 6;
/** Nobody writes or quotes more: what stands below is the last line's. */
const MAX_LINES = 5_000;
/** So many lines of ours are one of our mails, and what stands below it is mostly a company's notice. */
const WHOLE_LINES = 4;

/** Whether a line is nothing but a link, or a part of one that was broken. */
function isLinkAlone(line: string): boolean {
  const word = line.trim();
  return !/\s/.test(word) && (/^https?:/i.test(word) || /[0-9=&%]/.test(word));
}

/** Whether a line says nothing by itself, such as a rule. */
const isNeutral = (line: string) => /^[^\p{L}\p{N}\p{Extended_Pictographic}]*$/u.test(line);

type Kind = 'blank' | 'written' | 'ours' | 'marked' | 'head' | 'attribution';

interface Line {
  text: string;
  /** Without the marks of quotes. */
  bare: string;
  kind: Kind;
  isMarked: boolean;
  isForward: boolean;
  isFromUs: boolean;
  isUnsure: boolean;
}

/**
 * Cuts the words of our own mails off the text of a reply, and folds what else its sender quotes. Nothing that could be theirs is
 * cut: answers that stand between quoted lines keep the last of those above them.
 */
export function trimReply(text: string, own: OwnMail = NO_OWN_MAIL): TrimmedReply {
  const lines = readLines(text, own);
  const parts: Parts = { written: [], folded: [], isDoubtful: false, writtenAfter: findWritten(lines) };
  let at = 0;
  while (at < lines.length) at = readPart(lines, at, parts, own);
  const { kept, signature } = cutSignature(withoutBlankEnds(parts.written));
  const written = withoutBlankEnds(kept);
  const folded = withoutBlankEnds(parts.folded);
  // What leaves nothing isn't cut, unless all of it is marked as quoted.
  if (written.length === 0 && parts.isDoubtful)
    return { text: withoutBlankEnds([...folded, ...signature]).join('\n'), folded: '' };
  const rest = signature.length > 0 ? [...signature, '', ...folded] : folded;
  return { text: written.join('\n'), folded: withoutBlankEnds(rest).join('\n') };
}

interface Parts {
  written: string[];
  folded: string[];
  /** Whether something is folded that isn't marked as quoted. */
  isDoubtful: boolean;
  /** Whether a line from this one on belongs to neither a quote nor a signature. */
  writtenAfter: readonly boolean[];
}

function readLines(text: string, own: OwnMail): Line[] {
  const all = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const raw = all.slice(0, MAX_LINES);
  if (all.length > MAX_LINES) raw.push(all.slice(MAX_LINES).join('\n').trimEnd());
  const bare = raw.map((line) => line.replace(/^>[> ]*/, ''));
  const lines = raw.map((each, at): Line => {
    const isMarked = each.startsWith('>');
    const kind = (bare[at] ?? '').trim() === '' ? 'blank' : isMarked ? 'marked' : 'written';
    return {
      text: each,
      bare: bare[at] ?? '',
      kind,
      isMarked,
      isForward: false,
      isFromUs: false,
      isUnsure: false,
    };
  });
  markOurs(lines, bare, own);
  markHeads(lines, bare, own);
  return lines;
}

/** Marks the lines of our mails. Two lines, or one that is long, or one that is marked as quoted: one alone may be a coincidence. */
function markOurs(lines: Line[], bare: readonly string[], own: OwnMail): void {
  const ours = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at]?.kind === 'blank') continue;
    const count = own.countOwn(bare, at);
    for (let after = 0; after < count; after += 1) ours.add(at + after);
    at += Math.max(0, count - 1);
  }
  for (const at of ours) {
    const line = lines[at];
    if (line && line.kind !== 'blank') line.kind = 'ours';
  }
}

/** Marks what stands above quoted mails. */
function markHeads(lines: Line[], bare: readonly string[], own: OwnMail): void {
  for (let at = 0; at < lines.length; at += 1) {
    const isMarked = lines[at]?.isMarked;
    if (lines[at]?.kind === 'blank') continue;
    const head = findMailHead(bare, at);
    if (head) {
      const found = lines.slice(at, at + head.length).filter((line) => line.isMarked === isMarked);
      const isFromUs = own.isFromUs(found.map((line) => line.bare).join('\n'));
      for (const line of found) Object.assign(line, { kind: 'head', isForward: head.isForward, isFromUs });
      at += found.length - 1;
      continue;
    }
    const attribution = findAttribution(bare, at);
    if (!attribution) continue;
    const next = lines[nextLine(bare, attribution.to)];
    const isAbove = next && (next.isMarked || next.kind === 'ours');
    const found = lines.slice(attribution.from, attribution.to).filter((line) => line.isMarked === isMarked);
    const isFromUs = own.isFromUs(found.map((line) => line.bare).join(' '));
    if (!isAbove && !attribution.isKnown && !isFromUs) continue;
    for (const line of found) {
      if (line.kind !== 'blank' && line.kind !== 'head')
        Object.assign(line, { kind: 'attribution', isFromUs, isUnsure: attribution.isUnsure });
    }
  }
}

/** Reads what begins at a line. @returns the line after it */
function readPart(lines: readonly Line[], at: number, parts: Parts, own: OwnMail): number {
  const line = lines[at];
  if (!line) return at + 1;
  if (line.isMarked) return readMarked(lines, at, parts, []);
  if (line.kind === 'attribution') {
    const end = endWhile(lines, at, ({ kind }) => kind === 'attribution');
    const head = lines.slice(at, end);
    const next = endWhile(lines, end, ({ kind, isMarked }) => kind === 'blank' && !isMarked);
    if (lines[next]?.isMarked) return readMarked(lines, next, parts, head);
    return readUnmarked(lines, at, end, parts, own);
  }
  if (line.kind === 'head')
    return readUnmarked(
      lines,
      at,
      endWhile(lines, at, ({ kind }) => kind === 'head'),
      parts,
      own,
    );
  if (line.kind === 'ours' && isTelling(lines, at)) return readUnmarked(lines, at, at, parts, own);
  // A rule or a program's note above what is quoted.
  if (isAboveQuote(lines, at) && (isRule(line.text) || isDeviceNote(line.text))) return at + 1;
  parts.written.push(line.text);
  return at + 1;
}

function isAboveQuote(lines: readonly Line[], at: number): boolean {
  let after = at + 1;
  while (after < at + MAX_ABOVE && (lines[after]?.kind === 'blank' || isRule(lines[after]?.text ?? '')))
    after += 1;
  const next = lines[after];
  return next === undefined || next.isMarked || next.kind !== 'written';
}

const isTelling = (lines: readonly Line[], at: number) => {
  const end = endWhile(lines, at, ({ kind, isMarked }) => !isMarked && (kind === 'ours' || kind === 'blank'));
  // A link to a page of ours may be what they write about.
  const ours = lines.slice(at, end).filter(({ kind, bare }) => kind === 'ours' && !isLinkAlone(bare));
  return ours.length > 1 || ours.some(({ bare }) => bare.trim().length >= TELLING_LETTERS);
};

/** A quote whose lines are marked: ours go, others are folded. */
function readMarked(lines: readonly Line[], at: number, parts: Parts, head: readonly Line[]): number {
  let end = at;
  for (let next = at; next < lines.length; next += 1) {
    if (lines[next]?.isMarked) end = next + 1;
    else if (lines[next]?.kind !== 'blank') break;
  }
  const quote = lines.slice(at, end);
  const isAnswered = hasWords(parts) && parts.writtenAfter[end] === true;
  const context = isAnswered ? quote.filter(({ kind }) => kind !== 'blank').slice(-KEPT_QUOTE_LINES) : [];
  if (context.length > 0) parts.written.push('', ...context.map(({ text }) => text));
  const folded = quote.filter(
    (line) => line.kind === 'marked' && !isNeutral(line.bare) && !context.includes(line),
  );
  if (folded.length > 0)
    fold(parts, [...head, ...quote.filter((line) => line.kind !== 'ours' && !context.includes(line))]);
  else
    fold(
      parts,
      head.filter(({ isUnsure }) => isUnsure),
    );
  return end;
}

const hasWords = ({ written }: Parts) => written.some((line) => line.trim() !== '');

/** Of each line whether one from it on belongs to neither a quote nor a signature. */
function findWritten(lines: readonly Line[]): boolean[] {
  const found: boolean[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const { kind = 'blank', text = '' } = lines[at] ?? {};
    const isEnd = kind === 'head' || isSignatureMark(text) || (kind === 'written' && isDeviceNote(text));
    found[at] = !isEnd && (kind === 'written' || found[at + 1] === true);
  }
  return found;
}

/** A quote whose lines aren't marked, up to the next head: what is ours goes, what stands between it is an answer. */
function readUnmarked(lines: readonly Line[], at: number, from: number, parts: Parts, own: OwnMail): number {
  const end = endWhile(
    lines,
    Math.max(from, at + 1),
    ({ kind }) => kind !== 'head' && kind !== 'attribution',
  );
  const head = lines.slice(at, from);
  const body = lines.slice(from, end);
  const ours = body.flatMap(({ kind }, index) => (kind === 'ours' ? [index] : []));
  const others = body.flatMap(({ kind, bare }, index) =>
    (kind === 'written' && !isNeutral(bare)) || kind === 'marked' ? [index] : [],
  );
  const [first = 0, last = -1] = [ours[0], ours.at(-1)];
  if (others.length === 0) {
    if (ours.length === 0 && !head.some(({ isFromUs }) => isFromUs)) fold(parts, head);
    else
      fold(
        parts,
        head.filter(({ isUnsure }) => isUnsure),
      );
    return end;
  }
  const isForward = head.some((line) => line.isForward) && ours.length === 0;
  if (isForward || isCommented(body, own.sender)) {
    parts.written.push(
      '',
      ...lines.slice(at, end).map((line) => (isForward ? line.text : quoted(line, own))),
    );
    return end;
  }
  const isBetween =
    own.isWhole() && others.some((index) => index > first && index < last && body[index]?.kind === 'written');
  const isUnderMail =
    head.length > 0 || ours.length >= WHOLE_LINES || body.some(({ bare }) => own.isMark(bare));
  if (ours.length === 0 && !hasWords(parts) && head.every(({ isFromUs }) => isFromUs)) {
    parts.written.push(...body.map(({ text }) => text));
    return end;
  }
  if (ours.length === 0 || (hasWords(parts) && !isBetween && isUnderMail)) {
    const isKnown = ours.length > 0;
    const rest = body.filter(({ kind, bare }) => !isKnown || (kind !== 'ours' && !isNeutral(bare)));
    fold(parts, [...(isKnown ? [] : head), ...rest]);
    parts.isDoubtful ||= rest.some(({ kind }) => kind === 'written');
    return end;
  }
  readBetween(body, first, parts);
  return end;
}

/** Answers between lines of ours, each below the last of those above it. */
function readBetween(body: readonly Line[], first: number, parts: Parts): void {
  let above: string[] = [];
  for (const [index, line] of body.entries()) {
    if (line.kind === 'ours') {
      if (!isLinkAlone(line.bare)) above.push(`> ${line.bare}`);
    } else if (isNeutral(line.bare) && line.kind !== 'blank') continue;
    else if (index < first || line.kind === 'marked') fold(parts, [line]);
    else if (line.kind === 'blank') {
      if (parts.written.at(-1) !== '') parts.written.push('');
    } else {
      if (above.length > 0 && hasWords(parts)) parts.written.push('', ...above.slice(-KEPT_QUOTE_LINES));
      above = [];
      parts.written.push(line.text);
    }
  }
}

/** Whether lines begin with the sender's name in brackets, as Outlook marks comments. */
function isCommented(body: readonly Line[], sender: string): boolean {
  return body.some(({ bare }) => isComment(bare, sender));
}

function isComment(line: string, sender: string): boolean {
  const name = /^\s*\[([^\]]{1,60})\]\s*\S/.exec(line)?.[1]?.toLowerCase();
  if (name === undefined || sender === '') return false;
  const full = sender.toLowerCase();
  return full === name || full.split(/\s+/).includes(name) || full.startsWith(`${name} `);
}

const quoted = (line: Line, { sender }: OwnMail) =>
  line.kind === 'blank' || line.isMarked || isComment(line.bare, sender) ? line.text : `> ${line.text}`;

function fold(parts: Parts, lines: readonly Line[]): void {
  if (lines.length === 0) return;
  if (parts.folded.length > 0) parts.folded.push('');
  parts.folded.push(...lines.map(({ text }) => text));
}

function endWhile(lines: readonly Line[], from: number, holds: (line: Line) => boolean): number {
  let end = from;
  for (let line = lines[end]; line && holds(line); line = lines[end]) end += 1;
  return end;
}

function cutSignature(lines: readonly string[]): { kept: string[]; signature: string[] } {
  const noted = withoutNote(lines);
  const earliest = Math.max(0, noted.length - MAX_SIGNATURE_LINES - 1);
  for (let at = earliest; at < noted.length; at += 1) {
    if (isSignatureMark(noted[at] ?? ''))
      return { kept: withoutNote(noted.slice(0, at)), signature: noted.slice(at) };
  }
  return { kept: noted, signature: [] };
}

/** Without a program's note in the last line, or in the one above its link. */
function withoutNote(lines: readonly string[]): string[] {
  const ended = withoutBlankEnds(lines);
  const last = ended.length - 1;
  const isLink = /^[<([]?https?:\S+$/.test((ended[last] ?? '').trim());
  for (const at of isLink ? [last - 1, last - 2] : [last])
    if (isDeviceNote(ended[at] ?? '')) return ended.slice(0, at);
  return ended;
}

function withoutBlankEnds(lines: readonly string[]): string[] {
  let from = 0;
  let to = lines.length;
  while (from < to && (lines[from] ?? '').trim() === '') from += 1;
  while (to > from && (lines[to - 1] ?? '').trim() === '') to -= 1;
  return lines.slice(from, to);
}
