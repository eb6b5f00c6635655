import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Encoding, SiteFile } from './site.ts';

/** Names and values in turn, as Node takes them. */
type RawHeaders = readonly string[];

interface Head {
  etag: string;
  found: RawHeaders;
  unchanged: RawHeaders;
  body: Buffer;
}

export interface PreparedReplyOptions {
  file: SiteFile;
  status: 200 | 404;
  /** All but those that follow from the file. */
  headers: Readonly<Record<string, string>>;
}

/**
 * A reply that is the same for everyone: head and body are ready in each encoding, so that answering costs next to
 * nothing beside what Node does.
 */
export class PreparedReply {
  readonly #file: SiteFile;
  readonly #status: 200 | 404;
  readonly #headers: RawHeaders;
  readonly #heads: Partial<Record<Encoding, Head>> = {};

  constructor({ file, status, headers }: PreparedReplyOptions) {
    this.#file = file;
    this.#status = status;
    const varies = Object.keys(file.variants).length > 1;
    this.#headers = Object.entries({ ...headers, ...(varies && { vary: 'Accept-Encoding' }) }).flat();
  }

  /** Answers a GET or HEAD. */
  send({ method, headers }: IncomingMessage, response: ServerResponse, requestId: string): void {
    const encoding = chooseEncoding(headers['accept-encoding'], this.#file);
    const { etag, found, unchanged, body } = this.#headOf(encoding);
    if (this.#status === 200 && isFresh(headers['if-none-match'], etag)) {
      response.writeHead(304, [...unchanged, 'x-request-id', requestId]).end();
      return;
    }
    response.writeHead(this.#status, [...found, 'x-request-id', requestId]);
    if (method === 'HEAD') response.end();
    else response.end(body);
    // After this reply, which isn't kept waiting for it.
    if (encoding === 'br') void this.#file.condense?.();
  }

  #headOf(encoding: Encoding): Head {
    const { body, etag } = this.#file.variants[encoding] ?? this.#file.variants.identity;
    const known = this.#heads[encoding];
    // A copy can be replaced by a smaller one.
    if (known?.body === body) return known;
    const unchanged = [...this.#headers, 'etag', etag];
    const found = [
      ...unchanged,
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      'content-type',
      this.#file.contentType,
      'content-length',
      String(body.length),
    ];
    const head = { etag, found, unchanged, body };
    this.#heads[encoding] = head;
    return head;
  }
}

/** The smallest copy that the browser takes. */
function chooseEncoding(header: string | undefined, { variants }: SiteFile): Encoding {
  return acceptedBy.memo(header ?? '').find((encoding) => variants[encoding]) ?? 'identity';
}

/** What browsers send has few forms, and is the same each time. */
const acceptedBy = new LRUCache<string, Encoding[]>({ max: 50, memoMethod: readAccepted });

function readAccepted(header: string): Encoding[] {
  const accepted = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    accepted.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  return (['br', 'gzip'] as const).filter(takes);
}

function isFresh(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  const known = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}
