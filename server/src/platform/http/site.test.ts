import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTestHttp } from '../../../test/harness/http.ts';
import { addToHead, placeAt, type Site, type SiteFile } from './site.ts';

const HTML = '<!doctype html><html><head><title>Home</title></head><body>Hello</body></html>';
const fileOf = (text: string, contentType: string): SiteFile => ({
  contentType,
  variants: {
    identity: { body: Buffer.from(text), etag: '"built"' },
    br: { body: brotliCompressSync(text), etag: '"built-br"' },
    gzip: { body: gzipSync(text), etag: '"built-gz"' },
  },
});
const page = { file: 'index.html', scriptHashes: ['sha256-abc'], styleHashes: [] };
const site: Site = {
  manifest: {
    pages: { '/': page },
    fallback: page,
    notFound: page,
    routes: ['/'],
    origin: 'https://built.example',
  },
  files: new Map([
    ['index.html', fileOf(HTML, 'text/html; charset=utf-8')],
    ['assets/a.js', fileOf('const x = "</head>";', 'text/javascript; charset=utf-8')],
  ]),
};

describe('the built site', () => {
  it('adds markup to the head of every page in all its encodings, and to nothing else', () => {
    const added = addToHead(site, '<meta name="x" content="y"/>');
    const { identity, br, gzip } = added.files.get('index.html')?.variants ?? { identity: undefined };
    const expected = HTML.replace('</head>', '<meta name="x" content="y"/></head>');
    expect(identity?.body.toString()).toBe(expected);
    expect(br && brotliDecompressSync(br.body).toString()).toBe(expected);
    expect(gzip && gunzipSync(gzip.body).toString()).toBe(expected);
    expect(new Set([identity?.etag, br?.etag, gzip?.etag, '"built"']).size).toBe(4);
    expect(added.files.get('assets/a.js')).toBe(site.files.get('assets/a.js'));
  });

  it('replaces the built origin by the public one in pages and lists', () => {
    const canonical = (origin: string) => `<head><link rel="canonical" href="${origin}/"/></head>`;
    const built: Site = {
      ...site,
      files: new Map([
        ['index.html', fileOf(canonical('https://built.example'), 'text/html; charset=utf-8')],
        ['sitemap.xml', fileOf('<loc>https://built.example/</loc>', 'application/xml; charset=utf-8')],
        ['assets/a.js', fileOf('"https://built.example"', 'text/javascript; charset=utf-8')],
      ]),
    };
    const placed = placeAt(built, 'https://found.example/');
    const page = placed.files.get('index.html')?.variants;
    expect(page?.identity.body.toString()).toBe(canonical('https://found.example'));
    expect(page?.br && brotliDecompressSync(page.br.body).toString()).toBe(
      canonical('https://found.example'),
    );
    const list = placed.files.get('sitemap.xml')?.variants.gzip?.body;
    expect(list && gunzipSync(list).toString()).toBe('<loc>https://found.example/</loc>');
    expect(placed.files.get('assets/a.js')).toBe(built.files.get('assets/a.js'));
    expect(placeAt(built, 'https://built.example')).toBe(built);
  });

  it('allows one other origin in the content policy of its pages', async () => {
    await using http = await createTestHttp(() => {}, { site, connectTo: ['https://p.example'] });
    const { headers } = await http.app.inject({ url: '/' });
    expect(headers['content-security-policy']).toContain("; connect-src 'self' https://p.example;");
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-abc';");
  });

  it('recompresses a changed page with the best quality after its first request', async () => {
    const words = Array.from(
      { length: 4_000 },
      (_, index) => `<p>${(index * 7_919) % 10_007} of ${index}</p>`,
    );
    const long = HTML.replace('</head>', `</head>${words.join('')}`);
    const added = addToHead(
      { ...site, files: new Map([['index.html', fileOf(long, 'text/html; charset=utf-8')]]) },
      '<meta name="x" content="y"/>',
    );
    const file = added.files.get('index.html');
    const quick = file?.variants.br;
    await file?.condense?.();
    const best = file?.variants.br;
    expect(best?.body.length).toBeLessThan(quick?.body.length ?? 0);
    expect(best?.etag).not.toBe(quick?.etag);
    expect(best && brotliDecompressSync(best.body).toString()).toBe(file?.variants.identity.body.toString());
    expect(file?.condense).toBeUndefined();
  });
});
