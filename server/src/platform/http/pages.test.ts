import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestHttp } from '../../../test/harness/http.ts';
import { loadSite } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-site-'));
afterAll(() => rmSync(folder, { recursive: true }));

const page = (name: string) => `<!doctype html><title>${name}</title>${' '.repeat(500)}`;
const SCRIPT = `export const x = '${'long '.repeat(100)}';`;
const FILES: Record<string, string> = {
  'client/index.html': page('home'),
  'client/contact/index.html': page('contact'),
  'client/work/first/index.html': page('first work'),
  'client/404/index.html': page('nothing'),
  'client/__spa-fallback.html': page('application'),
  'client/assets/app-abc123.js': SCRIPT,
  'client/robots.txt': 'User-agent: *',
  'client/.vite/manifest.json': 'not for anybody',
  'client/.well-known/security.txt': 'Contact: us',
  'secret.txt': 'not for anybody',
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  if (path === 'client/robots.txt') continue;
  writeFileSync(join(folder, `${path}.br`), brotliCompressSync(text));
  writeFileSync(join(folder, `${path}.gz`), gzipSync(text));
}
const built = (file: string, hash: string) => ({ file, scriptHashes: [`sha256-${hash}`], styleHashes: [] });
writeFileSync(
  join(folder, 'pages.json'),
  JSON.stringify({
    pages: {
      '/': built('index.html', 'home'),
      '/contact': built('contact/index.html', 'contact'),
      '/work/first': built('work/first/index.html', 'work'),
    },
    fallback: built('__spa-fallback.html', 'application'),
    notFound: built('404/index.html', 'nothing'),
    routes: ['/', '/contact', '/profile', '/auth/callback', '/admin/portal/:id', '/work/*'],
    origin: 'https://studio.example',
  }),
);

const server = async (https = false, hstsSubdomains = false) =>
  createTestHttp(() => {}, { site: await loadSite(folder), https, hstsSubdomains });

async function get(
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) {
  await using http = await server();
  return http.app.inject({ method, url, headers });
}

const titleOf = (body: string) => /<title>(.*)<\/title>/.exec(body)?.[1];

describe('an address of the site', () => {
  it.each([
    ['/', 200, 'home'],
    ['/?a=b', 200, 'home'],
    ['/contact', 200, 'contact'],
    ['/profile', 200, 'application'],
    ['/admin/portal/0198c5f0', 200, 'application'],
    ['/work/some/thing', 200, 'application'],
    ['/nothing', 404, 'nothing'],
    ['/admin/portal/a/b', 404, 'nothing'],
    ['/Contact', 404, 'nothing'],
  ])('%s is answered %d with %s', async (url, status, title) => {
    const reply = await get(url);
    expect([reply.statusCode, titleOf(reply.body), reply.headers['content-type']]).toEqual([
      status,
      title,
      'text/html; charset=utf-8',
    ]);
    expect(reply.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${title}'`);
    expect(reply.headers['content-security-policy']).not.toContain('unsafe');
    expect(reply.headers['cache-control']).toBe(status === 200 ? 'no-cache' : 'no-store');
  });

  it.each(['/assets/gone.js', '/gone.png', '/index.html', '/contact/index.html', '/__spa-fallback.html'])(
    '%s is a plain 404',
    async (url) => {
      const reply = await get(url, { accept: 'text/html' });
      expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
        404,
        'text/plain; charset=utf-8',
        'Not found.\n',
      ]);
    },
  );

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..\\..\\secret.txt',
    '/pages.json',
    '/.vite/manifest.json',
    '//etc/passwd',
    '/assets/app-abc123.js.br',
    '/assets/app-abc123.js%00.html',
  ])('%s leads nowhere', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('not for anybody');
  });

  it('redirects to the address without its trailing slash, and nowhere else', async () => {
    const reply = await get('/contact/?a=//b.example');
    expect([reply.statusCode, reply.headers.location]).toEqual([308, '/contact?a=//b.example']);
    expect((await get('//evil.example/')).statusCode).toBe(404);
    expect((await get('/admin/portal//evil.example/')).headers.location).toBeUndefined();
  });

  it.each(['/contact', '/contact/', '/assets/app-abc123.js', '/admin/portal/1'])(
    'accepts GET and HEAD only: %s',
    async (url) => {
      const reply = await get(url, {}, 'POST');
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('is itself in any spelling, also where it fits a pattern', async () => {
    expect(titleOf((await get('/%63ontact')).body)).toBe('contact');
    expect(titleOf((await get('/work/%66irst')).body)).toBe('first work');
    expect(titleOf((await get('/work/second')).body)).toBe('application');
    expect((await get('/work/first/')).headers.location).toBe('/work/first');
  });

  it('answers an address that can’t be decoded like any other that is missing', async () => {
    const missing = await get('/nothing', { accept: 'text/html' });
    for (const url of ['/%E0%A4%A', '/%ff', '/work/%zz?x=1']) {
      const reply = await get(url, { accept: 'text/html' });
      expect([url, reply.statusCode, titleOf(reply.body)]).toEqual([url, 404, titleOf(missing.body)]);
      expect(reply.headers['content-security-policy']).toBe(missing.headers['content-security-policy']);
    }
    for (const [url, accept] of [
      ['/api/%ff', 'text/html'],
      ['/%ff', 'application/json'],
    ] as const) {
      expect((await get(url, { accept })).headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('sends no referrer from a page that a mailed link opens', async () => {
    const { headers } = await get('/auth/callback?code=abc');
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'no-store']);
  });
});

describe('a file', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['identity', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
    ['nonsense;q=x', undefined, (body: Buffer) => body],
  ])('is compressed as %j allows', async (accepted, encoding, decompress) => {
    const reply = await get('/assets/app-abc123.js', { 'accept-encoding': accepted });
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(decompress(reply.rawPayload).toString()).toBe(SCRIPT);
    expect(reply.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(reply.rawPayload.length),
      'x-content-type-options': 'nosniff',
    });
  });

  it('has an ETag of its bytes, and is answered 304 when the caller has them', async () => {
    const plain = await get('/contact');
    const compressed = await get('/contact', { 'accept-encoding': 'br' });
    expect(plain.headers.etag).toBe(
      `"${createHash('sha256').update(page('contact')).digest('base64url').slice(0, 22)}"`,
    );
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
    for (const tag of [plain.headers.etag, `"x", W/${plain.headers.etag}`, '*']) {
      const again = await get('/contact', { 'if-none-match': String(tag) });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', plain.headers.etag]);
    }
    const other = await get('/contact', {
      'if-none-match': String(plain.headers.etag),
      'accept-encoding': 'br',
    });
    expect(other.statusCode).toBe(200);
    expect((await get('/nothing', { 'if-none-match': '*' })).statusCode).toBe(404);
  });

  it('is answered to HEAD without its bytes', async () => {
    const [got, described] = [await get('/contact'), await get('/contact', {}, 'HEAD')];
    expect(described.body).toBe('');
    expect(described.headers).toMatchObject({
      etag: got.headers.etag,
      'content-length': got.headers['content-length'],
      'content-security-policy': got.headers['content-security-policy'],
    });
  });

  it('is served below .well-known, the one hidden name', async () => {
    expect((await get('/.well-known/security.txt')).body).toBe('Contact: us');
  });

  it('outside assets is revalidated each time', async () => {
    const { headers, body } = await get('/robots.txt');
    expect([headers['cache-control'], headers.vary, body]).toEqual(['no-cache', undefined, 'User-agent: *']);
  });
});

describe('response headers', () => {
  it('send HSTS only with https', async () => {
    await using secure = await server(true);
    const { headers } = await secure.app.inject({ url: '/' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
  });

  it.each(['/', '/assets/app-abc123.js', '/api/nothing'])(
    'send HSTS for all names below ours only when set (%s)',
    async (url) => {
      await using secure = await server(true, true);
      const { headers } = await secure.app.inject({ url });
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    },
  );

  it.each(['/', '/nothing', '/profile', '/robots.txt', '/api/nothing'])(
    'include those that protect %s',
    async (url) => {
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );
});

describe('loadSite', () => {
  it('returns undefined when nothing is built, and pages answer 503', async () => {
    expect(await loadSite(join(folder, 'nowhere'))).toBeUndefined();
    await using http = await createTestHttp(() => {});
    const { statusCode, body } = await http.app.inject({ url: '/' });
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')]);
    expect((await http.app.inject({ url: '/api/nothing' })).statusCode).toBe(404);
  });

  it("throws when a page's file is missing", async () => {
    const half = mkdtempSync(join(tmpdir(), 'atelier-half-'));
    const manifest = {
      pages: {},
      routes: [],
      origin: 'https://studio.example',
      fallback: built('a.html', 'a'),
      notFound: built('b.html', 'b'),
    };
    writeFileSync(join(half, 'pages.json'), JSON.stringify(manifest));
    mkdirSync(join(half, 'client'));
    await expect(loadSite(half)).rejects.toThrow('The built site lacks a.html');
    rmSync(half, { recursive: true });
  });
});
