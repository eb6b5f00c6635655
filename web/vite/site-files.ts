import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { studio } from '@atelier/content/studio.ts';
import type { Plugin } from 'vite';
import { feedXml, robotsTxt, sitemapXml, webManifest } from '../app/features/marketing/seo/site-files.ts';

/**
 * Where the built site will be found, for what needs whole addresses: canonical links, shared links, the feed and
 * the list of pages: the studio's own address, without a slash at its end. A server with another `PUBLIC_URL` puts
 * that in place of it at start (`placeAt`), so no setting of the server needs another build.
 */
export const siteOrigin = new URL(studio.url).origin;

/** By their address without its first slash. */
type ServedFiles = Readonly<Record<string, { type: string; source: string | Buffer }>>;

/** Adds files to the build for browsers, and serves them in development. */
function serveFiles(name: string, files: ServedFiles): Plugin {
  return {
    name,
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [fileName, { source }] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files[request.url?.slice(1) ?? ''];
        if (!file) return next();
        response.setHeader('content-type', file.type);
        response.end(file.source);
      });
    },
  };
}

/** The files at the root of the site that machines ask for: the list of pages, the feed, rules for robots, the manifest. */
export function siteFiles(origin: string): Plugin {
  const utf8 = (type: string, source: string) => ({ type: `${type}; charset=utf-8`, source });
  return serveFiles('atelier:site-files', {
    'sitemap.xml': utf8('application/xml', sitemapXml(origin)),
    'feed.xml': utf8('application/rss+xml', feedXml(origin)),
    'robots.txt': utf8('text/plain', robotsTxt(origin)),
    'site.webmanifest': utf8('application/manifest+json', webManifest()),
  });
}

/**
 * The pictures of a folder, at an address that names the content of all of them together, so that browsers may keep
 * them for ever and the pages need no list of addresses: `import.meta.env.PICTURES_BASE`, then the file's name.
 */
export function pictures(folder: string): Plugin {
  const names = readdirSync(folder).filter((name) => /\.(avif|webp)$/.test(name));
  const files = names.sort().map((name) => ({ name, source: readFileSync(join(folder, name)) }));
  const hash = createHash('sha256');
  for (const { name, source } of files) hash.update(name).update(source);
  const base = `assets/pictures-${hash.digest('base64url').slice(0, 8)}`;
  const served = files.map(({ name, source }) => {
    const type = name.endsWith('.avif') ? 'image/avif' : 'image/webp';
    return [`${base}/${name}`, { type, source }] as const;
  });
  return {
    ...serveFiles('atelier:pictures', Object.fromEntries(served)),
    config: () => ({ define: { 'import.meta.env.PICTURES_BASE': JSON.stringify(`/${base}`) } }),
  };
}
