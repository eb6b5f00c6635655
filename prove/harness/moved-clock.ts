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
  /** Sets the wall clock of every process to a moment. */
  set(moment: Date): void;
}

/** @param standsAt where it stands still between two steps; else it goes on as the machine's does, from the time it is */
export function createMovedClock(standsAt?: Date): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-clock-'));
  const file = join(folder, 'milliseconds');
  const goesOn = standsAt === undefined;
  let ahead = 0;
  const base = () => (goesOn ? Date.now() : 0);
  const put = (milliseconds: number) => {
    ahead = milliseconds;
    // Renamed, so that no process reads half of it.
    writeFileSync(`${file}.new`, String(ahead));
    renameSync(`${file}.new`, file);
  };
  put(standsAt?.getTime() ?? 0);
  return {
    changes: [
      {
        file: 'server/src/platform/clock.ts',
        text: 'now: () => new Date(),',
        instead: `now: () => new Date(${goesOn ? 'Date.now()' : '0'} + Number(
          process.getBuiltinModule('node:fs').readFileSync(process.env.CLOCK_FILE, 'utf8'))),`,
      },
    ],
    env: { CLOCK_FILE: file },
    now: () => new Date(base() + ahead),
    step: (seconds) => put(ahead + Math.round(seconds * 1000)),
    set: (moment) => put(moment.getTime() - base()),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
