import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from './without.ts';

/** The wall clock of running processes of the product, which a proof moves. */
export interface MovedClock extends Disposable {
  /** For `without`: the product then reads this clock. Its timers run as ever. */
  changes: readonly Change[];
  /** What the changed product needs in its environment. */
  env: Record<string, string>;
  now(): Date;
  /** Sets the wall clock of every process forward by so many seconds, or back. */
  step(seconds: number): void;
}

export function createMovedClock(): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-clock-'));
  const file = join(folder, 'milliseconds');
  let ahead = 0;
  const step = (seconds: number) => {
    ahead += seconds * 1000;
    // Renamed, so that no process reads half of it.
    writeFileSync(`${file}.new`, String(ahead));
    renameSync(`${file}.new`, file);
  };
  step(0);
  return {
    changes: [
      {
        file: 'server/src/platform/clock.ts',
        text: 'now: () => new Date(),',
        instead: `now: () => new Date(Date.now() + Number(
          process.getBuiltinModule('node:fs').readFileSync(process.env.CLOCK_FILE, 'utf8'))),`,
      },
    ],
    env: { CLOCK_FILE: file },
    now: () => new Date(Date.now() + ahead),
    step,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
