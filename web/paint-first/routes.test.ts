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

describe('routePatterns and publicPaths', () => {
  it('list every pattern except the catch-all', () => {
    expect(routePatterns(table)).toEqual(['/', '/contact', '/profile', '/admin', '/admin/portal/:id']);
  });

  it('list the public pages to prerender, with the catch-all as /404', () => {
    expect(publicPaths(table)).toEqual(['/', '/contact', '/404']);
  });
});
