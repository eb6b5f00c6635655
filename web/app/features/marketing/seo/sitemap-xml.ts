import { publicPages } from './public-pages.ts';
import { escapeXml } from './xml.ts';

/** The list of all public pages for search engines (sitemaps.org). */
export function sitemapXml(origin: string): string {
  const entries = publicPages.map(({ path, changed }) => {
    const date = changed ? `<lastmod>${changed}</lastmod>` : '';
    return `  <url><loc>${escapeXml(origin + path)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
}
