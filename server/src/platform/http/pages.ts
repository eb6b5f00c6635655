import { trimEndOf } from '@atelier/domain/text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './routes.ts';
import { type PagePolicy, pageContentPolicy } from './security-headers.ts';
import type { BuiltPage, Encoding, Site, SiteFile } from './site.ts';

export interface PagesOptions extends PagePolicy {
  site: Site | undefined;
}

const NOT_BUILT = 'The site is not built yet. Run "npm run build" and start the server again.\n';
/** A name with a hash in it never holds anything else. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** May be kept, and is asked about each time. */
const CHECKED = 'no-cache';
/**
 * What only says something about a page that is opened, and weighs more than many a part of one. A part keeps the policy that
 * allows it nothing and what forbids other sites to load it.
 */
const FOR_PAGES = [
  'permissions-policy',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
];
/** Landing pages of mailed links: their addresses carry codes. */
const LANDING = /^\/auth\//;

/**
 * Serves the built site: a route for every file and every address that the application knows, and no
 * other, so that no spelling of a path leads out of the folder.
 */
export function addPages(app: FastifyInstance, { site, ...policy }: PagesOptions): void {
  if (!site) return;
  const { manifest, files } = site;
  const html = new Set(
    [manifest.fallback, manifest.notFound, ...Object.values(manifest.pages)].map(({ file }) => file),
  );
  for (const [path, file] of files) {
    if (html.has(path)) continue;
    const isPart = path.startsWith('assets/');
    addRoute(app, `/${path}`, (request, reply) => {
      if (isPart) for (const name of FOR_PAGES) reply.removeHeader(name);
      return sendFile(request, reply.header('cache-control', isPart ? IMMUTABLE : CHECKED), file);
    });
  }
  const addresses = new Map(manifest.routes.map((pattern) => [toRoute(pattern), manifest.fallback]));
  for (const [path, page] of Object.entries(manifest.pages)) addresses.set(toRoute(path), page);
  for (const [path, page] of addresses) {
    addRoute(app, path, (request, reply) => sendPage(request, reply, { site, page, policy }));
    if (path !== '/' && !path.endsWith('*')) addRoute(app, `${path}/`, redirectToPlain);
  }
}

/** Answers GET and HEAD for what no route matches: the 404 page to a browser, a plain line for a missing file. */
export function answerMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, ...policy }: PagesOptions,
): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (!site) return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  const path = pathOf(request.url);
  const isFile = path.startsWith('/assets/') || /\.[a-z0-9]{1,12}$/i.test(path);
  if (isFile || !acceptsHtml(request)) {
    return reply.status(404).type('text/plain; charset=utf-8').send('Not found.\n');
  }
  return sendPage(request, reply.status(404), { site, page: site.manifest.notFound, policy });
}

function addRoute(
  app: FastifyInstance,
  url: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    config: { measuredAs: 'page' },
    handler: (request, reply) => {
      answer(request, reply);
    },
  });
}

/** React Router's form of a pattern in Fastify's: they agree on `:name` and on `*` at the end. */
function toRoute(pattern: string): string {
  const path = pattern.startsWith('/') ? pattern : `/${pattern}`;
  if (/[?()]/.test(path)) throw new Error(`The server cannot match the pattern ${pattern}`);
  return path;
}

/** The same address without the slash at its end. It is one of ours, so that it leads nowhere else. */
function redirectToPlain(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request.url);
  return reply.redirect(trimEndOf(path, '/') + request.url.slice(path.length), 308);
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, page, policy }: { site: Site; page: BuiltPage; policy: PagePolicy },
): FastifyReply {
  const file = site.files.get(page.file);
  if (!file) throw new Error(`The site has no ${page.file}`);
  reply.header('content-security-policy', pageContentPolicy(page, policy));
  const landing = LANDING.test(pathOf(request.url));
  if (landing) reply.header('referrer-policy', 'no-referrer');
  reply.header('cache-control', landing || reply.statusCode !== 200 ? 'no-store' : CHECKED);
  return sendFile(request, reply, file);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file);
  const { body, etag } = file.variants[encoding] ?? file.variants.identity;
  reply.header('etag', etag);
  if (Object.keys(file.variants).length > 1) reply.header('vary', 'Accept-Encoding');
  if (reply.statusCode === 200 && isFresh(request.headers['if-none-match'], etag)) {
    return reply.status(304).send();
  }
  // Beside this answer, which is not kept waiting for it.
  if (encoding === 'br') void file.condense?.();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.type(file.contentType).header('content-length', body.length);
  return reply.send(request.method === 'HEAD' ? undefined : body);
}

/** The smallest copy that the browser takes. */
function chooseEncoding(header: string | undefined, file: SiteFile): Encoding {
  const accepted = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    accepted.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  if (file.variants.br && takes('br')) return 'br';
  if (file.variants.gzip && takes('gzip')) return 'gzip';
  return 'identity';
}

function isFresh(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  const known = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** Whether a browser navigates: only then does Accept name HTML. */
export function asksForPage(request: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}

function acceptsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept;
  return !accept || /text\/html|\*\/\*/i.test(accept);
}
