import { pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';
import { studio } from '@atelier/content/studio.ts';
import { escapeXml } from './xml.ts';

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
