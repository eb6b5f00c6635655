import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestHttp } from '../../../test/harness/http.ts';
import { openConnection } from '../../../test/harness/raw-connection.ts';
import { createLog } from '../log.ts';
import { MAX_UNANSWERED } from './connections.ts';
import { addOperations } from './operations.ts';
import type { Site, SiteFile } from './site.ts';

const compressed = (text: string): SiteFile => ({
  contentType: 'text/html; charset=utf-8',
  variants: {
    identity: { body: Buffer.from(text), etag: '"plain"' },
    br: { body: brotliCompressSync(text), etag: '"br"' },
    gzip: { body: gzipSync(text), etag: '"gzip"' },
  },
});
const built = (file: string) => ({ file, scriptHashes: [`sha256-${file}`], styleHashes: [] });
const site: Site = {
  manifest: {
    pages: { '/': built('index.html'), '/contact': built('contact.html') },
    fallback: built('fallback.html'),
    notFound: built('404.html'),
    routes: ['/profile', '/auth/callback', '/admin/portal/:id'],
    origin: 'https://studio.example',
  },
  files: new Map([
    ...['index.html', 'contact.html', 'fallback.html', '404.html'].map(
      (name) => [name, compressed(name)] as const,
    ),
    ['assets/app.js', compressed('export {}')],
    [
      'robots.txt',
      { contentType: 'text/plain', variants: { identity: { body: Buffer.from('x'), etag: '"r"' } } },
    ],
  ]),
};

/** A server that counts the requests which the framework sees: all of them while replies of pages are logged. */
async function createServer(level: 'info' | 'debug', beforeClose = async () => {}) {
  let seen = 0;
  const http = await createTestHttp(
    (app) => {
      addOperations(app, { checkReady: async () => {}, metricsToken: undefined, measuresLocally: true });
      app.addHook('onRequest', (_request, _reply, done) => {
        seen += 1;
        done();
      });
      app.addHook('preClose', beforeClose);
    },
    { site, https: true, log: createLog(level, { write: () => {} }) },
  );
  return {
    http,
    origin: await http.listen(),
    seen: () => seen,
    [Symbol.asyncDispose]: http[Symbol.asyncDispose],
  };
}

/** What is answered to these bytes, but for the time and the id, which differ each time. */
async function exchange(origin: string, bytes: string): Promise<string> {
  const connection = await openConnection(origin);
  connection.read();
  connection.write(bytes);
  await connection.closed;
  return connection
    .answer()
    .replace(/^date: .*$/im, 'date: …')
    .replace(/^x-request-id: [0-9a-f-]{36}\r$/im, 'x-request-id: …\r');
}

const requestOf = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n');

describe('the static path', () => {
  it.each([
    requestOf('GET /'),
    requestOf('HEAD /'),
    requestOf('GET /', 'accept-encoding: gzip, deflate, br, zstd'),
    requestOf('HEAD /', 'accept-encoding: gzip'),
    requestOf('GET /contact?a=b', 'accept-encoding: br;q=0, gzip;q=0.5'),
    requestOf('GET /', 'if-none-match: "plain"'),
    requestOf('HEAD /', 'if-none-match: W/"gzip", "x"', 'accept-encoding: gzip'),
    requestOf('GET /', 'if-none-match: "gzip"'),
    requestOf('GET /profile'),
    requestOf('GET /auth/callback?code=secret'),
    requestOf('GET /assets/app.js', 'accept-encoding: br'),
    requestOf('GET /robots.txt', 'accept-encoding: br'),
    'GET / HTTP/1.0\r\n\r\n',
  ])('answers %j with the same bytes as the framework', async (request) => {
    await using fast = await createServer('info');
    await using full = await createServer('debug');
    const [answer, expected] = [await exchange(fast.origin, request), await exchange(full.origin, request)];
    expect(answer).toBe(expected);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|304) /);
    expect(answer).toContain('x-request-id: …\r\n');
    expect([fast.seen(), full.seen()]).toEqual([0, 1]);
  });

  it.each([
    [requestOf('POST /contact', 'content-length: 0'), 405],
    [`${requestOf('GET /', 'content-length: 1')}x`, 200],
    [`${requestOf('GET /', 'transfer-encoding: chunked')}0\r\n\r\n`, 200],
    [requestOf('GET /%63ontact'), 200],
    [requestOf('GET http://localhost/contact'), 200],
    [requestOf('GET /contact#x'), 200],
    [requestOf('GET /contact/'), 308],
    [requestOf('GET /admin/portal/1'), 200],
    [requestOf('GET /nothing'), 404],
  ])('leaves %j to the framework', async (request, status) => {
    await using server = await createServer('info');
    expect(await exchange(server.origin, request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(server.seen()).toBe(1);
  });

  it('security: ends a connection that sends requests without reading replies', async () => {
    await using server = await createServer('info');
    const connection = await openConnection(server.origin);
    connection.write(
      requestOf('GET /')
        .replace('connection: close\r\n', '')
        .repeat(10 * MAX_UNANSWERED),
    );
    connection.read();
    await connection.closed;
    expect(connection.answer().split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(MAX_UNANSWERED);
    expect(server.seen()).toBe(0);
  });

  it('counts its replies with those of pages', async () => {
    await using server = await createServer('info');
    for (const request of [
      requestOf('GET /'),
      requestOf('GET /', 'if-none-match: *'),
      requestOf('GET /contact'),
    ]) {
      await exchange(server.origin, request);
    }
    const { body } = await server.http.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    const count = (status: number) =>
      body.match(
        new RegExp(
          `^http_request_duration_seconds_count{method="GET",route="page",status="${status}"} (.*)$`,
          'm',
        ),
      )?.[1];
    expect([count(200), count(304)]).toEqual(['2', '1']);
  });

  it('ends its connection after a reply while the server closes', async () => {
    const { promise: isAnswered, resolve } = Promise.withResolvers<void>();
    const server = await createServer('info', () => isAnswered);
    const connection = await openConnection(server.origin);
    connection.read();
    const request = requestOf('GET /').replace('connection: close\r\n', '');
    connection.write(request);
    await expect.poll(connection.answer).toContain('index.html');
    expect(connection.answer()).not.toMatch(/^connection: close/im);
    const closed = server.http.app.close();
    connection.write(request);
    await connection.closed;
    resolve();
    await closed;
    expect(connection.answer()).toMatch(/^connection: close/im);
    expect(server.seen()).toBe(0);
  });
});
