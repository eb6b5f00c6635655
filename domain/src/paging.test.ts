import { describe, expect, it, test } from 'vitest';
import { pageQuerySchema, searchTextSchema } from './paging.ts';
import { formatTotal, pageCount, SEARCH_TOTAL_CAP } from './paging-rules.ts';

describe('pageQuerySchema', () => {
  it('defaults to the first twenty', () => {
    expect(pageQuerySchema.parse({})).toEqual({ page: 1, limit: 20 });
  });

  test.each([
    [
      { page: '3', limit: '1' },
      { page: 3, limit: 1 },
    ],
    [{ page: 2 }, { page: 2, limit: 20 }],
    [
      { page: '10000', limit: '100' },
      { page: 10_000, limit: 100 },
    ],
  ])('parses %j as %j', (query, parsed) => {
    expect(pageQuerySchema.parse(query)).toEqual(parsed);
  });

  test.each([
    [{ page: '0' }, 'Must be 1 or more.'],
    [{ page: '-1' }, 'Must be 1 or more.'],
    [{ page: '' }, 'Must be 1 or more.'],
    [{ page: '1.5' }, 'Must be a whole number.'],
    [{ page: 'two' }, 'Must be a whole number.'],
    [{ page: ['1', '2'] }, 'Must be a whole number.'],
    [{ page: '1e309' }, 'Must be a whole number.'],
    [{ page: '10001' }, 'Must be 10000 or less.'],
    [{ limit: '101' }, 'Must be 100 or less.'],
    [{ limit: '0' }, 'Must be 1 or more.'],
  ])('rejects %j: %s', (query, message) => {
    expect(pageQuerySchema.safeParse(query).error?.issues[0]?.message).toBe(message);
  });
});

it('searchTextSchema cleans and bounds a search', () => {
  expect(searchTextSchema.parse('  Ada\u0000 Sample ')).toBe('Ada Sample');
  expect(searchTextSchema.parse('')).toBe('');
  expect(searchTextSchema.parse(undefined)).toBeUndefined();
  expect(searchTextSchema.safeParse('x'.repeat(201)).success).toBe(false);
  expect(searchTextSchema.safeParse(['a', 'b']).success).toBe(false);
});

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [1000, 1, 1000],
])('pageCount: %i items in pages of %i are %i pages', (total, limit, pages) => {
  expect(pageCount(total, limit)).toBe(pages);
});

test.each([
  [0, false, '0'],
  [1_234, false, '1,234'],
  [SEARCH_TOTAL_CAP, false, '1,000'],
  [SEARCH_TOTAL_CAP - 1, true, '999'],
  [SEARCH_TOTAL_CAP, true, '1,000+'],
])('formatTotal writes a total of %i (of a search: %s) as %s', (total, isSearch, text) => {
  expect(formatTotal(total, { isSearch })).toBe(text);
});
