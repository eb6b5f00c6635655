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

/** What servers write where they answer for good, in words. */
const FAILED =
  /(?:could|can|was|were)(?: ?not|n['’]t)(?: be)?(?: (?:able to )?deliver)|undeliver|delivery (?:has |to the following recipients? )?failed|delivery failure|permanent(?:ly)? (?:fatal )?(?:error|fail)|permanent error|giv(?:en|ing) up|returned mail|failed permanently|did(?: not|n['’]t) reach|konnte nicht zugestellt|unzustellbar|n['’]a pas pu être|non (?:remis|distribué)|no se (?:ha podido|pudo) entregar|não pôde ser entregue|impossibile recapitare|mancato recapito|kon niet worden (?:bezorgd|afgeleverd)|не (?:может быть|удалось|было) доставл/i;
const DELAYED =
  /delay(?:ed)?\b|will (?:be retried|keep trying|continue)|still (?:being )?(?:retried|trying|in the queue)|warning[: ]+(?:message|could not)|temporar(?:y|ily) (?:fail|error|defer|problem)|not (?:yet )?been delivered|verzögert|wird weiter versucht/i;
const DIAGNOSIS =
  /(?:^|[\s:<>(])((?:5\d\d[ -]+(?:#?5\.\d{1,3}\.\d{1,3}\b)?|#?5\.\d{1,3}\.\d{1,3}\b)[^\n]{0,250})/;

/** A report of a server that writes none in a form: what it says, then the mail. */
function readPlainFailure(
  { text, headers }: Pick<IncomingMail, 'text' | 'headers'>,
  returned: readonly Field[],
): DeliveryFailure | undefined {
  const lines = text.slice(0, 64 * 1024).split('\n', MAX_LINES);
  const copy = lines.findIndex((line) => COPY.test(line.trim()));
  const said = (copy < 0 ? lines : lines.slice(0, copy)).map((line) => line.trimEnd());
  const words = said.join('\n');
  const isFailed =
    FAILED.test(words) ||
    headers.has('x-failed-recipients') ||
    FAILED.test(headers.get('subject')?.[0] ?? '');
  const [, diagnosis] = DIAGNOSIS.exec(words) ?? [];
  if (!isFailed || (DELAYED.test(words) && diagnosis === undefined)) return undefined;
  const fields = [...returned, ...readFields(lines.join('\n'))];
  const ids = fields.filter(([name]) => ID_NAMES.includes(name)).flatMap(([, value]) => splitIds(value));
  const named = [...(headers.get('x-failed-recipients') ?? []), words].flatMap(addressesIn);
  return {
    messageIds: ids.slice(0, MAX_FOUND),
    recipients: [...new Set(named)].slice(0, MAX_FOUND),
    diagnosis: wordsOf(diagnosis ?? said.find((line) => FAILED.test(line)) ?? ''),
  };
}

/** The line above a copy of the mail. */
const COPY =
  /^(?:-{2,}.*(?:copy|message|original|header|nachricht|mensaje|messaggio)|(?:original|returned) message|message headers? follow|below this line is a copy|received: |return-path: )/i;

const splitIds = (value: string) =>
  value
    .split(/[\s,]+/)
    .map((id) => id.replaceAll(/[<>]/g, ''))
    .filter((id) => id !== '');

const addressesIn = (value: string) =>
  (
    value
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[^\s<>()[\]",;:]{1,64}@[^\s<>()[\]",;:]{1,253}/g) ?? []
  ).map((each) => each.replace(/[.>]+$/, ''));

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
