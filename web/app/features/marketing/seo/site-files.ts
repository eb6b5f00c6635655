import { cases } from '@atelier/content/cases.ts';
import { legalChanged } from '@atelier/content/legal.ts';
import { type PageKey, pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';
import { studio } from '@atelier/content/studio.ts';
import { browserColors } from '../../../lib/pages/page-meta.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for an XML element or attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

interface PublicPage {
  path: string;
  title: string;
  /** The day of its last change where that is known: "2026-11-02". */
  changed?: string;
}

/** Only pages that state their last change. */
const changed: Partial<Record<PageKey, string>> = { privacy: legalChanged, terms: legalChanged };

/** Every page that search engines may show. A test compares it with the route table. */
export const publicPages: readonly PublicPage[] = [
  ...Object.entries(pages).map(([key, { path, title }]) => {
    const day = changed[key as PageKey];
    return { path, title, ...(day && { changed: day }) };
  }),
  ...cases.map(({ slug, client, title }) => ({ path: `/work/${slug}`, title: `${client}: ${title}` })),
  ...posts.map(({ slug, title, published }) => ({ path: `/blog/${slug}`, title, changed: published })),
];

/** The list of all public pages for search engines (sitemaps.org). */
export function sitemapXml(origin: string): string {
  const entries = publicPages.map(({ path, changed }) => {
    const date = changed ? `<lastmod>${changed}</lastmod>` : '';
    return `  <url><loc>${escapeXml(origin + path)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
}

/** A day as RSS writes it: "Mon, 02 Nov 2026 00:00:00 GMT". */
const rssDate = (day: string) => new Date(`${day}T00:00:00Z`).toUTCString();

/** The posts as an RSS 2.0 feed, newest first. */
export function feedXml(origin: string): string {
  const items = posts.map(({ slug, title, description, published, topic }) => {
    const address = escapeXml(`${origin}/blog/${slug}`);
    return [
      '    <item>',
      `      <title>${escapeXml(title)}</title>`,
      `      <link>${address}</link>`,
      `      <guid isPermaLink="true">${address}</guid>`,
      `      <pubDate>${rssDate(published)}</pubDate>`,
      `      <category>${escapeXml(topic)}</category>`,
      `      <description>${escapeXml(description)}</description>`,
      '    </item>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '  <channel>',
    `    <title>${escapeXml(`${studio.name}: ${pages.blog.title}`)}</title>`,
    `    <link>${escapeXml(origin + pages.blog.path)}</link>`,
    `    <description>${escapeXml(pages.blog.description)}</description>`,
    '    <language>en</language>',
    `    <atom:link href="${escapeXml(origin)}/feed.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '  </channel>',
    '</rss>',
    '',
  ].join('\n');
}

/**
 * Robots may fetch every page. The signed-in areas are not listed: their pages say `noindex`, which
 * only a robot that may fetch them can read.
 */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /auth/v1/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** For installing the site on a home screen. */
export function webManifest(): string {
  const icon = (size: number, purpose: string, name = `icon-${size}`) => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: studio.name,
    short_name: studio.name,
    description: studio.description,
    id: '/',
    start_url: '/',
    display: 'browser',
    background_color: browserColors.light,
    theme_color: browserColors.light,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable', 'icon-maskable')],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
