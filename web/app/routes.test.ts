import { cases } from '@atelier/content/cases.ts';
import { posts } from '@atelier/content/posts.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { describe, expect, it } from 'vitest';
import { routePatterns } from '../paint-first/routes.ts';
import routes from './routes.ts';

describe('the routes', () => {
  it('show every page of the table, and no other', () => {
    const articles = new Map<string, string>();
    for (const { slug } of cases) articles.set(`/work/${slug}`, PAGES.caseStudy);
    for (const { slug } of posts) articles.set(`/blog/${slug}`, PAGES.post);
    const shown = routePatterns(routes).map((pattern) => articles.get(pattern) ?? pattern);
    expect([...new Set(shown)].sort()).toEqual(Object.values(PAGES).sort());
    expect(routePatterns(routes)).toHaveLength(new Set(routePatterns(routes)).size);
  });
});
