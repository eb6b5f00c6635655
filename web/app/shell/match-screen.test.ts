import { describe, expect, it } from 'vitest';
import { matchScreen } from './match-screen.ts';

const patterns = [
  '/admin',
  '/admin/:id',
  '/admin/projects',
  '/admin/portal/:id',
  '/client-portal/:projectId',
];

describe('matchScreen', () => {
  it.each([
    ['/admin', '/admin', {}],
    ['/admin/', '/admin', {}],
    ['/admin/portal/7', '/admin/portal/:id', { id: '7' }],
    ['/client-portal/a%2Fb', '/client-portal/:projectId', { projectId: 'a/b' }],
  ])('finds the pattern and the parameters of %s', (path, pattern, params) => {
    expect(matchScreen(patterns, path)).toEqual({ pattern, params });
  });

  it('prefers a pattern without parameters', () => {
    expect(matchScreen(patterns, '/admin/projects')?.pattern).toBe('/admin/projects');
  });

  it('finds none for a path that no screen has', () => {
    expect(matchScreen(patterns, '/admin/portal/7/more')).toBeUndefined();
  });
});
