import { afterEach, expect, vi } from 'vitest';

/** Nothing of ours writes to the console by accident: whatever does fails the test in which it did. */
const said: unknown[][] = [];
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  vi.spyOn(console, method).mockImplementation((...words) => {
    said.push([method, ...words]);
  });
}

afterEach(() => {
  expect(said.splice(0), 'written to the console').toEqual([]);
});
