import { describe, expect, it } from 'vitest';
import { returnPath } from './return-to.ts';

describe('returnPath', () => {
  it.each(['/start?features=lp,seo', '/services#seo', '/start?step=2#brand', '/', '/a\u0020b?c=%09'])(
    'returns to %j with its query and hash',
    (from) => {
      expect(returnPath({ from }, '/profile')).toBe(from.replace(' ', '%20'));
    },
  );

  it.each([
    [null],
    [undefined],
    ['/start'],
    [{}],
    [{ from: 5 }],
    [{ from: '' }],
    [{ from: 'start' }],
    [{ from: '//evil.example' }],
    [{ from: '/\\evil.example' }],
    [{ from: '/\t/evil.example' }],
    [{ from: '/\n/evil.example' }],
    [{ from: '/\r\n//evil.example' }],
    [{ from: '\t//evil.example' }],
    [{ from: '/\t\\evil.example' }],
    [{ from: '/.//evil.example' }],
    [{ from: '/a/..//evil.example' }],
    [{ from: 'https://evil.example/' }],
    [{ from: 'javascript:alert(1)' }],
  ])('falls back for %j', (state) => {
    expect(returnPath(state, '/profile')).toBe('/profile');
  });
});
