import { existsSync } from 'node:fs';
import { cases } from '@atelier/content/cases.ts';
import { legalChanged } from '@atelier/content/legal.ts';
import { posts } from '@atelier/content/posts.ts';
import { describe, expect, it } from 'vitest';
import { publicPaths } from '../../../../paint-first/routes.ts';
import { cardPath } from '../../../lib/pages/page-meta.ts';
import routes from '../../../routes.ts';
import { escapeXml, feedXml, publicPages, robotsTxt, sitemapXml, webManifest } from './site-files.ts';

const origin = 'https://studio.example';
const publicFolder = new URL('../../../../public', import.meta.url).pathname;

describe('publicPages', () => {
  it('lists only pages that are prerendered', () => {
    const prerendered = new Set(publicPaths(routes));
    expect(publicPages.map(({ path }) => path).filter((path) => !prerendered.has(path))).toEqual([]);
  });

  it('lists only pages with a card for shared links', () => {
    expect(publicPages.filter(({ path }) => !existsSync(publicFolder + cardPath(path)))).toEqual([]);
  });
});

describe('sitemapXml', () => {
  it('lists every public page once, with absolute addresses', () => {
    const listed = [...sitemapXml(origin).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    expect(listed).toEqual(publicPages.map(({ path }) => origin + path));
    expect(new Set(listed).size).toBe(listed.length);
    for (const { slug } of cases) expect(listed).toContain(`${origin}/work/${slug}`);
  });

  it('gives the last change of legal pages and posts', () => {
    const days = [...sitemapXml(origin).matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)<\/lastmod>/g)];
    expect(days.map(([, address, day]) => [address, day])).toEqual([
      ...['/privacy', '/terms'].map((path) => [origin + path, legalChanged]),
      ...posts.map(({ slug, published }) => [`${origin}/blog/${slug}`, published]),
    ]);
  });
});

describe('feedXml', () => {
  it('has every post with its date in RSS format', () => {
    const feed = feedXml(origin);
    expect(feed.match(/<item>/g) ?? []).toHaveLength(posts.length);
    for (const { slug, published } of posts) {
      expect(feed).toContain(`<link>${origin}/blog/${slug}</link>`);
      expect(feed).toContain(`<pubDate>${new Date(published).toUTCString()}</pubDate>`);
    }
  });

  it('escapes XML', () => {
    expect(escapeXml(`<a href="x">Tom & 'Ann'</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;Tom &amp; &apos;Ann&apos;&lt;/a&gt;',
    );
  });
});

describe('robotsTxt', () => {
  it('names the sitemap and disallows only the API', () => {
    const text = robotsTxt(origin);
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
    expect(text.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /api/', 'Disallow: /auth/v1/']);
  });
});

describe('webManifest', () => {
  it('names icons that exist', () => {
    const { icons }: { icons: { src: string }[] } = JSON.parse(webManifest());
    expect(icons.length).toBeGreaterThan(0);
    expect(icons.filter(({ src }) => !existsSync(publicFolder + src))).toEqual([]);
  });
});
