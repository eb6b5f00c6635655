import { cases } from '@atelier/content/cases.ts';
import { accountPages, pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';
import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

export const casePaths = cases.map(({ slug }) => `/work/${slug}`);
export const postPaths = posts.map(({ slug }) => `/blog/${slug}`);

/** Every page that search engines may show, by its path. */
export const listedPaths: readonly string[] = [
  ...Object.values(pages).map(({ path }) => path),
  ...casePaths,
  ...postPaths,
];

/** Those, and the account pages. */
export const publicPaths: readonly string[] = [
  ...listedPaths,
  ...Object.values(accountPages).map(({ path }) => path),
];

/** The facts in a page's HTML, read without running it. */
export interface PageFacts {
  title: string;
  description: string;
  canonical: string;
  robots: string;
  card: string;
  /** The address of a shared link, and the kinds of page and card it names. */
  shared: { url: string; type: string; card: string };
  /** The structured data blocks, unparsed. */
  data: string[];
  /** Every id, which a link may use as its anchor. */
  ids: string[];
  /** Every address in it: links, pictures in all sizes, scripts, icons. */
  addresses: string[];
  headings: string[];
}

/** Fetches a page and parses it in `reader`, a browser page used for nothing else. */
export async function readPage(reader: Page, product: Product, path: string): Promise<PageFacts> {
  const answer = await fetch(product.origin + path, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return reader.evaluate(
    (html) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      const all = (selector: string) => [...parsed.querySelectorAll(selector)];
      const attribute = (selector: string, name: string) =>
        parsed.querySelector(selector)?.getAttribute(name) ?? '';
      const sizes = all('[srcset]').flatMap((element) =>
        (element.getAttribute('srcset') ?? '').split(',').map((part) => part.trim().split(' ')[0] ?? ''),
      );
      const links = all('[href]').map((element) => element.getAttribute('href') ?? '');
      const sources = all('[src]').map((element) => element.getAttribute('src') ?? '');
      return {
        title: parsed.title,
        description: attribute('meta[name="description"]', 'content'),
        canonical: attribute('link[rel="canonical"]', 'href'),
        robots: attribute('meta[name="robots"]', 'content'),
        card: attribute('meta[property="og:image"]', 'content'),
        shared: {
          url: attribute('meta[property="og:url"]', 'content'),
          type: attribute('meta[property="og:type"]', 'content'),
          card: attribute('meta[name="twitter:card"]', 'content'),
        },
        data: all('script[type="application/ld+json"]').map((element) => element.textContent ?? ''),
        ids: all('[id]').map((element) => element.id),
        addresses: [...links, ...sources, ...sizes],
        headings: all('h1').map((element) => element.textContent ?? ''),
      };
    },
    await answer.text(),
  );
}
