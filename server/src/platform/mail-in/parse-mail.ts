import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { AddressObject, HeaderLines, Headers } from 'mailparser';
import { type MailTree, readMailTree, type TreePart } from './mail-tree.ts';
import { plainLine } from './plain-line.ts';

/** A file that came with a mail. */
export interface MailPart {
  /** As the sender calls it: anything at all. */
  name: string;
  content: Buffer;
  /** A picture that the mail's HTML shows, such as a logo in a signature. */
  isEmbedded: boolean;
  /** Exchange's own format (TNEF, winmail.dat), which holds the files that were attached and that nothing else opens. */
  isPacked: boolean;
}

/** A mail as its sender wrote it: nothing in it is proven. */
export interface IncomingMail {
  /** With its angle brackets; empty without one. */
  messageId: string;
  /** The only address in its only From header, in lower case; undefined where there are several or none. */
  from: { address: string; name: string } | undefined;
  subject: string;
  /** Its text, or that of its HTML. */
  text: string;
  /** Whether its text goes on. */
  isCut: boolean;
  parts: readonly MailPart[];
  /** Its headers by their name in lower case, in the order of the mail. */
  headers: ReadonlyMap<string, readonly string[]>;
  /** The emoji that all of it says, as some programs have a button for; undefined for any other mail. */
  reaction: string | undefined;
  /** What a calendar wants with it, such as REPLY; undefined without one. */
  calendarMethod: string | undefined;
  /** Whether it is signed or encrypted in a way that leaves nothing to read. */
  isSealed: boolean;
  /** Whether it says that a mail was shown or delivered. */
  receipt: boolean;
  /** What a report of a mail server says of a mail that it couldn't deliver. */
  report: string;
}

/** A mail that can't be read. */
export class UnreadableMailError extends Error {
  constructor(cause: unknown) {
    super('The mail can’t be read', { cause });
    this.name = 'UnreadableMailError';
  }
}

/** More text than anyone writes. */
const MAX_TEXT = 200_000;
const MAX_HEADERS = 2_000;

/**
 * Reads a mail. Archives aren't opened, embedded mails aren't read, and no address in it is called.
 * @throws UnreadableMailError
 */
export async function parseMail(raw: Buffer): Promise<IncomingMail> {
  let tree: MailTree;
  try {
    tree = await readMailTree(raw);
  } catch (error) {
    throw new UnreadableMailError(error);
  }
  const headers = readHeaders(tree.headerLines);
  const { parts } = tree;
  const files = parts.filter((part) => !isNoFile(part));
  return {
    messageId: (headers.get('message-id')?.[0] ?? '').trim().slice(0, 998),
    from: onlySender(tree.headers, headers),
    subject: plainLine(String(tree.headers.get('subject') ?? ''), 200),
    text: tree.text.slice(0, MAX_TEXT),
    isCut: tree.isCut || tree.text.length > MAX_TEXT,
    parts: files.map(({ name, type, content, isEmbedded }) => ({
      name: name ?? nameByType(type),
      content,
      isEmbedded,
      isPacked: TNEF_TYPES.includes(type),
    })),
    headers,
    reaction: readReaction(parts),
    calendarMethod: readCalendarMethod(parts),
    isSealed: tree.text.trim() === '' && parts.some(({ type }) => SEALED_TYPES.includes(type)),
    receipt: parts.some(isReceipt),
    report: readReport(parts),
  };
}

/** What mail servers and programs add, and no one wrote. */
const REPORT_TYPES = [
  'message/delivery-status',
  'message/global-delivery-status',
  'message/disposition-notification',
  'message/global-disposition-notification',
];
const HEADER_TYPES = ['text/rfc822-headers', 'message/rfc822-headers', 'message/global-headers'];
const MAIL_TYPES = ['message/rfc822', 'message/global'];
const REACTION_TYPE = 'text/vnd.google.email-reaction+json';
const TNEF_TYPES = ['application/ms-tnef', 'application/vnd.ms-tnef'];
const SIGNATURE_TYPES = [
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-keys',
];
const SEALED_TYPES = ['application/pkcs7-mime', 'application/x-pkcs7-mime', 'application/pgp-encrypted'];
const MAX_REPORT = 64 * 1024;

function isNoFile({ type, isAlternative, name, parameters }: TreePart): boolean {
  const none = [...REPORT_TYPES, ...HEADER_TYPES, ...SIGNATURE_TYPES, REACTION_TYPE];
  if (none.includes(type) || SEALED_TYPES.includes(type)) return true;
  return isAlternative && !(type === 'text/calendar' && (name ?? parameters.name) !== undefined);
}

/** The reports, then the headers of the mails that they bring back. */
function readReport(parts: readonly TreePart[]): string {
  return parts
    .flatMap(({ type, content }) => {
      if (MAIL_TYPES.includes(type)) return [headOf(content)];
      return REPORT_TYPES.includes(type) || HEADER_TYPES.includes(type) ? [content] : [];
    })
    .map((content) => content.subarray(0, MAX_REPORT).toString('utf8'))
    .join('\n');
}

/** The emoji of a mail that is only one; undefined for any other. */
function readReaction(parts: readonly TreePart[]): string | undefined {
  const part = parts.find(({ type }) => type === REACTION_TYPE);
  if (!part || part.content.length > 1_000) return undefined;
  try {
    const { emoji } = JSON.parse(part.content.toString('utf8')) as { emoji?: unknown };
    return typeof emoji === 'string' ? plainLine(emoji, 30) || undefined : undefined;
  } catch {
    return undefined;
  }
}

/** What a calendar wants with a mail (RFC 5546), in upper case. */
function readCalendarMethod(parts: readonly TreePart[]): string | undefined {
  const part = parts.find(({ type }) => type === 'text/calendar');
  if (!part) return undefined;
  const written = /^METHOD:([A-Z]{3,20})/im.exec(
    part.content.subarray(0, MAX_REPORT).toString('latin1'),
  )?.[1];
  return (part.parameters.method ?? written)?.toUpperCase();
}

/** Whether a program says that a mail was shown, or an Exchange that it was delivered: in its own format, too. */
function isReceipt({ type, content }: TreePart): boolean {
  if (type.endsWith('disposition-notification')) return true;
  return TNEF_TYPES.includes(type) && /^(?:report\.|ipm\.(?:microsoft )?report)/i.test(classOfTnef(content));
}

const TNEF_SIGNATURE = 0x223e9f78;
const TNEF_CLASS = 0x0007_8008;

/** What kind of thing Exchange's own format has inside, such as REPORT.IPM.Note.IPNRN; empty for what isn't that. */
function classOfTnef(content: Buffer): string {
  if (content.length < 6 || content.readUInt32LE(0) !== TNEF_SIGNATURE) return '';
  let at = 6;
  for (let count = 0; count < 20 && at + 9 <= content.length; count += 1) {
    const length = content.readUInt32LE(at + 5);
    if (content.readUInt32LE(at + 1) === TNEF_CLASS)
      return content
        .subarray(at + 9, at + 9 + Math.min(length, 100))
        .toString('latin1')
        .replaceAll('\0', '');
    at += 9 + length + 2;
  }
  return '';
}

/** The headers of a mail that a report brings back whole. */
function headOf(content: Buffer): Buffer {
  const ends = ['\r\n\r\n', '\n\n'].map((gap) => content.indexOf(gap)).filter((at) => at >= 0);
  return content.subarray(0, Math.min(content.length, ...ends));
}

function readHeaders(lines: HeaderLines): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const { key, line } of lines.slice(0, MAX_HEADERS)) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/[\r\n]/g, '')
      .trim();
    const all = headers.get(key);
    if (all) all.push(value);
    else headers.set(key, [value]);
  }
  return headers;
}

function onlySender(parsed: Headers, headers: ReadonlyMap<string, readonly string[]>): IncomingMail['from'] {
  const [only, ...others] = (parsed.get('from') as AddressObject | undefined)?.value ?? [];
  if (headers.get('from')?.length !== 1 || !only?.address || others.length > 0) return undefined;
  // The library writes out the letters of a domain; accounts have it as mail servers do.
  return { address: comparableEmail(only.address), name: plainLine(only.name, 200) };
}

function nameByType(type: string): string {
  if (type === 'message/rfc822') return 'mail.eml';
  if (type === 'text/calendar') return 'invite.ics';
  if (TNEF_TYPES.includes(type)) return 'winmail.dat';
  const [kind, ending = 'bin'] = type.split('/');
  const isPlain = /^[a-z0-9]{1,8}$/.test(ending);
  return `${kind === 'image' ? 'picture' : 'attachment'}.${isPlain ? ending : 'bin'}`;
}
