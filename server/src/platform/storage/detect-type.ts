import { open } from 'node:fs/promises';
import { fileExtension } from '@atelier/domain/files/rules.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

/** How much of a text is looked at. */
const SAMPLE_BYTES = 65_536;
/** Where a PDF's first line has to begin: programs skip what is before it, such as a blank line or a mark. */
const PDF_WITHIN = 1_024;

/** Kinds of text that only their names distinguish. None is active. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
};

/**
 * The media type of a file by its content. A client's claim counts for nothing, and the name only among plain
 * texts. An unknown type is `application/octet-stream`.
 */
export async function detectType(path: string, name: string): Promise<string> {
  // Loaded with the first upload.
  const { fileTypeFromFile } = await import('file-type');
  // A file that a parser chokes on has no type that we could vouch for.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found && found.mime !== 'application/xml') return found.mime;
  const sample = await readSample(path);
  const text = decodeText(sample);
  const markup = text === undefined ? undefined : detectMarkup(text);
  if (!markup && sample.subarray(0, PDF_WITHIN).includes('%PDF-')) return 'application/pdf';
  if (text === undefined) return found?.mime ?? UNKNOWN_TYPE;
  return markup ?? found?.mime ?? TEXT_TYPES[fileExtension(name)] ?? 'text/plain';
}

async function readSample(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The beginning of a text; undefined when it is none (bytes that are neither UTF-8 nor marked as UTF-16, or a NUL). */
function decodeText(sample: Buffer): string | undefined {
  const mark = sample.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    // As a stream: a character that is cut at the end of the sample is no fault.
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** What a browser might run, by its first element. Text before it does not hide it. */
function detectMarkup(text: string): string | undefined {
  const element = findActiveElement(text);
  if (element === 'svg') return 'image/svg+xml';
  return element && /^<!?[a-z]/i.test(withoutPreamble(text)) ? 'text/html' : undefined;
}

/** After a colon stands what a prefix of a namespace is before: `<svg:svg`. */
const ACTIVE_ELEMENT = /[<:](svg|html|head|body|script|iframe|!doctype)[\s/>]/gi;
const MAX_PREFIX = 31;

/** Whether a colon in a text ends the prefix of an element's name. */
function endsPrefix(text: string, colon: number): boolean {
  const before = text.slice(Math.max(0, colon - MAX_PREFIX - 1), colon);
  const tag = before.lastIndexOf('<');
  return tag >= 0 && /^[a-z][\w.-]*$/i.test(before.slice(tag + 1));
}

/** Elements that make a browser run what follows; a document type counts as the element that it names. */
function findActiveElement(text: string): string | undefined {
  for (const { 0: tag, 1: name = '', index } of text.matchAll(ACTIVE_ELEMENT)) {
    if (tag.startsWith(':') && !endsPrefix(text, index)) continue;
    if (name.toLowerCase() !== '!doctype') return name.toLowerCase();
    const named = /^(?:svg|html|head|body|script|iframe)(?=[\s/>])/i.exec(
      text.slice(index + tag.length).trimStart(),
    );
    if (named) return named[0].toLowerCase();
  }
  return undefined;
}

/**
 * The text without its leading white space, XML declarations and comments. Scans once from left to
 * right: a single pattern could read a row of comments in so many ways that it would take hours.
 */
function withoutPreamble(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : /^<\?xml/i.test(rest) ? '>' : undefined;
    if (end === undefined) return rest;
    const place = rest.indexOf(end, 2);
    if (place === -1) return '';
    rest = rest.slice(place + end.length).trimStart();
  }
}
