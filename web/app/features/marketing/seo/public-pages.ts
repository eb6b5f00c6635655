import { cases } from '@atelier/content/cases.ts';
import { legalChanged } from '@atelier/content/legal.ts';
import { type PageKey, pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';

export interface PublicPage {
  path: string;
  title: string;
  /** The day of its last change where that is known: "2026-11-02". */
  changed?: string;
}

/** Of those that say so themselves. */
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
