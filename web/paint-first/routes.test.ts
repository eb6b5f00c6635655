import { describe, expect, it } from 'vitest';
import { PUBLIC_FRAME, publicPaths, routePatterns } from './routes.ts';

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
