import { constants, PerformanceObserver } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { noteReceived } from './upload-gc.ts';

const MB = 1024 ** 2;

describe('noteReceived', () => {
  it('runs a minor collection when 4 MB have arrived', async () => {
    let collected = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { detail } = entry as PerformanceEntry & { detail: { kind: number } };
        if (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR) collected += 1;
      }
    });
    observer.observe({ entryTypes: ['gc'] });
    for (let megabytes = 0; megabytes < 400; megabytes += 1) noteReceived(MB);
    await expect.poll(() => collected).toBeGreaterThanOrEqual(100);
    observer.disconnect();
  });
});
