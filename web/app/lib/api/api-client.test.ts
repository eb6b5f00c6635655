import { describe, expect, it } from 'vitest';
import { apiUrl } from './api-url.ts';

describe('apiUrl', () => {
  it.each([
    ['puts the prefix before a path', '/me', {}, '/api/me'],
    ['keeps an existing prefix', '/api/profile', {}, '/api/profile'],
    ['distinguishes the prefix from a longer word', '/apiary', {}, '/api/apiary'],
    [
      'fills in parameters',
      '/portal/:id/milestones/:milestoneId',
      { params: { id: 'a', milestoneId: 'b' } },
      '/api/portal/a/milestones/b',
    ],
    ['encodes parameters', '/portal/:id', { params: { id: '../admin?x' } }, '/api/portal/..%2Fadmin%3Fx'],
    [
      'encodes the query',
      '/username-available',
      { query: { u: 'a&b=c d' } },
      '/api/username-available?u=a%26b%3Dc+d',
    ],
    ['omits empty query parameters', '/x', { query: { page: 1, q: '', status: undefined } }, '/api/x?page=1'],
  ])('%s', (_, path, parts, url) => {
    expect(apiUrl(path, parts)).toBe(url);
  });
});
