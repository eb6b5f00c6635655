/** What a reply says, without what it quotes and without its sender's signature. */
export interface TrimmedReply {
  text: string;
  /** Whether something was cut. */
  isCut: boolean;
}

/** Longer lines are no quote header: nothing is looked for in them. */
const MAX_HEADER_LINE = 400;
/** A mail program breaks its quote header into this many lines at most. */
const MAX_ATTRIBUTION_LINES = 4;
/** A signature is at the end, and no longer than this. */
const MAX_SIGNATURE_LINES = 15;
/** Quoted lines that stay above an answer between them, so that it can be understood. */
const KEPT_QUOTE_LINES = 3;

/** How a line that says who wrote when begins and ends, by language. */
const ATTRIBUTIONS: readonly { begins: readonly string[]; ends: readonly string[] }[] = [
  { begins: ['On '], ends: ['wrote:', 'writes:'] },
  { begins: ['Am ', 'Den '], ends: ['schrieb:'] },
  { begins: ['Le '], ends: ['a écrit :', 'a écrit:'] },
  { begins: ['El '], ends: ['escribió:'] },
  { begins: ['Il giorno ', 'Il '], ends: ['ha scritto:'] },
  { begins: ['Op '], ends: ['schreef:'] },
  { begins: ['Em '], ends: ['escreveu:'] },
];

/** Between a date and a name in programs that put the verb there: "Am 1.2.26 um 10:00 schrieb Ada:". */
const MIDDLE_VERBS = [' schrieb ', ' schreef ', ' a écrit '];

/** Lines above a mail that is quoted whole; without dashes, lower-case. */
const SEPARATORS = new Set([
  'original message',
  'original-nachricht',
  'ursprüngliche nachricht',
  'originalnachricht',
  'message d’origine',
  "message d'origine",
  'mensaje original',
  'messaggio originale',
  'oorspronkelijk bericht',
  'forwarded message',
  'weitergeleitete nachricht',
  'begin forwarded message:',
]);

/** The first words of a block of header lines above a quoted mail: sender, then date, recipient or subject. */
const SENDER_LABELS = ['from', 'von', 'de', 'da', 'van'];
const OTHER_LABELS = [
  'sent',
  'date',
  'to',
  'subject',
  'gesendet',
  'datum',
  'an',
  'betreff',
  'envoyé',
  'à',
  'objet',
  'enviado',
  'para',
  'asunto',
  'inviato',
  'a',
  'oggetto',
  'verzonden',
  'aan',
  'onderwerp',
];

/** How the notes begin that programs of phones put under a mail. */
const DEVICE_NOTES = [
  'sent from my ',
  'sent from outlook for ',
  'sent from mail for ',
  'sent from yahoo mail',
  'sent from proton mail',
  'sent via ',
  'get outlook for ',
  'von meinem ',
  'gesendet von ',
  'gesendet mit ',
  'diese nachricht wurde von meinem ',
  'holen sie sich outlook für ',
  'outlook für ',
  'envoyé de mon ',
  'envoyé depuis ',
  'envoyé à partir de ',
  'obtenir outlook pour ',
  'télécharger outlook pour ',
  'obtenez outlook pour ',
  'inviato da ',
  'enviado desde ',
  'verzonden vanaf ',
];

/**
 * Cuts quoted mails and the signature off the text of a reply. Answers that stand between quoted lines keep the last of those
 * above them.
 */
export function trimReply(text: string): TrimmedReply {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const trimmed = trimLines(lines).join('\n');
  return { text: trimmed, isCut: trimmed !== withoutBlankEnds(lines).join('\n') };
}

/** The same for lines without their ends. Looks at each a few times at most, whatever is in it. */
export function trimLines(lines: readonly string[]): string[] {
  return withoutBlankEnds(cutSignature(cutQuotes(lines)));
}

function cutQuotes(lines: readonly string[]): string[] {
  const unquoted: string[] = [];
  let isUnderAnswer = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isQuoted(line)) {
      const end = endOfQuote(lines, at);
      const rest = end < lines.length && hasOwnWords(lines, end);
      // Below an answer, and with another one to follow: the words between them are what that is about.
      if (isUnderAnswer && rest) unquoted.push('', ...lastQuoted(lines.slice(at, end)));
      at = end - 1;
      continue;
    }
    const attribution = linesOfAttribution(lines, at);
    if (attribution > 0) {
      const next = nextLine(lines, at + attribution);
      // A program that marks no quoted lines quotes to the end.
      if (!isQuoted(lines[next] ?? '')) return unquoted;
      at += attribution - 1;
      continue;
    }
    if (beginsWholeMail(lines, at)) return unquoted;
    unquoted.push(line);
    if (line.trim() !== '') isUnderAnswer = true;
  }
  return unquoted;
}

const isQuoted = (line: string) => line.startsWith('>');

/** The line after a quote, across the empty ones inside it. */
function endOfQuote(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isQuoted(line)) end = at + 1;
    else if (line !== '') break;
  }
  return end;
}

/** Whether a line from `from` on belongs to neither a quote nor a signature. */
function hasOwnWords(lines: readonly string[], from: number): boolean {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isSignatureMark(line) || isDeviceNote(line) || beginsWholeMail(lines, at)) return false;
    if (line.trim() !== '' && !isQuoted(line)) return true;
  }
  return false;
}

function lastQuoted(quote: readonly string[]): string[] {
  return quote.filter((line) => line.replaceAll('>', '').trim() !== '').slice(-KEPT_QUOTE_LINES);
}

const nextLine = (lines: readonly string[], from: number) => {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
};

/** How many lines from `at` on say who wrote when; 0 if they don't. */
function linesOfAttribution(lines: readonly string[], at: number): number {
  const first = (lines[at] ?? '').trim();
  if (first.length > MAX_HEADER_LINE) return 0;
  const rule = ATTRIBUTIONS.filter(({ begins }) => begins.some((begin) => first.startsWith(begin)));
  const isDated = /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(first);
  if (rule.length === 0 && !isDated) return 0;
  const ends = (isDated ? ATTRIBUTIONS : rule).flatMap((each) => each.ends);
  let whole = '';
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES; count += 1) {
    const line = (lines[at + count - 1] ?? '').trim();
    if (line === '' || line.length > MAX_HEADER_LINE) return 0;
    whole = `${whole} ${line}`;
    const normal = whole.replaceAll(/\s/g, ' ');
    // A date or an address: "On Monday my partner wrote:" is a sentence.
    const isAttribution = /\d/.test(normal) || normal.includes('@');
    if (!isAttribution) continue;
    if (ends.some((end) => normal.endsWith(end))) return count;
    if (normal.endsWith(':') && MIDDLE_VERBS.some((verb) => normal.includes(verb))) return count;
    if (isDated && normal.endsWith(':') && normal.includes('@')) return count;
  }
  return 0;
}

/** Whether a mail that is quoted whole, with its headers, begins at a line. */
function beginsWholeMail(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim();
  if (line === '' || line.length > MAX_HEADER_LINE) return false;
  if (SEPARATORS.has(withoutDashes(line).toLowerCase())) return true;
  if (isRule(line)) return isHeaderBlock(lines, nextLine(lines, at + 1));
  return isHeaderBlock(lines, at);
}

/** Whether a sender stands at a line, and two more headers within the next four. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!SENDER_LABELS.includes(labelOf(lines[at] ?? ''))) return false;
  const others = [1, 2, 3, 4].map((after) => labelOf(lines[at + after] ?? ''));
  return others.filter((label) => OTHER_LABELS.includes(label)).length >= 2;
}

/** The word before a line's colon, in lower case; empty without one. */
function labelOf(line: string): string {
  const start = line.trim().replaceAll('*', '').slice(0, 30);
  const colon = start.indexOf(':');
  return colon < 1 ? '' : start.slice(0, colon).trim().toLowerCase();
}

const isRule = (line: string) => line.length >= 10 && [...line].every((each) => each === '_' || each === '-');

function withoutDashes(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && (line[from] === '-' || line[from] === ' ')) from += 1;
  while (to > from && (line[to - 1] === '-' || line[to - 1] === ' ')) to -= 1;
  return from === 0 ? (line.endsWith(':') ? line : '') : line.slice(from, to);
}

const isSignatureMark = (line: string) => line === '--' || line === '-- ';

function isDeviceNote(line: string): boolean {
  const start = line.trim().slice(0, 80).toLowerCase();
  return line.length < 160 && DEVICE_NOTES.some((note) => start.startsWith(note));
}

function cutSignature(lines: readonly string[]): string[] {
  const ended = withoutBlankEnds(lines);
  const earliest = Math.max(0, ended.length - MAX_SIGNATURE_LINES - 1);
  for (let at = earliest; at < ended.length; at += 1) {
    if (isSignatureMark(ended[at] ?? '')) return ended.slice(0, at);
  }
  const last = ended.length - 1;
  // One line, or the note with its link below.
  for (let at = Math.max(0, last - 2); at <= last; at += 1) {
    if (isDeviceNote(ended[at] ?? '')) return ended.slice(0, at);
  }
  return ended;
}

function withoutBlankEnds(lines: readonly string[]): string[] {
  let from = 0;
  let to = lines.length;
  while (from < to && (lines[from] ?? '').trim() === '') from += 1;
  while (to > from && (lines[to - 1] ?? '').trim() === '') to -= 1;
  return lines.slice(from, to);
}
