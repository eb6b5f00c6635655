import { describe, expect, test } from 'vitest';
import { changeListAddress, parseListAddress } from './list-address.ts';

const filter = { choices: ['all', 'submitted', 'draft'], initial: 'submitted' } as const;

describe('a list’s address', () => {
  test('is empty in the default state', () => {
    const address = parseListAddress(new URLSearchParams(), filter);
    expect(address).toEqual({ q: '', status: 'submitted', page: 1 });
    expect(changeListAddress(address, {}, filter.initial).toString()).toBe('');
  });

  test('parses what it formats', () => {
    const start = parseListAddress(new URLSearchParams(), filter);
    const params = changeListAddress(start, { q: 'Ä & b', status: 'all', page: 3 }, filter.initial);
    expect(parseListAddress(params, filter)).toEqual({ q: 'Ä & b', status: 'all', page: 3 });
  });

  test('returns to page 1 and drops the selection when the search or the filter changes', () => {
    const deep = parseListAddress(new URLSearchParams('q=a&page=7&enquiry=x'), filter);
    expect(changeListAddress(deep, { q: 'b' }, filter.initial).toString()).toBe('q=b');
    expect(changeListAddress(deep, { status: 'draft' }, filter.initial).toString()).toBe('q=a&status=draft');
  });

  test.each(['status=deleted', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=99999999', 'q=%20'])(
    'ignores the invalid part: %s',
    (text) => {
      expect(parseListAddress(new URLSearchParams(text), filter)).toEqual({
        q: '',
        status: 'submitted',
        page: 1,
      });
    },
  );

  test('cuts the search to the server’s limit', () => {
    const params = new URLSearchParams({ q: 'x'.repeat(5_000) });
    expect(parseListAddress(params, filter).q).toHaveLength(200);
  });
});
