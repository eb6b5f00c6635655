import { cases } from '@atelier/content/cases.ts';
import { posts } from '@atelier/content/posts.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { describe, expect, it } from 'vitest';
import { PUBLIC_FRAME, publicPaths, routePatterns } from './route-patterns.ts';
import routes from './routes.ts';

const file = 'screen.tsx';
const table = [
  {
    id: PUBLIC_FRAME,
    file,
    children: [
      { index: true, file },
      { path: 'contact', file },
      { path: '*', file },
    ],
  },
  {
    file,
    children: [
      { path: 'profile', file },
      {
        path: 'admin',
        file,
        children: [
          { index: true, file },
          { path: 'portal/:id', file },
        ],
      },
    ],
  },
];

describe('the route table read as addresses', () => {
  it('names every pattern but the catch-all', () => {
    expect(routePatterns(table)).toEqual(['/', '/contact', '/profile', '/admin', '/admin/portal/:id']);
  });

  it('prerenders the public frame, its catch-all as the 404 page', () => {
    expect(publicPaths(table)).toEqual(['/', '/contact', '/404']);
  });
});

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
