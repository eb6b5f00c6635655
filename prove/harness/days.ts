import { api } from '@atelier/domain/api.ts';
import { expect } from 'vitest';
import type { ClockStudio } from './clock-studio.ts';

/** The clocks of two processes may differ by as much, in milliseconds: what is later by more was noted before the clock was set back. */
const TOLERANCE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

/** Waits until no job is due by the clock, and none under way. @param except a job that isn't waited for */
export async function catchUp({ db, clock }: ClockStudio, except = ''): Promise<void> {
  const now = clock.now();
  const latest = new Date(now.getTime() + TOLERANCE_MS).toISOString();
  const findWaiting = async () => {
    const rows = await db.selectFrom('job_leases').selectAll().execute();
    const names = rows
      .filter(
        ({ owner, ended_at, next_at }) =>
          owner !== null || ended_at === null || ended_at > latest || next_at <= now.toISOString(),
      )
      .map(({ name }) => name);
    return rows.some(({ name }) => name === 'backups.make')
      ? names.filter((name) => name !== except)
      : ['all'];
  };
  await expect.poll(findWaiting, { interval: 20 }).toEqual([]);
}

/** When each job last ended, by its name. */
export async function readEnds({ db }: ClockStudio): Promise<Map<string, string>> {
  const rows = await db.selectFrom('job_leases').select(['name', 'ended_at']).execute();
  return new Map(rows.map(({ name, ended_at }) => [name, ended_at ?? '']));
}

/** The backups and rehearsals that have to be there after each look at the clock. */
export class ExpectedRuns {
  readonly runs: string[] = [];
  readonly #backups: number[] = [];
  readonly #rehearsals: number[] = [];
  readonly #at: { hour: number; minute: number };

  /** @param at the time of day at which a backup is due, UTC */
  constructor(at: { hour: number; minute: number }) {
    this.#at = at;
  }

  look(moment: Date): void {
    const now = moment.getTime();
    const midnight = now - (((now % DAY_MS) + DAY_MS) % DAY_MS);
    const today = midnight + (this.#at.hour * 60 + this.#at.minute) * 60_000;
    const due = today <= now ? today : today - DAY_MS;
    if (latestOf(this.#backups, now) < due) this.#note('backup', this.#backups, moment);
    if (latestOf(this.#rehearsals, now) <= now - WEEK_MS) this.#note('rehearsal', this.#rehearsals, moment);
  }

  #note(kind: string, moments: number[], moment: Date): void {
    moments.push(moment.getTime());
    this.runs.push(`${kind} ${moment.toISOString()}`);
  }
}

function latestOf(moments: readonly number[], now: number): number {
  return Math.max(...moments.filter((moment) => moment <= now + TOLERANCE_MS), Number.NEGATIVE_INFINITY);
}

/** The backups and rehearsals that were made, in the order of their making. */
export async function readRuns({ db }: ClockStudio): Promise<string[]> {
  const rows = await db.selectFrom('backup_runs').selectAll().orderBy('id').execute();
  return rows.map(({ kind, outcome, started_at, problem }) =>
    outcome === 'done' ? `${kind} ${started_at}` : `${kind} ${outcome} ${started_at}: ${problem}`,
  );
}

const listAcceptances = (studio: ClockStudio) =>
  studio.listMails().filter(({ text }) => text.includes('Accepted at'));

/** The last moment of a day, and the first of the next. */
export const MIDNIGHT = ['2026-03-28T23:59:59.999Z', '2026-03-29T00:00:00.000Z'] as const;

/** Everything with a day in it that the product writes at a moment: a document, mails, a list and the name of a file. */
export async function readDays(studio: ClockStudio): Promise<Record<string, unknown>> {
  const earlier = new Set(listAcceptances(studio).map(({ id }) => id));
  const { access_token: owner } = await studio.signInOwner();
  const { id, token } = await studio.addProject();
  const params = { id };
  const { body: begun } = await studio.call(owner, api.getContractAsStudio, { params });
  const draft = { total: 9_400, source: 'made', revision: begun.contract.draft.revision } as const;
  const { body: saved } = await studio.call(owner, api.saveContract, { params, body: draft });
  const { revision } = saved.contract.draft;
  await studio.call(owner, api.sendContract, { params, body: { revision } });
  const body = { version: 1, name: 'Ada Sample' };
  const accepted = await studio.call(token, api.acceptContract, { params, body });
  const due = MIDNIGHT[0].slice(0, 10);
  await studio.call(owner, api.createMilestone, { params, body: { title: 'Due', due, published: true } });
  const overview = await studio.call(owner, api.getOverview);
  const { headers } = await studio.get('/api/contact/export', owner);
  const findMails = () => listAcceptances(studio).filter(({ id: mail }) => !earlier.has(mail));
  await expect.poll(() => findMails().length).toBe(2);
  const texts = findMails().map(({ subject, text }) => `${subject}\n${text}`);
  return {
    document: accepted.body.contract?.hash,
    overdue: overview.body.waiting.overdue.map(({ title }) => title),
    file: headers['content-disposition'],
    mails: texts.map((text) => text.replaceAll(/https?:\S+|[0-9a-f]+-[0-9a-f-]+/g, 'id')).sort(),
  };
}
