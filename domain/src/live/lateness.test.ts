import { describe, expect, it } from 'vitest';
import { createLateness, readSentAt, sentAtComment } from './lateness.ts';

describe('the lateness of a stream', () => {
  const SERVER = 1_000_000;
  /** Read `late` ms after its sending, `at` ms after the stream began, by clocks that differ from the server's. */
  const read = (late: number, at: number) =>
    [SERVER + at, { ticks: 5_000 + at + late, time: 9_000_000 + at + late }] as const;

  it('is none while blocks are read as they come', () => {
    const lateness = createLateness();
    expect([0, 20_000, 40_000].map((at) => lateness(...read(30, at)))).toEqual([0, 0, 0]);
  });

  it('is the time for which a block has waited', () => {
    const lateness = createLateness();
    lateness(...read(30, 0));
    expect(lateness(...read(600_030, 20_000))).toBe(600_000);
    expect(lateness(...read(50, 700_000))).toBe(20);
  });

  it('is what the clock says that went on while the device slept', () => {
    const lateness = createLateness();
    lateness(SERVER, { ticks: 0, time: 0 });
    expect(lateness(SERVER + 1_000, { ticks: 1_000, time: 600_000 })).toBe(599_000);
  });

  it('is found in a block by the time of its writing', () => {
    expect(readSentAt(`${sentAtComment(12)}id: a\ndata: {}`)).toBe(12);
    expect([':', 'data: : 7', ': 1e3', ''].map(readSentAt)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
