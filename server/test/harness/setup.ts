import { afterAll, afterEach, expect, vi } from 'vitest';
import { endChildren } from './child.ts';

/** Nothing writes to the console by accident: a line there fails the test that wrote it. */
const written: unknown[][] = [];
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  vi.spyOn(console, method).mockImplementation((...words) => {
    written.push([method, ...words]);
  });
}

afterEach(() => {
  expect(written.splice(0), 'written to the console').toEqual([]);
});

/** No process outlives the tests that started it: set-up that fails, or a test that forgets one, fails and leaves none. */
afterAll(async () => {
  expect(await endChildren(), 'left running').toEqual([]);
});
