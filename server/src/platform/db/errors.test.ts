import { describe, expect, it } from 'vitest';
import { storageFault } from './errors.ts';

const systemError = (code: string) => Object.assign(new Error(`${code}: a fault`), { code });

describe('storageFault', () => {
  it.each(['EIO', 'EROFS', 'EUCLEAN', 'ENODEV'])('is unavailable when the disk answers %s', (code) => {
    expect(storageFault(systemError(code))?.code).toBe('unavailable');
  });

  it('is no fault of the disk when a file is missing', () => {
    expect(storageFault(systemError('ENOENT'))).toBeUndefined();
  });
});
