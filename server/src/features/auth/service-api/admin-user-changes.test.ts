import { describe, expect, it } from 'vitest';
import { parseBanDuration } from './admin-user-changes.ts';

describe('parseBanDuration', () => {
  it.each([
    ['none', 0],
    ['24h', 86_400],
    ['1h30m', 5_400],
    ['1.5h', 5_400],
    ['90s', 90],
    ['500ms', 0.5],
    ['876000h', 3_153_600_000],
  ])('reads %s', (text, seconds) => {
    expect(parseBanDuration(text)).toBe(seconds);
  });

  it.each(['', '24', 'h', '-1h', '1d', '1h ', 'forever', '1h-30m', `${'9'.repeat(400)}h`, '900000h'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseBanDuration(text)).toThrow('invalid format for ban duration');
    },
  );
});
