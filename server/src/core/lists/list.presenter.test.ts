import { describe, expect, it } from 'vitest';
import { totalOfLastPage } from './list.presenter.ts';

describe('totalOfLastPage', () => {
  it.each([
    ['an empty list', 0, { page: 1, limit: 3 }, 0],
    ['a first page that isn’t full', 2, { page: 1, limit: 3 }, 2],
    ['a later page that isn’t full', 1, { page: 3, limit: 3 }, 7],
    ['a full page, after which there may be more', 3, { page: 1, limit: 3 }, undefined],
    ['a page beyond the end', 0, { page: 2, limit: 3 }, undefined],
  ])('gives the total of %s', (_, count, query, total) => {
    expect(totalOfLastPage(Array.from({ length: count }), query)).toBe(total);
  });
});
