import { describe, expect, it } from 'vitest';
import { digitGroupsOf, totalOfLastPage } from './list.presenter.ts';

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

describe('digitGroupsOf', () => {
  it.each([
    ['+49 30 123456', '+49 30 123456'],
    ['+49 (0)30/12-34.56', '+49 0 30 12 34 56'],
    ['+4930123456', '+493 012 3456'],
    ['0301234567', '030 123 4567'],
    ['-0301234567', '030 123 4567'],
    ['555-0100', '555 0100'],
    ['(030) 1234', '030 1234'],
  ])('writes %j as %j', (phone, written) => {
    expect(digitGroupsOf(phone)).toBe(written);
  });

  it.each([
    '',
    '030123',
    '+49 30 123456 ext. 7',
    '=1234567+1',
    '1234567+8',
    '+-(./) -',
    '+------------1',
    '٠٣٠١٢٣٤٥٦٧',
    '+49 30 123456 789 012 345',
    '+1234567\n',
    '@1234567',
  ])('leaves %j as it is', (text) => {
    expect(digitGroupsOf(text)).toBeUndefined();
  });
});
