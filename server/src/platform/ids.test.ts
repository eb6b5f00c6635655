import { idSchema } from '@atelier/domain/ids.ts';
import { describe, expect, it } from 'vitest';
import { newId, newIdAfter } from './ids.ts';

describe('newId', () => {
  it('returns ids that sort in the order of their creation', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('returns version 7 UUIDs of this moment', () => {
    const before = Date.now();
    const id = newId();
    const after = Date.now();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idSchema.parse(id)).toBe(id);
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    // Ids made in a burst run ahead of the clock by the milliseconds that they filled.
    expect(time - after).toBeLessThan(100);
  });

  it('returns an id after one from a clock that was ahead, without following that clock', () => {
    const ahead = `${(Date.now() + 3_600_000)
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7fff-bfff-ffffffffffff`;
    const id = newIdAfter(ahead);
    expect(id > ahead).toBe(true);
    expect(idSchema.parse(id)).toBe(id);
    expect(newIdAfter(undefined) < ahead).toBe(true);
    const last = newId();
    expect(newIdAfter(last) > last).toBe(true);
  });
});
