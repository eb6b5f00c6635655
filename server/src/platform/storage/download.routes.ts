import { AppError } from '@atelier/domain/errors.ts';
import { encodeExtended, format } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../http/client.ts';
import { whenEnded } from '../http/connections.ts';
import { asksForPage } from '../http/pages.ts';
import { type PlainPage, renderPlainPage, sendPlainPage } from '../http/plain-page.ts';
import { RateLimitedError } from '../http/rate-limit.ts';
import { ConcurrencySlots, type Pace, type SlotLimits, watchPace } from '../http/transfer-limits.ts';
import type { MailLook } from '../mail/layout.ts';
import type { ByteRange } from './object-store.ts';
import type { Storage } from './storage.ts';
import type { StoredFileRow } from './stored-files.repository.ts';

/**
 * The header that has a browser save a file under its name: in ASCII for old programs, and as it is for all others.
 */
function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const parameters = { filename: ascii, 'filename*': encodeExtended(name.toWellFormed()) };
  return format({ type: 'attachment', parameters });
}

/**
 * The one range that a Range header asks for (RFC 9110, section 14). Undefined: the whole file, as for
 * headers that we need not understand; null: a range that the file does not have.
 */
function parseRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? null : { start, end };
}

/** Whatever a file contains, a browser that shows it runs nothing and loads nothing. */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";
/** A download may take as long as it needs, unless it is too slow: it holds one of few slots. */
const LONGEST_MS = 24 * 3600_000;
const PACE: Pace = { bytesPerSecond: 2 * 1024, windowMs: 60_000 };
/** Viewers request several parts of a file at once; an office shares an address. */
const AT_ONCE: DownloadSlots = { process: 200, each: { link: 8, address: 32 } };
/** Text that a browser would read as a page, run or apply as a style goes out as bytes: our pages may load those. */
const ACTIVE = /html|xhtml|javascript|css|^(?:text|application)\/xml$/;

/** Downloads at once: for this process, for one file, and for one network address. */
type DownloadSlots = SlotLimits<'link' | 'address'>;

export interface DownloadOptions {
  storage: Pick<Storage, 'resolveLink' | 'openRead'>;
  look: MailLook;
  pace?: Pace;
  atOnce?: DownloadSlots;
}

interface Sending extends Required<Pick<DownloadOptions, 'storage' | 'pace'>> {
  slots: ConcurrencySlots<'link' | 'address'>;
}

/**
 * `GET /files/<token>`: the target of signed links. The link alone gives the file, until it expires; a
 * browser that follows one then gets a page that says so, everything else an error as usual.
 */
export function addDownloadRoute(
  app: FastifyInstance,
  { storage, look, pace = PACE, atOnce = AT_ONCE }: DownloadOptions,
): void {
  const slots = new ConcurrencySlots(atOnce);
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:token',
    config: { deadlineMs: LONGEST_MS },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      try {
        const file = await storage.resolveLink(request.params.token);
        return await sendFile(request, reply, file, { storage, pace, slots });
      } catch (error) {
        if (!(error instanceof AppError) || !asksForPage(request)) throw error;
        const page = pageAbout(error, look);
        if (!page) throw error;
        request.outcome = error.code;
        if (error instanceof RateLimitedError) reply.header('retry-after', String(error.retryAfterSeconds));
        return sendPlainPage(reply.status(error.status), page);
      }
    },
  });
}

/** What people read whose link leads to nothing, be it a file's or a contract's. */
function pageAbout({ code }: AppError, look: MailLook): PlainPage | undefined {
  if (code === 'link_expired') {
    return renderPlainPage(look, {
      heading: 'This link has expired',
      body: `<p>Links to documents hold for a few minutes, so that nobody else comes upon them. Nothing is lost: go back to the page that it was on, load that again, and press the link there.</p>`,
    });
  }
  if (code === 'not_found') {
    return renderPlainPage(look, {
      heading: 'There is nothing at this address',
      body: `<p>A part of the link may be missing, or what it led to has been removed. Your project’s page shows what there is.</p>`,
    });
  }
  if (code === 'rate_limited') {
    return renderPlainPage(look, {
      heading: 'Too many downloads at once',
      body: `<p>Wait until one of the others is done, then reload this page.</p>`,
    });
  }
  return undefined;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFileRow,
  { storage, pace, slots }: Sending,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const wanted = request.headers['if-range'] ?? etag;
  const range = wanted === etag ? parseRange(request.headers.range, file.size) : undefined;
  reply.headers({
    'content-type': ACTIVE.test(file.type) ? 'application/octet-stream' : file.type,
    'content-disposition': attachment(file.name),
    'content-security-policy': SANDBOX,
    'accept-ranges': 'bytes',
    etag,
  });
  if (range === null) {
    return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  }
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  if (request.method === 'HEAD') return reply.send();
  const slot = slots.take({ link: file.key, address: addressKey(request.ip) });
  whenEnded(reply, () => slot[Symbol.dispose]());
  const bytes = await storage.openRead(file.key, range);
  endWhenSlow(request, reply, pace);
  return reply.send(bytes);
}

/** Ends a download that the caller doesn't read. */
function endWhenSlow({ raw: { socket } }: FastifyRequest, reply: FastifyReply, pace: Pace): void {
  const takenBytes = () => socket.bytesWritten - socket.writableLength;
  whenEnded(
    reply,
    watchPace(pace, takenBytes, () => reply.raw.destroy()),
  );
}
