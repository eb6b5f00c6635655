import { describe, expect, it } from 'vitest';
import { Repeats } from './repeats.ts';

describe('Repeats', () => {
  it('lets each thing through once, and then once a minute with the number of those left out', () => {
    let now = 0;
    const repeats = new Repeats(() => now);
    expect(repeats.note('full')).toEqual({});
    expect(repeats.note('full')).toBeUndefined();
    expect(repeats.note('read-only')).toEqual({});
    now = 59_999;
    expect(repeats.note('full')).toBeUndefined();
    now = 60_000;
    expect(repeats.note('full')).toEqual({ unsaid: 2 });
    now = 120_000;
    expect(repeats.note('full')).toEqual({});
  });
});
