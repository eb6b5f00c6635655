import { cases } from '@atelier/content/cases.ts';
import { pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';

export interface PublicPage {
  path: string;
  title: string;
  /** The day of its last change where that is known: "2026-11-02". */
  changed?: string;
}

/** Every page that search engines may show. A test compares it with the route table. */
export const publicPages: readonly PublicPage[] = [
  ...Object.values(pages).map(({ path, title }) => ({ path, title })),
  ...cases.map(({ slug, client, title }) => ({ path: `/work/${slug}`, title: `${client}: ${title}` })),
  ...posts.map(({ slug, title, published }) => ({ path: `/blog/${slug}`, title, changed: published })),
];
