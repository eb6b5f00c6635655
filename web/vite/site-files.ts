import type { Plugin } from 'vite';
import { feedXml, robotsTxt, sitemapXml, webManifest } from '../app/features/marketing/seo/site-files.ts';

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
