import { expect, test } from 'vitest';
import { parsePage } from './paging.ts';

test.each([
  ['1', 1],
  ['7', 7],
  ['10000', 10_000],
  ['10001', 1],
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['x', 1],
  ['', 1],
  [null, 1],
])('page %j is %i', (text, page) => {
  expect(parsePage(text)).toBe(page);
});
