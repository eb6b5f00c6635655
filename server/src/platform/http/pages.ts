import type { IncomingMessage } from 'node:http';
import { trimEndOf } from '@atelier/domain/text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { placeOf } from './places.ts';
import { PreparedReply } from './prepared-reply.ts';
import { noteAddresses, pathOf } from './routes.ts';
import { type PagePolicy, pageContentPolicy, securityHeaders } from './security-headers.ts';
import type { BuiltPage, Site } from './site.ts';

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
const LANDING_START = '/auth/';

/** The name of all pages and files together in the metrics. */
export const PAGE_MEASURE = 'page';

/** The built site's replies, made once. */
export class Pages {
  /** By path. */
  readonly #replies = new Map<string, PreparedReply>();
  /** By pattern, of addresses whose page the application makes: `/admin/portal/:id`. */
  readonly #patterns = new Map<string, PreparedReply>();
  /** Addresses of pages with a slash too many at the end. */
  #slashed: ReadonlySet<string> = new Set();
  /** For addresses that no route matches; the second where they could carry codes. */
  readonly #missing: readonly [PreparedReply, PreparedReply] | undefined;

  constructor({ site, ...policy }: PagesOptions) {
    if (!site) return;
    const { manifest, files } = site;
    const common = securityHeaders(policy);
    const forParts = Object.fromEntries(Object.entries(common).filter(([name]) => !FOR_PAGES.includes(name)));
    const pageReply = (page: BuiltPage, path: string, status: 200 | 404 = 200) => {
      const file = files.get(page.file);
      if (!file) throw new Error(`The site has no ${page.file}`);
      const isLanding = path.startsWith(LANDING_START);
      const headers = {
        ...common,
        'content-security-policy': pageContentPolicy(page, policy),
        'cache-control': isLanding || status !== 200 ? 'no-store' : CHECKED,
        ...(isLanding && { 'referrer-policy': 'no-referrer' }),
      };
      return new PreparedReply({ file, status, headers });
    };
    const html = new Set(
      [manifest.fallback, manifest.notFound, ...Object.values(manifest.pages)].map(({ file }) => file),
    );
    for (const [path, file] of files) {
      // Pages have addresses of their own.
      if (html.has(path)) continue;
      const headers = path.startsWith('assets/')
        ? { ...forParts, 'cache-control': IMMUTABLE }
        : { ...common, 'cache-control': CHECKED };
      this.#replies.set(`/${path}`, new PreparedReply({ file, status: 200, headers }));
    }
    const addresses = new Map(manifest.routes.map((pattern) => [toRoute(pattern), manifest.fallback]));
    for (const [path, page] of Object.entries(manifest.pages)) addresses.set(toRoute(path), page);
    for (const [path, page] of addresses) {
      const into = isPattern(path) ? this.#patterns : this.#replies;
      into.set(path, pageReply(page, path));
    }
    const plain = [...addresses.keys()].filter((path) => path !== '/' && !isPattern(path));
    this.#slashed = new Set(plain.map((path) => `${path}/`));
    this.#missing = [
      pageReply(manifest.notFound, '/', 404),
      pageReply(manifest.notFound, LANDING_START, 404),
    ];
  }

  /** The reply to a GET or HEAD of a path without any pattern; undefined for all others. */
  find({ method, url = '' }: IncomingMessage): PreparedReply | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const query = url.indexOf('?');
    return this.#replies.get(query < 0 ? url : url.slice(0, query));
  }

  /**
   * Gives the patterns of addresses routes. Every file and every other address is only noted: a route for each of some hundred
   * files was a tenth of a start. Nothing else is served, so that no spelling of a path leads out of the folder.
   */
  addRoutes(app: FastifyInstance): void {
    for (const [path, prepared] of this.#patterns) {
      const answer = (request: FastifyRequest, reply: FastifyReply) =>
        this.#answerByPath(request, reply) ?? sendPrepared(request, reply, prepared);
      addRoute(app, path, answer);
      if (!path.endsWith('*')) addRoute(app, `${path}/`, redirectToPlain);
    }
    noteAddresses(app, this.#replies.keys());
    noteAddresses(app, this.#slashed);
  }

  /** Answers an address without a pattern. Such an address can fit a pattern too, which then isn't meant. */
  #answerByPath(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const path = pathOf(request.url);
    const prepared = this.#replies.get(path);
    if (!prepared && !this.#slashed.has(path)) return undefined;
    request.place = { ...placeOf(request), measuredAs: PAGE_MEASURE };
    return prepared ? sendPrepared(request, reply, prepared) : redirectToPlain(request, reply);
  }

  /**
   * Answers GET and HEAD for what no route matches: an address without a pattern, in a spelling or with a body that `find` isn't
   * asked about; else the 404 page to a browser, a plain line for a missing file.
   */
  answerMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const answer = this.#answerByPath(request, reply);
    if (answer) return answer;
    const path = pathOf(request.url);
    const answerPlainly = (status: number, text: string) =>
      reply.header('cache-control', 'no-store').status(status).type('text/plain; charset=utf-8').send(text);
    if (!this.#missing) return answerPlainly(503, NOT_BUILT);
    const isFile = path.startsWith('/assets/') || /\.[a-z0-9]{1,12}$/i.test(path);
    if (isFile || !acceptsHtml(request)) return answerPlainly(404, 'Not found.\n');
    return sendPrepared(request, reply, this.#missing[path.startsWith(LANDING_START) ? 1 : 0]);
  }
}

const isPattern = (path: string) => /[:*]/.test(path);

/** Sends it in place of what the framework would send. */
function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: PreparedReply): FastifyReply {
  reply.hijack();
  prepared.send(request.raw, reply.raw, request.id);
  return reply;
}

function addRoute(
  app: FastifyInstance,
  url: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    config: { measuredAs: PAGE_MEASURE },
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

/** Whether a browser navigates: only then does Accept name HTML. */
export function asksForPage(request: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '');
}

function acceptsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept;
  return !accept || /text\/html|\*\/\*/i.test(accept);
}
