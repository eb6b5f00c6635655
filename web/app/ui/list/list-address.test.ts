import { describe, expect, test } from 'vitest';
import { changeListAddress, parseListAddress } from './list-address.ts';

const filter = { choices: ['all', 'submitted', 'draft'], initial: 'submitted' } as const;

describe('the address of a list', () => {
  test('says nothing where everything is as it comes', () => {
    const address = parseListAddress(new URLSearchParams(), filter);
    expect(address).toEqual({ q: '', status: 'submitted', page: 1 });
    expect(changeListAddress(address, {}, filter.initial).toString()).toBe('');
  });

  test('reads back what it wrote', () => {
    const start = parseListAddress(new URLSearchParams(), filter);
    const params = changeListAddress(start, { q: 'Ä & b', status: 'all', page: 3 }, filter.initial);
    expect(parseListAddress(params, filter)).toEqual({ q: 'Ä & b', status: 'all', page: 3 });
  });

  test('begins at page 1 again when the search or the filter changes, and loses the selection', () => {
    const deep = parseListAddress(new URLSearchParams('q=a&page=7&enquiry=x'), filter);
    expect(changeListAddress(deep, { q: 'b' }, filter.initial).toString()).toBe('q=b');
    expect(changeListAddress(deep, { status: 'draft' }, filter.initial).toString()).toBe('q=a&status=draft');
  });

  test.each(['status=deleted', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=99999999', 'q=%20'])(
    'takes nonsense for absent: %s',
    (text) => {
      expect(parseListAddress(new URLSearchParams(text), filter)).toEqual({
        q: '',
        status: 'submitted',
        page: 1,
      });
    },
  );

  test('never asks for a longer search than the server takes', () => {
    const params = new URLSearchParams({ q: 'x'.repeat(5_000) });
    expect(parseListAddress(params, filter).q).toHaveLength(200);
  });
});
