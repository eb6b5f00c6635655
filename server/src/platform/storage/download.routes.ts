import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from './byte-range.ts';
import { attachment } from './content-disposition.ts';
import type { Storage } from './storage.ts';
import type { StoredFileRow } from './stored-files.table.ts';

/** Whatever a file contains, a browser that shows it runs nothing and loads nothing. */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";
/** A download takes as long as a line needs; one that stands still for a minute has ended. */
const LONGEST_MS = 24 * 3600_000;
const STANDSTILL_MS = 60_000;
/** Text that a browser would read as a page or run as a program goes out as bytes. */
const ACTIVE = /html|xhtml|javascript|^(?:text|application)\/xml$/;

/** `GET /files/<token>`: what signed links lead to. Whoever has the link has the file, until it runs out. */
export function addDownloadRoute(app: FastifyInstance, storage: Storage): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/:token',
    handlerTimeout: LONGEST_MS,
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const file = await storage.resolveLink(request.params.token);
      return sendFile(request, reply, file, storage);
    },
  });
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFileRow,
  storage: Storage,
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
  const bytes = await storage.openRead(file.key, range);
  reply.raw.setTimeout(STANDSTILL_MS, () => reply.raw.destroy());
  return reply.send(bytes);
}
