import type { IncomingMail } from './parse-mail.ts';
import { plainLine } from './plain-line.ts';

/** What a mail server says about a mail of ours that it couldn't deliver. */
export interface DeliveryFailure {
  /** What may name the mail that it is about: Message-IDs without angle brackets, and ids of ours. */
  messageIds: readonly string[];
  /** Who didn't get it, in lower case. */
  recipients: readonly string[];
  /** The server's own words, on one line. */
  diagnosis: string;
}

const MAX_LINES = 2_000;
const MAX_DIAGNOSIS = 300;
const MAX_FOUND = 20;
/** Headers that name the mail: ours is there also where a service made another Message-ID. */
const ID_NAMES = [
  'message-id',
  'x-studio-mail',
  'original-message-id',
  'x-original-message-id',
  'original-envelope-id',
  'in-reply-to',
  'references',
];

/**
 * Reads a report: a delivery status (RFC 3464, RFC 6533) with the headers of the mail, or the plain text that some servers write.
 * Undefined for one about a delay, or about a mail that arrived: only a final failure counts.
 */
export function readDeliveryFailure(
  mail: Pick<IncomingMail, 'report' | 'text' | 'headers'>,
): DeliveryFailure | undefined {
  const fields = readFields(mail.report);
  const all = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value);
  const actions = all('action').map((action) => action.toLowerCase());
  const hasStatus = actions.length > 0 || all('status').length > 0;
  const own = ['in-reply-to', 'references'].flatMap((name) => mail.headers.get(name) ?? []);
  if (!hasStatus) return readPlainFailure(mail, [...fields, ...own.map((id): Field => ['references', id])]);
  const hasFailed = actions.some((action) => action.startsWith('failed'));
  // Some servers leave the action out.
  const isFinal = all('status').some((status) => status.startsWith('5'));
  if (!hasFailed && !(actions.length === 0 && isFinal)) return undefined;
  const [diagnosis = all('status')[0] ?? ''] = all('diagnostic-code');
  const given = [
    ...all('final-recipient'),
    ...all('original-recipient'),
    ...(mail.headers.get('x-failed-recipients') ?? []),
  ];
  return {
    messageIds: [...ID_NAMES.flatMap(all), ...own].flatMap(splitIds).slice(0, MAX_FOUND),
    recipients: given.flatMap(addressesIn).slice(0, MAX_FOUND),
    diagnosis: wordsOf(diagnosis),
  };
}

type Field = [name: string, value: string];

/** What servers write where they answer for good, in lower case with straight apostrophes. */
const FAILED = [
  ...['could not', "couldn't", 'cannot', 'can not', 'was not', "wasn't", 'were not', "weren't"].flatMap(
    (not) => ['', ' be', ' able to', ' be able to'].map((between) => `${not}${between} deliver`),
  ),
  'undeliver',
  'delivery failed',
  'delivery has failed',
  'delivery to the following recipient failed',
  'delivery to the following recipients failed',
  'delivery failure',
  'permanent error',
  'permanent fatal error',
  'permanent fail',
  'permanent fatal fail',
  'permanently error',
  'permanently fail',
  'given up',
  'giving up',
  'returned mail',
  'failed permanently',
  'did not reach',
  "didn't reach",
  'konnte nicht zugestellt',
  'unzustellbar',
  "n'a pas pu être",
  'non remis',
  'non distribué',
  'no se ha podido entregar',
  'no se pudo entregar',
  'não pôde ser entregue',
  'impossibile recapitare',
  'mancato recapito',
  'kon niet worden bezorgd',
  'kon niet worden afgeleverd',
  'не может быть доставл',
  'не удалось доставл',
  'не было доставл',
];
const DELAYED = [
  /delay(?:ed)?\b/,
  /will (?:be retried|keep trying|continue)/,
  /still (?:being )?(?:retried|trying|in the queue)/,
  /warning[: ]{1,3}(?:message|could not)/,
  /temporar(?:y|ily) (?:fail|error|defer|problem)/,
  /not (?:yet )?been delivered/,
  /verzögert|wird weiter versucht/,
];
const DIAGNOSIS =
  /(?:^|[\s:<>(])((?:5\d\d[ -]+(?:#?5\.\d{1,3}\.\d{1,3}\b)?|#?5\.\d{1,3}\.\d{1,3}\b)[^\n]{0,250})/;

/** A report of a server that writes none in a form: what it says, then the mail. */
function readPlainFailure(
  { text, headers }: Pick<IncomingMail, 'text' | 'headers'>,
  returned: readonly Field[],
): DeliveryFailure | undefined {
  const lines = text.slice(0, 64 * 1024).split('\n', MAX_LINES);
  const copy = lines.findIndex((line) => isAboveCopy(line.trim()));
  const said = (copy < 0 ? lines : lines.slice(0, copy)).map((line) => line.trimEnd());
  const words = said.join('\n');
  const isFailed =
    saysFailed(words) || headers.has('x-failed-recipients') || saysFailed(headers.get('subject')?.[0] ?? '');
  const isDelayed = DELAYED.some((form) => form.test(words.toLowerCase()));
  const [, diagnosis] = DIAGNOSIS.exec(words) ?? [];
  if (!isFailed || (isDelayed && diagnosis === undefined)) return undefined;
  const fields = [...returned, ...readFields(lines.join('\n'))];
  const ids = fields.filter(([name]) => ID_NAMES.includes(name)).flatMap(([, value]) => splitIds(value));
  const named = [...(headers.get('x-failed-recipients') ?? []), words].flatMap(addressesIn);
  return {
    messageIds: ids.slice(0, MAX_FOUND),
    recipients: [...new Set(named)].slice(0, MAX_FOUND),
    diagnosis: wordsOf(diagnosis ?? said.find(saysFailed) ?? ''),
  };
}

function saysFailed(text: string): boolean {
  const plain = text.toLowerCase().replaceAll('’', "'");
  return FAILED.some((words) => plain.includes(words));
}

const COPY_WORDS = ['copy', 'message', 'original', 'header', 'nachricht', 'mensaje', 'messaggio'];
const COPY_BEGINS = [
  'original message',
  'returned message',
  'message header follow',
  'message headers follow',
  'below this line is a copy',
  'received: ',
  'return-path: ',
];

/** Whether a line is the one above a copy of the mail, or its first. */
function isAboveCopy(line: string): boolean {
  const plain = line.toLowerCase();
  if (plain.startsWith('--')) return COPY_WORDS.some((word) => plain.includes(word));
  return COPY_BEGINS.some((words) => plain.startsWith(words));
}

const splitIds = (value: string) =>
  value
    .split(/[\s,]+/)
    .map((id) => id.replaceAll(/[<>]/g, ''))
    .filter((id) => id !== '');

/** The longest address that mail can go to (RFC 5321). */
const MAX_ADDRESS = 320;

const addressesIn = (value: string) =>
  value
    .slice(0, 20_000)
    .toLowerCase()
    .split(/[\s<>()[\]",;:]+/)
    .filter((word) => word.length <= MAX_ADDRESS)
    .map(withoutFullStops)
    .filter((word) => word.slice(1, -1).includes('@'));

/** Without those that end the sentence. */
function withoutFullStops(word: string): string {
  let end = word.length;
  while (word[end - 1] === '.') end -= 1;
  return word.slice(0, end);
}

/** Names in lower case, with their values on one line. */
function readFields(text: string): Field[] {
  const fields: Field[] = [];
  for (const line of text.split('\n', MAX_LINES).map((each) => each.trimEnd())) {
    const last = fields.at(-1);
    if ((line.startsWith(' ') || line.startsWith('\t')) && last) last[1] += ` ${line.trim()}`;
    else {
      const colon = line.indexOf(':');
      if (colon > 0) fields.push([line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]);
    }
  }
  return fields;
}

function wordsOf(diagnosis: string): string {
  const words = /^smtp\s*;/i.test(diagnosis) ? diagnosis.slice(diagnosis.indexOf(';') + 1) : diagnosis;
  return plainLine(words, MAX_DIAGNOSIS);
}
