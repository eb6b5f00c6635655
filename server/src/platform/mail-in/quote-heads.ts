/* What stands above quoted mails, and below written ones. Nothing here is proof that words aren't the sender's. */

/** Longer lines are no quote header: nothing is looked for in them. */
const MAX_HEAD_LINE = 400;
/** A mail program breaks the line that says who wrote when into this many at most. */
const MAX_ATTRIBUTION_LINES = 4;
const MAX_BLOCK_LINES = 10;

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
]);

/** Words in the line above a mail that its sender passes on, in lower case. */
const FORWARDS = [
  'forward',
  'weitergeleitet',
  'transféré',
  'transmis',
  'reenviad',
  'encaminhad',
  'inoltrat',
  'doorgestuurd',
  'videresend',
  'vidarebefordra',
  'välitet',
  'przekazan',
  'přeposlan',
  'preposlan',
  'továbbított',
  'redirecționat',
  'пересыла',
  'пересланн',
  'переслан',
  'iletilen',
  'προωθημέν',
  'הועבר',
  'محولة',
  '転送',
  '转发',
  '轉寄',
  '전달',
];

/** The first words of a block of header lines above a quoted mail: sender, then date, recipient or subject. */
const SENDER_LABELS = ['from', 'von', 'de', 'da', 'van'];
const OTHER_LABELS =
  'sent date to subject gesendet datum an betreff envoyé à objet enviado para asunto inviato a oggetto verzonden aan onderwerp'.split(
    ' ',
  );

/** What programs of phones and web mailers call themselves, each word of letters, digits and underscores. */
const PROGRAMS = [
  'iphone ipad ipod galaxy samsung android outlook hotmail protonmail yahoo gmx blackberry huawei xiaomi',
  'redmi oneplus pixel nokia motorola windows thunderbird spark aquamail bluemail mailbird superhuman gmail icloud',
  'telekom freemail fairemail tutanota tuta smartphone handy mobile mobil',
]
  .flatMap((names) => names.split(' '))
  .concat('proton mail', 'web de', 'aqua mail', 't online', 'k 9');
/** How the notes begin that these put under a mail. */
const NOTES = [
  'sent from ',
  'sent with ',
  'sent via ',
  'get outlook for ',
  'von meinem ',
  'von meiner ',
  'gesendet von ',
  'gesendet mit ',
  'diese nachricht wurde von meinem ',
  'holen sie sich outlook für ',
  'outlook für ',
  'envoyé de mon ',
  'envoyé depuis ',
  'envoyé à partir de ',
  'envoyé avec ',
  'obtenir outlook pour ',
  'télécharger outlook pour ',
  'obtenez outlook pour ',
  'inviato da ',
  'inviato dal ',
  'ottieni outlook per ',
  'scarica outlook per ',
  'enviado desde ',
  'enviado do ',
  'enviado de ',
  'obtener outlook para ',
  'obter o outlook para ',
  'verzonden vanaf ',
  'verstuurd vanaf ',
  'outlook voor ',
  'sendt fra ',
  'skickat från ',
  'hämta outlook för ',
  'hent outlook for ',
  'hent outlook til ',
  'lähetetty ',
  'wysłane z ',
  'pobierz outlook ',
  'odesláno z ',
  'отправлено с ',
  'отправлено из ',
  'iphone’umdan gönderildi',
  "iphone'umdan gönderildi",
];

/** Whether a line is a note that a program put under a mail, and no sentence of its sender's. */
export function isDeviceNote(line: string): boolean {
  if (line.length > MAX_HEAD_LINE) return false;
  const words = withoutBracketedLinks(line).replaceAll(/[[\]]/g, '').trim();
  const start = words.toLowerCase();
  if (words.length > 90 || /[:;?!]/.test(words) || words.split(/\s+/).length > 9) return false;
  if (start.endsWith(' iphone gesendet') || start.endsWith(' ipad gesendet')) return true;
  if (/^(?:iphone|ipad)から送信$/.test(start)) return true;
  return NOTES.some((note) => start.startsWith(note)) && namesProgram(start);
}

function namesProgram(note: string): boolean {
  const words = ` ${note.split(/\W+/).join(' ')} `;
  return PROGRAMS.some((name) => words.includes(` ${name} `));
}

function withoutBracketedLinks(line: string): string {
  let rest = '';
  let end = 0;
  for (const { index } of line.matchAll(/[<([]https?:/g)) {
    const length = line.slice(index).search(/[>)\]]/);
    if (index < end || length < 0) continue;
    rest += line.slice(end, index);
    end = index + length + 1;
  }
  return rest + line.slice(end);
}

export const isSignatureMark = (line: string) => line === '--' || line === '-- ';

/** Whether a line is nothing but a rule. */
export const isRule = (line: string) => line.length >= 10 && /^[_\-=*─—]+$/.test(line.trim());

/** A block of lines at which a quoted mail begins. */
export interface QuoteHead {
  /** How many lines it takes. */
  length: number;
  /** Whether the sender passes another's mail on. */
  isForward: boolean;
}

/** The head of a mail that is quoted whole, at a line. */
export function findMailHead(lines: readonly string[], at: number): QuoteHead | undefined {
  const line = (lines[at] ?? '').trim();
  if (line === '' || line.length > MAX_HEAD_LINE) return undefined;
  const separator = separatorOf(line);
  if (separator !== undefined || isRule(line)) {
    const next = nextLine(lines, at + 1);
    const block = blockLength(lines, next);
    if (separator === undefined && block === 0) return undefined;
    const isForward = FORWARDS.some((word) => separator?.includes(word));
    return { length: block === 0 ? 1 : next - at + block, isForward };
  }
  const block = blockLength(lines, at);
  return block === 0 ? undefined : { length: block, isForward: false };
}

/** The words between the dashes of a line above a quoted mail, in lower case; undefined for any other line. */
function separatorOf(line: string): string | undefined {
  const words = withoutMarkedEnd(line.replace(/^[-–—_*>\s]+/, '')).toLowerCase();
  if (words === '' || words.length > 60) return undefined;
  if (/^[-–—]{4}\s?\S/.test(line) && /^[-–—]{4}$/.test(line.slice(-4))) return words;
  if (SEPARATORS.has(words) && line.startsWith('-')) return words;
  return words.endsWith(':') && FORWARDS.some((word) => words.includes(word)) ? words : undefined;
}

function withoutMarkedEnd(line: string): string {
  let end = line.length;
  while (/[-–—_*<\s]/.test(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** How many lines from `at` on are the headers of a mail, in whatever language; 0 if they aren't. */
function blockLength(lines: readonly string[], at: number): number {
  const fields: { label: string; value: string }[] = [];
  let length = 0;
  for (; length < MAX_BLOCK_LINES; length += 1) {
    const line = lines[at + length] ?? '';
    if (line.trim() === '' || line.length > MAX_HEAD_LINE) break;
    const field = fieldOf(line);
    const last = fields.at(-1);
    if (field) fields.push(field);
    else if (last && fields.length < 4 && /[@;<]/.test(line)) last.value += ` ${line}`;
    else break;
  }
  const [first, ...others] = fields;
  if (!first || others.length < 2) return 0;
  if (SENDER_LABELS.includes(first.label)) {
    const known = others.slice(0, 4).filter(({ label }) => OTHER_LABELS.includes(label));
    if (known.length >= 2) return length;
  }
  const isDated = others.some(({ value }) => /\d[:.]\d{2}/.test(value) && /\d{4}|\d{1,2}[./]\d/.test(value));
  return first.value.includes('@') && isDated ? length : 0;
}

/** The label and the value of a header line; undefined for any other. */
function fieldOf(line: string): { label: string; value: string } | undefined {
  const plain = line.trim().replaceAll('*', '');
  const found = /^([^\s:：0-9@][^:：@]{0,24}?)\s?[:：](?:\s|$|(?<=：))/.exec(plain);
  const label = found?.[1];
  return label === undefined
    ? undefined
    : { label: label.trim().toLowerCase(), value: plain.slice(found?.[0].length) };
}

/** Lines that say who wrote when. */
export interface Attribution {
  from: number;
  /** The line after it. */
  to: number;
  /** Whether it is one in a language that is known here: then it needs no marked quote below it. */
  isKnown: boolean;
  /** Whether its first line may be the sender's own. */
  isUnsure: boolean;
}

/** The attribution that ends at a line. */
export function findAttribution(lines: readonly string[], end: number): Attribution | undefined {
  // Some programs put marks of direction around it.
  const last = withoutMarks(lines[end] ?? '');
  if (!/[:：]$/.test(last) && !/写道|寫道/.test(last)) return undefined;
  let whole = '';
  let least: number | undefined;
  let from = end;
  for (; from > end - MAX_ATTRIBUTION_LINES && from >= 0; from -= 1) {
    const line = withoutMarks(lines[from] ?? '');
    if (line === '' || line.length > MAX_HEAD_LINE) break;
    whole = `${line} ${whole}`.trim().replaceAll(/\s/g, ' ');
    if (isKnownAttribution(line, whole)) return { from, to: end + 1, isKnown: true, isUnsure: false };
    if (least === undefined && isAttribution(whole)) least = from;
  }
  if (least === undefined) return undefined;
  // A paragraph of its own is all of it.
  const isParagraph = from < 0 || (lines[from] ?? '').trim() === '';
  const first = from + 1;
  if (isParagraph && first < least && /\d/.test(lines[first] ?? ''))
    return { from: first, to: end + 1, isKnown: false, isUnsure: true };
  return { from: least, to: end + 1, isKnown: false, isUnsure: false };
}

const withoutMarks = (line: string) => line.replaceAll(/\p{Cf}/gu, '').trim();

/** A date, and an address or a time of day. */
function isAttribution(whole: string): boolean {
  const digits = (whole.match(/\p{Nd}/gu) ?? []).length;
  const hasTime = /\p{Nd}{1,2}[:.h時点][ ]?\p{Nd}{2}/u.test(whole);
  return digits >= 3 && (whole.includes('@') || (hasTime && digits >= 5));
}

function isKnownAttribution(first: string, whole: string): boolean {
  const rule = ATTRIBUTIONS.filter(({ begins }) => begins.some((begin) => first.startsWith(begin)));
  const isDated = /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(first);
  // A date or an address: "On Monday my partner wrote:" is a sentence.
  if ((rule.length === 0 && !isDated) || !/\d|@/.test(whole)) return false;
  if ((isDated ? ATTRIBUTIONS : rule).some(({ ends }) => ends.some((each) => whole.endsWith(each))))
    return true;
  if (MIDDLE_VERBS.some((verb) => whole.includes(verb))) return true;
  return isDated && whole.includes('@');
}

/** The next line that says something, from a line on. */
export function nextLine(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}
