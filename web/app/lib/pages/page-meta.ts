import type { PageFacts } from '@atelier/content/pages.ts';
import { studio } from '@atelier/content/studio.ts';
import type { MetaDescriptor } from 'react-router';
import { feedTitle } from './feed-title.content.ts';

/**
 * The whole address of a path of this site, as search engines and shared links need it. In the browser the page itself says
 * where the site is found: the server may have been told another address than the build.
 */
export function absoluteUrl(path: string): string {
  if (import.meta.env.SSR) return import.meta.env.SITE_ORIGIN + path;
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return new URL(canonical?.href ?? location.href).origin + path;
}

/** The picture that stands for a page where a link to it is shared: 1200 × 630, made by `npm run pictures`. */
export function cardPath(path: string): string {
  const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
  return `/cards/${name}.png`;
}

/** What a page says about itself to browsers, search engines and shared links. */
export function pageMeta(
  { path, title, description }: Pick<PageFacts, 'path' | 'title' | 'description'>,
  /** The day an article was published, "2026-11-02". */
  published?: string,
): MetaDescriptor[] {
  const fullTitle = path === '/' ? `${studio.name} · ${title}` : `${title} · ${studio.name}`;
  const address = absoluteUrl(path);
  const card = absoluteUrl(cardPath(path));
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: feedTitle,
      href: '/feed.xml',
    },
    { property: 'og:site_name', content: studio.name },
    { property: 'og:type', content: published ? 'article' : 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: card },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${studio.name}: ${title}` },
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    // The rest of an X card is read from the lines above.
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** The site's background, for the browser's own bars; `tools/content` compares it with ui/styles/tokens.css. */
export const browserColors = { light: '#f7f2e8', dark: '#16120f' } as const;
