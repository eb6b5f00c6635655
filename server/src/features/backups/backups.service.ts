import type { MailPorts } from '../../core/feature.ts';
import { isoIn, isoNow, latestMeant } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { announceProblem, announceWell } from './backups.mails.ts';
import {
  deleteAlarm,
  deleteRunsBefore,
  findFirstStart,
  findLastRun,
  finishRun,
  insertAlarm,
  insertRun,
  interruptRuns,
  listAlarms,
  type RunResult,
} from './backups.repository.ts';
import type { AlarmKind, BackupAlarmRow, BackupRunRow, RunKind, RunOutcome } from './backups.table.ts';
import type { BackupOrder, BackupReport } from './copy/make-backup.ts';
import type { RehearsalOrder, RehearsalReport } from './copy/rehearse.ts';
import { findPlaceFault, findPrivateKeys } from './look-at-place.ts';
import { lastDue, type TimeOfDay } from './schedule.ts';

/** What an owner has set; the order is complete but for its moment. */
export interface BackupSettings {
  at: TimeOfDay;
  order: Omit<BackupOrder, 'madeAt' | 'previous' | 'rotten'>;
  /** Of the disk that backups are tried out on, in bytes: it stays free. */
  reserveBytes: number;
  /** Where backups go, for people. */
  destination: string;
}

/** The heavy work, in a thread of its own. A rejection with a sentence for the owner is a failure. */
export interface BackupWork {
  makeBackup(order: BackupOrder, stopping: AbortSignal): Promise<BackupReport>;
  rehearse(order: RehearsalOrder, stopping: AbortSignal): Promise<RehearsalReport>;
}

export interface BackupsDeps extends Pick<Platform, 'db' | 'clock' | 'log'> {
  mails: MailPorts;
  /** Undefined where BACKUP_TO isn't set. */
  settings: BackupSettings | undefined;
  work: BackupWork;
}

/** How the backups are doing, as data. Moments are ISO-8601, sizes bytes. */
export interface BackupStatus {
  /** Where they go; undefined where BACKUP_TO isn't set, and then nothing runs. */
  destination: string | undefined;
  /** The backup under way. */
  runningSince: string | undefined;
  lastBackup: BackupRunRow | undefined;
  lastFailure: BackupRunRow | undefined;
  lastRehearsal: BackupRunRow | undefined;
  /** What the owner has been mailed about and is not over. */
  problems: readonly BackupAlarmRow[];
}

/** How the backups are doing, for the page Health and the doctor. */
export interface BackupLook extends Pick<BackupStatus, 'destination' | 'lastBackup' | 'lastRehearsal'> {
  /** What is wrong, in sentences. */
  problems: readonly string[];
  /** Files with a private key that lie where they shouldn't. */
  unsafe: readonly string[];
}

/** What came of a run. */
export type BackupResult = Omit<RunResult, 'finished_at'>;

/** After a failure. */
const RETRY_SECONDS = 3600;
/** No backup for longer than this is late. */
const LATE_SECONDS = 36 * 3600;
/** How often the newest backup is tried out, when that counts as late, and when one that failed is tried again. */
const REHEARSAL_SECONDS = 7 * 24 * 3600;
const REHEARSAL_LATE_SECONDS = 10 * 24 * 3600;
const REHEARSAL_RETRY_SECONDS = 24 * 3600;
const RUNS_KEPT_SECONDS = 400 * 24 * 3600;
const OUTCOMES: readonly RunOutcome[] = ['done', 'failed', 'interrupted'];

/** Makes the nightly backups, and tells the owner what is wrong with them: once, and once when it is over. */
export class BackupsService {
  readonly #deps: BackupsDeps;
  /** What was late when this process last looked. */
  readonly #seenLate = new Set<AlarmKind>();
  /** Objects that the last rehearsal found changed: the next look has them written again. If it isn't made, the next rehearsal finds them. */
  #rotten: readonly string[] = [];

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
  }

  async readStatus(): Promise<BackupStatus> {
    const { db, settings } = this.#deps;
    const [lastBackup, lastFailure, running, lastRehearsal, problems] = await Promise.all([
      this.#findLast('backup', 'done'),
      this.#findLast('backup', 'failed'),
      this.#findLast('backup', 'running'),
      this.#findLast('rehearsal', 'done'),
      listAlarms(db),
    ]);
    return {
      destination: settings?.destination,
      runningSince: running?.started_at,
      lastBackup,
      lastFailure,
      lastRehearsal,
      problems,
    };
  }

  /** How they are doing for who looks now: also what is late, out of reach or unsafe, whether or not the product runs. */
  async look(): Promise<BackupLook> {
    const { settings, clock } = this.#deps;
    const { destination, lastBackup, lastRehearsal, problems } = await this.readStatus();
    const facts = { destination, lastBackup, lastRehearsal };
    if (!settings) return { ...facts, problems: [], unsafe: [] };
    const { order } = settings;
    const fault = await findPlaceFault(order);
    const isLong = (seconds: number, run: BackupRunRow | undefined) =>
      run !== undefined && run.started_at < isoIn(clock, -seconds);
    return {
      ...facts,
      problems: [
        ...problems.map(({ problem }) => problem),
        ...(fault ? [fault] : []),
        ...(problems.length === 0 && isLong(LATE_SECONDS, lastBackup)
          ? ['The last backup is more than 36 hours old.']
          : []),
        ...(problems.length === 0 && isLong(REHEARSAL_LATE_SECONDS, lastRehearsal)
          ? ['No backup has been tried out for ten days.']
          : []),
      ],
      unsafe: await findPrivateKeys(order),
    };
  }

  /** A run that began later than now was noted before the clock was set back, and doesn't count. */
  #findLast(kind: RunKind, outcome: RunOutcome): Promise<BackupRunRow | undefined> {
    const { db, clock } = this.#deps;
    return findLastRun(db, { kind, outcome, until: latestMeant(clock, 0) });
  }

  /** Makes a backup if there's none since the last moment at which one was due. */
  async backUpIfDue(settings: BackupSettings, stopping: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    await interruptRuns(this.#deps.db, 'backup', isoNow(clock));
    const [done, failed] = [await this.#findLast('backup', 'done'), await this.#findLast('backup', 'failed')];
    const due = lastDue(clock.now(), settings.at).toISOString();
    if (done && done.started_at >= due && this.#rotten.length === 0) return;
    if (failed && failed.started_at > isoIn(clock, -RETRY_SECONDS)) return;
    await this.#backUp(settings, stopping);
  }

  /** Makes a backup, due or not. @returns what came of it */
  async backUpNow(settings: BackupSettings, stopping: AbortSignal): Promise<BackupResult> {
    await interruptRuns(this.#deps.db, 'backup', isoNow(this.#deps.clock));
    return this.#backUp(settings, stopping);
  }

  async #backUp(settings: BackupSettings, stopping: AbortSignal): Promise<BackupResult> {
    const result = await this.#run('backup', settings, stopping, () => this.#makeBackup(settings, stopping));
    await this.#forgetOldRuns();
    return result;
  }

  async #makeBackup(settings: BackupSettings, stopping: AbortSignal): Promise<Partial<RunResult>> {
    const { clock, work, log } = this.#deps;
    const done = await this.#findLast('backup', 'done');
    const previous = (done?.destination === settings.destination && done.backup_name) || undefined;
    const order = {
      ...settings.order,
      madeAt: isoNow(clock),
      previous,
      rotten: this.#rotten,
    };
    const { name, size, copied, files, deleted, warnings } = await work.makeBackup(order, stopping);
    this.#rotten = [];
    log.info({ backup: name, size, copied, files, deleted }, 'a backup was made');
    return { backup_name: name, size, copied, files, problem: warnings.join(' ') || null };
  }

  /** Tries out the newest backup once a week. What has changed at the destination is written again by the next one. */
  async rehearseIfDue(settings: BackupSettings, stopping: AbortSignal): Promise<void> {
    const { db, clock, work, log } = this.#deps;
    await interruptRuns(db, 'rehearsal', isoNow(clock));
    const backup = await this.#findLast('backup', 'done');
    if (stopping.aborted || backup?.destination !== settings.destination) return;
    const [done, failed] = [
      await this.#findLast('rehearsal', 'done'),
      await this.#findLast('rehearsal', 'failed'),
    ];
    const isSamePlace = done?.destination === settings.destination;
    if (isSamePlace && done.started_at > isoIn(clock, -REHEARSAL_SECONDS)) return;
    if (failed && failed.started_at > isoIn(clock, -REHEARSAL_RETRY_SECONDS)) return;
    await this.#run('rehearsal', settings, stopping, async () => {
      const report = await work.rehearse(this.#rehearsalOrder(settings), stopping);
      this.#rotten = report.rotten;
      const { name: backup_name, size, files, faults } = report;
      log.info({ backup: backup_name, size, files, done: report.done }, 'a backup was tried out');
      const problem = faults.join(' ') || null;
      return { outcome: problem === null ? 'done' : 'failed', backup_name, size, files, problem };
    });
  }

  #rehearsalOrder({ order, reserveBytes }: BackupSettings): RehearsalOrder {
    const { to, spoolDir, installation, database } = order;
    const quarter = Math.floor(this.#deps.clock.now().getTime() / (REHEARSAL_SECONDS * 1000));
    const choice = { name: undefined, identityFile: undefined, quarter };
    return { to, spoolDir, installation, database, reserveBytes, ...choice };
  }

  async #forgetOldRuns(): Promise<void> {
    const { db, clock } = this.#deps;
    const before = isoIn(clock, -RUNS_KEPT_SECONDS);
    for (const kind of ['backup', 'rehearsal'] as const) {
      for (const outcome of OUTCOMES) await deleteRunsBefore(db, { kind, outcome, before });
    }
  }

  /** Notes that there has been no backup, or no rehearsal, for too long, whatever the reason. */
  async checkLate(settings: BackupSettings): Promise<void> {
    await this.#checkBackupLate(settings);
    await this.#checkRehearsalLate(settings);
  }

  async #checkRehearsalLate(settings: BackupSettings): Promise<void> {
    const { db, clock } = this.#deps;
    const [done, failed] = [
      await this.#findLast('rehearsal', 'done'),
      await this.#findLast('rehearsal', 'failed'),
    ];
    const since = done?.started_at ?? (await findFirstStart(db, 'backup', 'done'));
    if (since === undefined || since > isoIn(clock, -REHEARSAL_LATE_SECONDS)) {
      this.#seenLate.delete('rehearsal-late');
      return;
    }
    // It failed, which has a mail of its own.
    if (failed && failed.started_at > since) return;
    const problem = `No backup has been tried out since ${since.slice(0, 16).replace('T', ' ')} UTC.`;
    if (this.#isStillLate('rehearsal-late'))
      await transaction(db, (trx) => this.#raise(trx, settings, 'rehearsal-late', problem));
  }

  async #checkBackupLate(settings: BackupSettings): Promise<void> {
    const { db, clock } = this.#deps;
    const [done, failed] = [await this.#findLast('backup', 'done'), await this.#findLast('backup', 'failed')];
    const limit = isoIn(clock, -LATE_SECONDS);
    const running = await this.#findLast('backup', 'running');
    const since = done?.started_at ?? (await findFirstStart(db, 'backup', 'failed')) ?? running?.started_at;
    // One that has just begun, as after a week in which nothing ran, is given its time.
    const isUnderWay = running !== undefined && running.started_at > isoIn(clock, -RETRY_SECONDS);
    if (since === undefined || since > limit || isUnderWay) {
      this.#seenLate.delete('late');
      return;
    }
    const isFailing = failed !== undefined && failed.started_at > since;
    const problem = `There has been no backup since ${since.slice(0, 16).replace('T', ' ')} UTC.`;
    if (isFailing || !this.#isStillLate('late')) return;
    await transaction(db, (trx) => this.#raise(trx, settings, 'late', problem));
  }

  /** The first look after a pause comes before what has to be made up for. */
  #isStillLate(kind: 'late' | 'rehearsal-late'): boolean {
    const wasLate = this.#seenLate.has(kind);
    this.#seenLate.add(kind);
    return wasLate;
  }

  /** Runs and notes what came of it, with a mail if that is news. */
  async #run(
    kind: RunKind,
    { destination }: BackupSettings,
    stopping: AbortSignal,
    work: () => Promise<Partial<RunResult>>,
  ): Promise<BackupResult> {
    const { db, clock, log } = this.#deps;
    const id = newId();
    await insertRun(db, {
      ...{ id, kind, destination, outcome: 'running', started_at: isoNow(clock), finished_at: null },
      ...{ backup_name: null, size: null, copied: null, files: null, problem: null },
    });
    let result: BackupResult;
    try {
      result = { outcome: 'done', ...(await work()) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      result = stopping.aborted ? { outcome: 'interrupted' } : { outcome: 'failed', problem };
      if (!stopping.aborted) log.error({ err: error, kind }, 'a backup or its rehearsal failed');
    }
    await transaction(db, async (trx) => {
      await finishRun(trx, id, { ...result, finished_at: isoNow(clock) });
      if (result.outcome === 'interrupted') return;
      const facts = { destination };
      if (result.problem) await this.#raise(trx, facts, kind, result.problem);
      else await this.#clear(trx, facts, kind);
    });
    return result;
  }

  async #raise(
    trx: Trx,
    { destination }: Pick<BackupSettings, 'destination'>,
    kind: AlarmKind,
    problem: string,
  ): Promise<void> {
    const { clock, mails } = this.#deps;
    if (!(await insertAlarm(trx, { kind, since: isoNow(clock), problem }))) return;
    const lastBackupAt = (await this.#findLastDone(trx))?.started_at;
    await announceProblem(mails, trx, { kind, problem, destination, lastBackupAt });
  }

  async #clear(trx: Trx, { destination }: Pick<BackupSettings, 'destination'>, kind: RunKind): Promise<void> {
    const wasBad = await deleteAlarm(trx, kind);
    const wasLate = await deleteAlarm(trx, kind === 'backup' ? 'late' : 'rehearsal-late');
    if (!wasBad && !wasLate) return;
    const lastBackupAt = (await this.#findLastDone(trx))?.started_at;
    await announceWell(this.#deps.mails, trx, { kind, destination, lastBackupAt });
  }

  #findLastDone(trx: Trx): Promise<BackupRunRow | undefined> {
    return findLastRun(trx, { kind: 'backup', outcome: 'done', until: latestMeant(this.#deps.clock, 0) });
  }
}
