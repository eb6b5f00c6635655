import { describe, expect, it } from 'vitest';
import { joinReads } from './joined-reads.ts';

const lengthsOf = (keys: readonly string[]) => new Map(keys.map((key) => [key, key.length]));

describe('joinReads', () => {
  it('reads the keys of one turn together, each distinct one once', async () => {
    const asked: (readonly string[])[] = [];
    const read = joinReads(async (keys) => {
      asked.push(keys);
      return lengthsOf(keys);
    });
    expect(await Promise.all(['a', 'bc', 'a'].map(read))).toEqual([1, 2, 1]);
    expect(asked).toEqual([['a', 'bc']]);
  });

  it('gives undefined for a key without a value', async () => {
    const read = joinReads(async () => lengthsOf(['a']));
    expect(await Promise.all(['a', 'bc'].map(read))).toEqual([1, undefined]);
  });

  it('reads again for a key that was asked for while it was being read', async () => {
    let count = 0;
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const read = joinReads(async (keys) => {
      count += 1;
      const value = count;
      begun.resolve();
      await mayEnd.promise;
      return new Map(keys.map((key) => [key, value]));
    });
    const first = read('a');
    await begun.promise;
    const second = read('a');
    mayEnd.resolve();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('reads some hundred at a time', async () => {
    const sizes: number[] = [];
    const read = joinReads(async (keys) => {
      sizes.push(keys.length);
      return lengthsOf(keys);
    });
    await Promise.all(Array.from({ length: 600 }, (_, n) => read(`${n}`)));
    expect(sizes).toEqual([250, 250, 100]);
  });

  it('gives an error to those alone whose keys were in that read', async () => {
    const read = joinReads(async (keys) => {
      if (keys.includes('0')) throw new Error('unreadable');
      return lengthsOf(keys);
    });
    const results = await Promise.allSettled(Array.from({ length: 251 }, (_, n) => read(`${n}`)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(250);
    expect(await read('later')).toBe(5);
  });
});
