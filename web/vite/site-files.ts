import { studio } from '@atelier/content/studio.ts';
import type { Plugin } from 'vite';
import { feedXml, robotsTxt, sitemapXml, webManifest } from '../app/features/marketing/seo/site-files.ts';

/**
 * Where the built site will be found, for what needs whole addresses: canonical links, shared links, the feed and
 * the list of pages. `PUBLIC_URL` of the build, else the studio's own address; without a slash at its end. A server that is
 * found elsewhere puts its own address in place of it.
 */
export const siteOrigin = new URL(process.env.PUBLIC_URL || studio.url).origin;

/** The files at the root of the site that machines ask for: the list of pages, the feed, rules for robots, the manifest. */
export function siteFiles(origin: string): Plugin {
  const files: Record<string, { type: string; source: string }> = {
    'sitemap.xml': { type: 'application/xml', source: sitemapXml(origin) },
    'feed.xml': { type: 'application/rss+xml', source: feedXml(origin) },
    'robots.txt': { type: 'text/plain', source: robotsTxt(origin) },
    'site.webmanifest': { type: 'application/manifest+json', source: webManifest() },
  };
  return {
    name: 'atelier:site-files',
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
        response.setHeader('content-type', `${file.type}; charset=utf-8`);
        response.end(file.source);
      });
    },
  };
}
