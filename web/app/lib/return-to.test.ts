import { describe, expect, it } from 'vitest';
import { returnPath } from './return-to.ts';

describe('returnPath', () => {
  it('returns to the path with its query', () => {
    expect(returnPath({ from: '/start?features=lp,seo' }, '/profile')).toBe('/start?features=lp,seo');
  });

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
    [{ from: 'https://evil.example/' }],
    [{ from: 'javascript:alert(1)' }],
  ])('falls back for %j', (state) => {
    expect(returnPath(state, '/profile')).toBe('/profile');
  });
});
