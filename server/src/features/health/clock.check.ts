import { driftLevel } from '@atelier/domain/health/rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DatabaseLocation } from '../../platform/db/open.ts';
import { describeError } from '../../platform/log.ts';
import { describeBucket, type StoreLocation } from '../../platform/storage/object-store.ts';
import { readStoreTime } from '../../platform/storage/store-time.ts';
import { type Check, notice, ok, type Result } from './checks.ts';
import { readDatabaseTime } from './database-facts.repository.ts';

/** What the product talks to anyway, and may have a clock of its own. */
export interface ClockSettings {
  database: DatabaseLocation;
  store: StoreLocation;
  backups: { to: StoreLocation } | undefined;
}

/** A clock beside this machine's. */
interface OtherClock {
  /** Whose it is, in the genitive. */
  whose: string;
  /** Milliseconds since 1970. */
  read(): Promise<number>;
}

/** How far this machine's clock is from another one. Nothing is asked that the settings don't name. */
export function clockCheck({
  db,
  clock,
  settings,
}: {
  db: Db;
  clock: Clock;
  settings: ClockSettings;
}): Check {
  return {
    id: 'clock',
    async run() {
      const other = findOtherClock(db, settings);
      return other ? compare(clock, other) : describeAlone(clock);
    },
  };
}

function findOtherClock(db: Db, { database, store, backups }: ClockSettings): OtherClock | undefined {
  if (database.engine === 'postgres') return { whose: 'the database’s', read: () => readDatabaseTime(db) };
  for (const place of [store, backups?.to]) {
    if (place?.kind !== 's3') continue;
    return { whose: `that of the store ${describeBucket(place)}`, read: () => readStoreTime(place) };
  }
  return undefined;
}

async function compare(clock: Clock, { whose, read }: OtherClock): Promise<Result> {
  const before = clock.now().getTime();
  let theirs: number;
  try {
    theirs = await read();
  } catch (error) {
    return notice(
      `The clock couldn’t be compared with ${whose}: ${describeError(error)}.`,
      'Nothing, if it passes; else check that this machine reaches it.',
    );
  }
  // The other machine looked at its clock somewhere between the two.
  const seconds = ((before + clock.now().getTime()) / 2 - theirs) / 1_000;
  const level = driftLevel(seconds);
  if (level === 'ok') return ok(`The clock agrees with ${whose} to two seconds.`);
  const apart = Math.abs(Math.round(seconds)).toLocaleString('en');
  return {
    level,
    sentence: `The clock is ${apart} seconds ${seconds > 0 ? 'ahead of' : 'behind'} ${whose}.`,
    whatToDo: 'Let both machines set their clocks by NTP (timedatectl shows whether they do).',
  };
}

function describeAlone(clock: Clock): Result {
  const now = clock.now().toISOString().slice(0, 16).replace('T', ' ');
  return ok(
    `The clock says ${now} UTC. Nothing that the product talks to tells the time; the page Health compares it with your device’s.`,
  );
}
