import type { HeaderLines, ParsedMail, SimpleParserOptions } from 'mailparser';
import { comparableAddress } from './comparable-address.ts';
import { plainLine } from './plain-line.ts';

/** A file that came with a mail. */
export interface MailPart {
  /** As the sender calls it: anything at all. */
  name: string;
  content: Buffer;
  /** A picture that the mail's HTML shows, such as a logo in a signature. */
  isEmbedded: boolean;
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
  parts: readonly MailPart[];
  /** Its headers by their name in lower case, in the order of the mail. */
  headers: ReadonlyMap<string, readonly string[]>;
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

/** Longer HTML isn't turned into text. */
const MAX_HTML = 1024 * 1024;
/** More text than anyone writes. */
const MAX_TEXT = 200_000;
const MAX_HEADERS = 2_000;

/** The library's types lack the last one. */
const OPTIONS: SimpleParserOptions & { keepDeliveryStatus: true } = {
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
  maxHtmlLengthToParse: MAX_HTML,
  keepDeliveryStatus: true,
};

/**
 * Reads a mail. Archives aren't opened, embedded mails aren't read, and no address in it is called.
 * @throws UnreadableMailError
 */
export async function parseMail(raw: Buffer): Promise<IncomingMail> {
  const { simpleParser } = await import('mailparser');
  let parsed: ParsedMail;
  try {
    parsed = await simpleParser(raw, OPTIONS);
  } catch (error) {
    throw new UnreadableMailError(error);
  }
  const headers = readHeaders(parsed.headerLines);
  return {
    messageId: (headers.get('message-id')?.[0] ?? '').trim().slice(0, 998),
    from: onlySender(parsed, headers),
    subject: plainLine(parsed.subject ?? '', 200),
    text: (parsed.text ?? '').slice(0, MAX_TEXT),
    parts: parsed.attachments
      .filter(({ contentType }) => !REPORT_TYPES.includes(contentType))
      .map(({ filename, content, related, contentType }) => ({
        name: filename ?? nameByType(contentType),
        content,
        isEmbedded: related ?? false,
      })),
    headers,
    report: parsed.attachments
      .filter(({ contentType }) => REPORT_TYPES.includes(contentType) || contentType === 'message/rfc822')
      .map(({ content, contentType }) => (contentType === 'message/rfc822' ? headOf(content) : content))
      .map((content) => content.subarray(0, MAX_REPORT).toString('utf8'))
      .join('\n'),
  };
}

const REPORT_TYPES = ['message/delivery-status', 'text/rfc822-headers', 'message/rfc822-headers'];
const MAX_REPORT = 64 * 1024;

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

function onlySender(
  parsed: ParsedMail,
  headers: ReadonlyMap<string, readonly string[]>,
): IncomingMail['from'] {
  const [only, ...others] = parsed.from?.value ?? [];
  if (headers.get('from')?.length !== 1 || !only?.address || others.length > 0) return undefined;
  // The library writes out the letters of a domain; accounts have it as mail servers do.
  return { address: comparableAddress(only.address), name: plainLine(only.name, 200) };
}

function nameByType(type: string): string {
  if (type === 'message/rfc822') return 'mail.eml';
  const [kind, ending = 'bin'] = type.split('/');
  const isPlain = /^[a-z0-9]{1,8}$/.test(ending);
  return `${kind === 'image' ? 'picture' : 'attachment'}.${isPlain ? ending : 'bin'}`;
}
