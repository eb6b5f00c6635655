import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../server/test/harness/database.ts';
import { atRest, type ClockStudio, lookingEvery, startClockStudio } from './harness/clock-studio.ts';
import { catchUp, ExpectedRuns, MIDNIGHT, readDays, readEnds, readRuns } from './harness/days.ts';
import { keepResult } from './harness/results.ts';
import { isFull, sized } from './harness/size.ts';
import { type Expiring, endless, type Made, whatExpires } from './harness/what-expires.ts';
import type { Change } from './harness/without.ts';
import { minutesSet, type Zone, zones } from './harness/zones.ts';

/** How far the clock is set wrong, in seconds. */
const WRONG = sized({ quick: [48 * 3600], full: [48 * 3600, 6 * 3600, 90] });
const HOUR_MS = 3_600_000;
/** Where the processes are. */
const ZONES = sized({ quick: zones.slice(0, 1), full: zones });
/** A step as of a clock that is set right: the clocks of two processes may differ by as much. */
const SMALL = 30;
/** Before the clocks of a zone change, in seconds; the moment is the first of a step of signed links, and of a code of an app. */
const BEFORE = 600;
/** When the owner has backups made, UTC. */
const BACKUP_AT = { hour: 15, minute: 20 };
/** Hours from one look at the days around a change of clocks to the next. */
const STEP_HOURS = 3;

/** Something that happens at a moment, in milliseconds from the beginning. */
interface Event {
  after: number;
  happens(): Promise<unknown>;
}

function plan({ what, seconds, keptEvery }: Expiring, [before, after]: Made[], found: string[]): Event[] {
  const end = Math.round(seconds * 1000);
  const kept: Event[] = [];
  for (let at = (keptEvery ?? seconds) * 1000; at < end; at += (keptEvery ?? seconds) * 1000) {
    kept.push({ after: at, happens: async () => Promise.all([before?.keep?.(), after?.keep?.()]) });
  }
  const look = async (made: Made | undefined, counts: boolean, when: string) => {
    if ((await made?.counts()) !== counts) found.push(`${what}: ${counts ? 'refused' : 'counts'} ${when}`);
  };
  return [
    ...kept,
    { after: end - 1, happens: () => look(before, true, 'a millisecond before its end') },
    { after: end, happens: () => look(after, false, 'at its end') },
  ];
}

const make = (studio: ClockStudio) => Promise.all(whatExpires.map((each) => each.make(studio)));

/** Whether each thing counts to its last millisecond and then no more. @returns what doesn't */
async function findWrongEnds(studio: ClockStudio): Promise<string[]> {
  const { clock } = studio;
  const [before, after] = [await make(studio), await make(studio)];
  const found: string[] = [];
  const begin = clock.now().getTime();
  const events = whatExpires.flatMap((each, i) => plan(each, [before[i], after[i]] as Made[], found));
  for (const { after: at, happens } of events.sort((a, b) => a.after - b.after)) {
    clock.set(new Date(begin + at));
    await happens();
  }
  return found;
}

type Rule = (each: Expiring) => boolean;
const always: Rule = () => true;

async function findFaults(made: Made[], rule: Rule, when: string): Promise<string[]> {
  const found = await Promise.all(
    whatExpires.map(async (each, i) => {
      const counts = await made[i]?.counts();
      return counts === rule(each) ? [] : [`${each.what}: ${counts ? 'counts' : 'refused'} ${when}`];
    }),
  );
  return found.flat();
}

/** Sets the clock ahead and right again, with things that were made before. */
async function findFaultsAhead(studio: ClockStudio, wrong: number): Promise<string[]> {
  const [meanwhile, afterwards] = [await make(studio), await make(studio)];
  studio.clock.step(wrong);
  const found = await findFaults(meanwhile, ({ seconds }) => seconds > wrong, 'with the clock ahead');
  studio.clock.step(-wrong);
  studio.isSetBack = true;
  return [...found, ...(await findFaults(afterwards, always, 'after the clock was ahead'))];
}

/** Sets the clock back and right again: for what was made before, the clock was ahead. */
async function findFaultsBehind(studio: ClockStudio, wrong: number): Promise<string[]> {
  const [meanwhile, afterwards] = [await make(studio), await make(studio)];
  studio.clock.step(-wrong);
  studio.isSetBack = true;
  const rule: Rule = ({ whenSetBack }) => whenSetBack === 'counts';
  const found = await findFaults(meanwhile, rule, 'with the clock set back');
  studio.clock.step(wrong);
  return [...found, ...(await findFaults(afterwards, always, 'after the clock was behind'))];
}

async function findFaultsOfSmallSteps(studio: ClockStudio): Promise<string[]> {
  const made = await make(studio);
  studio.clock.step(-SMALL);
  studio.isSetBack = true;
  const found = await findFaults(made, always, 'with the clock a little behind');
  studio.clock.step(SMALL);
  return found;
}

/** Goes through the days around a change of clocks, then with the clock set ahead and back. @returns what else was run than should be */
async function findWrongRuns(studio: ClockStudio, { changesAt }: Zone): Promise<string[]> {
  const { clock } = studio;
  const expected = new ExpectedRuns(BACKUP_AT);
  const look = async () => {
    await catchUp(studio);
    expected.look(clock.now());
  };
  const begin = Date.parse(changesAt) - 36 * HOUR_MS;
  for (let hours = 0; hours <= 72; hours += STEP_HOURS) {
    clock.set(new Date(begin + hours * HOUR_MS));
    await look();
  }
  for (const wrong of WRONG) {
    clock.step(wrong);
    await look();
    clock.step(-wrong);
    await look();
  }
  for (let hours = 0; hours <= 120; hours += 2 * STEP_HOURS) {
    clock.step(2 * STEP_HOURS * 3600);
    await look();
  }
  const runs = await readRuns(studio);
  return [
    ...runs.filter((run) => !expected.runs.includes(run)).map((run) => `${run} was not due`),
    ...expected.runs.filter((run) => !runs.includes(run)).map((run) => `${run} is missing`),
    ...runs.filter((run, i) => runs.indexOf(run) !== i).map((run) => `${run} was made twice`),
  ];
}

/** A job that waits forever for what a wrong clock has planned for it. */
const STUCK = 'storage.sweep';
const farAhead: Change = {
  file: 'server/src/platform/jobs/job-leases.repository.ts',
  text: "eb('next_at', '>', latestMeant(clock, everySeconds))",
  instead: `eb('next_at', '>', name === '${STUCK}' ? '9999' : latestMeant(clock, everySeconds))`,
};
const localDays: Change = {
  file: 'server/src/features/backups/schedule.ts',
  text: 'Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute)',
  instead: 'new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute).getTime()',
};
const localDates: Change = {
  file: 'server/src/features/contracts/document/contract-document.ts',
  text: "{ dateStyle: 'long', timeZone: 'UTC' }",
  instead: "{ dateStyle: 'long' }",
};

const strict: Change = {
  file: 'server/src/platform/clock.ts',
  text: 'ago >= -SKEW_SECONDS * 1000',
  instead: 'ago >= 0',
};

const startOf = ({ changesAt }: Zone) => new Date(Date.parse(changesAt) - BEFORE * 1000).toISOString();

it.each(zones)('the clocks of $name are set by $minutes minutes on this machine', (zone) => {
  expect(minutesSet(zone)).toBe(zone.minutes);
});

describeEachEngine((engine) => {
  const startWithBackups = (zone: Zone, changes: readonly Change[] = []) =>
    startClockStudio(engine, {
      at: new Date(Date.parse(zone.changesAt) - 36 * HOUR_MS).toISOString(),
      changes: [lookingEvery(20), ...changes],
      env: { TZ: zone.name, BACKUP_AT: `${BACKUP_AT.hour}:${BACKUP_AT.minute}` },
      hasBackups: true,
    });
  const readMidnight = async (zone: string, changes: readonly Change[] = []) => {
    await using studio = await startClockStudio(engine, { at: MIDNIGHT[0], changes, env: { TZ: zone } });
    const before = await readDays(studio);
    studio.clock.set(new Date(MIDNIGHT[1]));
    return [before, await readDays(studio)];
  };
  let inUtc: ReturnType<typeof readMidnight> | undefined;
  const utc = () => {
    inUtc ??= readMidnight('UTC');
    return inUtc;
  };

  /** The tests that failed: a result is that of all. */
  const failed: string[] = [];
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed.push(task.name);
  });
  const on = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL, two processes';
  describe.each(ZONES)('in $name, everything that is over after a time', (zone) => {
    let studio: ClockStudio;
    beforeAll(async () => {
      const settings = { changes: atRest, env: { TZ: zone.name } };
      studio = await startClockStudio(engine, { at: startOf(zone), ...settings });
    });
    afterAll(() => studio[Symbol.asyncDispose]());

    it('counts to the last millisecond of its time, and then no more', async () => {
      expect(await findWrongEnds(studio)).toEqual([]);
    });
    it.each(WRONG)(
      'is over while the clock is %i seconds ahead, and counts again once it is right',
      async (wrong) => {
        expect(await findFaultsAhead(studio, wrong)).toEqual([]);
      },
    );
    it.each(WRONG)('counts after the clock was %i seconds behind', async (wrong) => {
      expect(await findFaultsBehind(studio, wrong)).toEqual([]);
    });
    it('counts while the clock is set right by half a minute', async () => {
      expect(await findFaultsOfSmallSteps(studio)).toEqual([]);
      // Limits that one process has for itself go by no wall clock.
      if (engine === 'sqlite') expect(studio.limited).toBe(0);
    });
  });

  it('without what ends them each is seen to count on, without the tolerance what was just made to be refused', async () => {
    const changes = [...atRest, ...endless, strict];
    await using studio = await startClockStudio(engine, { at: '2026-03-10T08:00:00.000Z', changes });
    const all = whatExpires.map(({ what }) => `${what}: counts at its end`);
    expect((await findWrongEnds(studio)).sort()).toEqual(all.sort());
    const refused = [
      'the code that a link leaves',
      'a recent sign-in',
      'the question for the code of an app',
    ];
    expect(await findFaultsOfSmallSteps(studio)).toEqual(
      refused.map((what) => `${what}: refused with the clock a little behind`),
    );
    expect(failed).toEqual([]);
    keepResult('clock', {
      on,
      tried: `${whatExpires.length} kinds of things that end, in ${ZONES.length} time zones around a change of their clocks; the clock ${WRONG.length} times set wrong, by up to 48 h, forward and back`,
      outcome: 'each counts to its last millisecond and then no more, and again after the clock is set right',
      control:
        'without what ends them, and without the tolerance for clocks that differ, both faults are seen (its own test)',
    });
  });

  // Ten days take their time, and each start of a changed product, too.
  if (!isFull) return;
  describe('days', () => {
    it.each(ZONES)(
      'backs up once a day and rehearses once a week in $name, also by a clock that is set',
      async (zone) => {
        await using studio = await startWithBackups(zone);
        expect(await findWrongRuns(studio, zone)).toEqual([]);
      },
    );

    it('without days by UTC, and without the rule for what is planned too far ahead, it sees both', async () => {
      const [zone] = zones;
      if (!zone) throw new Error('There is no time zone');
      {
        await using studio = await startWithBackups(zone, [localDays]);
        expect(await findWrongRuns(studio, zone)).not.toEqual([]);
      }
      await using studio = await startWithBackups(zone, [farAhead]);
      await catchUp(studio);
      studio.clock.step(48 * 3600);
      await catchUp(studio);
      const ahead = studio.clock.now().toISOString();
      studio.clock.step(-48 * 3600);
      // Twice, so that the jobs were looked at after the clock was set back.
      await catchUp(studio, STUCK);
      studio.clock.step(300);
      await catchUp(studio, STUCK);
      expect((await readEnds(studio)).get(STUCK)).toBe(ahead);
    });

    it.each(ZONES.filter(({ name }) => name !== 'UTC'))(
      'writes the same days in $name as in UTC',
      async ({ name }) => {
        const there = await readMidnight(name);
        expect(there).toEqual(await utc());
        expect(there.map(({ overdue }) => overdue)).toEqual([[], ['Due', 'Due']]);
      },
    );

    it('without days by UTC in documents, it sees another document', async () => {
      expect(await readMidnight('Pacific/Apia', [localDates])).not.toEqual(await utc());
      expect(failed).toEqual([]);
      keepResult('clock', {
        on: `${on}, days`,
        tried: `${ZONES.length} time zones, ten days around a change of their clocks, looked at every ${STEP_HOURS} hours; the clock ${WRONG.length} times set wrong, by up to 48 h, forward and back`,
        outcome:
          'one backup a day, one rehearsal a week, each job ran after the clock was set back; documents, mails and lists say the same day as in UTC',
        control:
          'with days by local time, and without the rule for what is planned too far ahead, backups, jobs and documents are seen to be wrong (its own tests)',
      });
    });
  });
});
