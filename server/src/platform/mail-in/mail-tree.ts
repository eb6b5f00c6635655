import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AttachmentStream, HeaderLines, Headers } from 'mailparser';
import { readHtml } from './html-text.ts';
import { lenientDecoder } from './text-charset.ts';

/** A part of a mail that isn't its text. */
export interface TreePart {
  /** In lower case. */
  type: string;
  parameters: Readonly<Record<string, string>>;
  name: string | undefined;
  content: Buffer;
  /** Shown by the mail's HTML. */
  isEmbedded: boolean;
  /** The same contents in another form, such as a page for watches beside the text. */
  isAlternative: boolean;
}

/** A mail as its parts. */
export interface MailTree {
  headers: Headers;
  headerLines: HeaderLines;
  type: string;
  text: string;
  /** Whether the text goes on beyond what is read. */
  isCut: boolean;
  parts: readonly TreePart[];
}

/** A node as the library keeps it; its types leave that out. */
interface Node {
  contentType: string | undefined;
  charset: string | undefined;
  disposition: string | undefined;
  isAttachment: boolean | undefined;
  headers: Headers;
  textContent: string | undefined;
  parent: Node | undefined;
  children: Node[];
}

interface ParserInside {
  tree: Node | false;
  decoder: { decodeStream(charset: string): Transform };
  createNode(part: unknown): Node;
}

/** Names no charset: what is in its place decodes. */
const NO_CHARSET = 'unknown-8bit';
const TEXT_TYPES = ['text/plain', 'text/html'];

/** Reads a mail's parts. Archives aren't opened, embedded mails aren't read, and no address in it is called. */
export async function readMailTree(raw: Buffer): Promise<MailTree> {
  const { MailParser } = await import('mailparser');
  const parser = new MailParser({
    checksumAlgo: false,
    skipTextToHtml: true,
    skipHtmlToText: true,
    ...KEEP_REPORTS,
  });
  const inside = parser as unknown as ParserInside;
  const createNode = inside.createNode.bind(parser);
  inside.createNode = (part) => {
    const node = createNode(part);
    if (TEXT_TYPES.includes(node.contentType ?? '') && isPlainCharset(node.charset))
      node.charset = NO_CHARSET;
    return node;
  };
  const { decodeStream } = inside.decoder;
  inside.decoder = { decodeStream: (charset) => lenientDecoder(charset) ?? decodeStream(charset) };
  let headers: Headers = new Map();
  let headerLines: HeaderLines = [];
  parser.on('headers', (found: Headers) => {
    headers = found;
  });
  parser.on('headerLines', (found: HeaderLines) => {
    headerLines = found;
  });
  const attachments: { stream: AttachmentStream; content: Buffer }[] = [];
  parser.end(raw);
  for await (const found of parser as AsyncIterable<AttachmentStream | { type: 'text' }>) {
    if (found.type !== 'attachment') continue;
    attachments.push({ stream: found, content: await buffer(found.content) });
    found.release?.();
  }
  const tree = inside.tree || undefined;
  const nodes = new Map(tree ? listNodes(tree).map((node) => [node.headers, node]) : []);
  const { text, pictures, isCut } = tree ? readTexts(tree) : NO_TEXT;
  return {
    headers,
    headerLines,
    type: tree?.contentType ?? '',
    text,
    isCut,
    parts: [
      ...attachments.map(({ stream, content }) => partOf(stream, content, nodes.get(stream.headers))),
      ...pictures.map(({ type, content }) => ({
        type,
        content,
        parameters: {},
        name: undefined,
        isEmbedded: true,
        isAlternative: false,
      })),
    ],
  };
}

/** The library's types lack it. */
const KEEP_REPORTS = { keepDeliveryStatus: true } as object;

const isPlainCharset = (charset: string | undefined) =>
  ['', 'ascii', 'usascii', 'utf8'].includes((charset ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** All nodes. Not by calls of itself: a mail's parts may stand in each other thousands deep. */
function listNodes(root: Node): Node[] {
  const all: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    all.push(node);
    waiting.push(...node.children);
  }
  return all;
}

function partOf(stream: AttachmentStream, content: Buffer, node: Node | undefined): TreePart {
  const header = stream.headers.get('content-type') as { params?: Record<string, string> } | undefined;
  return {
    type: stream.contentType.toLowerCase(),
    parameters: header?.params ?? {},
    name: stream.filename || undefined,
    content,
    isEmbedded: stream.related ?? false,
    isAlternative:
      node?.parent?.contentType === 'multipart/alternative' && !stream.headers.has('content-disposition'),
  };
}

interface Texts {
  text: string;
  pictures: { type: string; content: Buffer }[];
  isCut: boolean;
}

const NO_TEXT: Texts = { text: '', pictures: [], isCut: false };

/** The text of a part and those in it: of alternatives the plain one that says something, or else the HTML. */
function readTexts(root: Node): Texts {
  const chosen = chooseTexts(root);
  const found: Texts = { text: '', pictures: [], isCut: false };
  const texts: string[] = [];
  for (const { contentType, textContent = '' } of chosen) {
    if (contentType === 'text/plain') texts.push(textContent);
    else {
      const html = readHtml(textContent);
      texts.push(html.text);
      found.pictures.push(...html.pictures);
      found.isCut ||= html.isCut;
    }
  }
  found.text = texts.join('\n');
  return found;
}

function chooseTexts(node: Node): Node[] {
  if (node.isAttachment) return [];
  if (TEXT_TYPES.includes(node.contentType ?? '')) return [node];
  const each = node.children.map(chooseTexts);
  if (node.contentType !== 'multipart/alternative') return each.flat();
  const isPlain = (nodes: Node[]) =>
    nodes.some(
      ({ contentType, textContent = '' }) => contentType === 'text/plain' && textContent.trim() !== '',
    );
  return each.find(isPlain) ?? each.findLast((nodes) => nodes.length > 0) ?? [];
}
