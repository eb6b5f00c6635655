import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { daysAfter, isoWeekday } from '@atelier/domain/days.ts';

/** Loaded before the product: `Date` is so many ms ahead as the file says, or stands at the moment after its "@". Timers run as ever. */
const PRELOAD = `
const { readFileSync } = require('node:fs');
const Clock = Date;
const now = () => {
  const text = readFileSync(process.env.AHEAD_FILE, 'utf8');
  return text.startsWith('@') ? Number(text.slice(1)) : Clock.now() + Number(text);
};
globalThis.Date = class extends Clock {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
  static [Symbol.hasInstance](value) {
    return value instanceof Clock;
  }
};
`;

/** The date of a product that a journey starts with `settings`, and that it can move on. */
export interface MovedDate extends AsyncDisposable {
  settings: Record<string, string>;
  now(): Date;
  /** Moves it on to noon, UTC, of the first weekday so many days later or more: what goes out by day goes out then. */
  pass(days: number): Promise<void>;
  /** Stops it, for what a slow machine would be too late for. */
  hold(): Promise<void>;
  /** Lets it run again, at the time that it has everywhere else. */
  resume(): Promise<void>;
}

/** Keeps the product's date in a file, which begins with the machine's. */
export async function createMovedDate(): Promise<MovedDate> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atelier-date-'));
  const [file, preload] = [path.join(folder, 'ahead'), path.join(folder, 'moved-date.cjs')];
  let ahead = 0;
  await writeFile(file, '0');
  await writeFile(preload, PRELOAD);
  const now = () => new Date(Date.now() + ahead);
  return {
    settings: { NODE_OPTIONS: `--require=${preload}`, AHEAD_FILE: file },
    now,
    pass: async (days) => {
      let later = daysAfter(now().toISOString().slice(0, 10), days);
      while (isoWeekday(later) > 5) later = daysAfter(later, 1);
      ahead = Date.parse(`${later}T12:00:00Z`) - Date.now();
      await writeFile(file, String(ahead));
    },
    hold: () => writeFile(file, `@${now().getTime()}`),
    resume: () => writeFile(file, String(ahead)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
