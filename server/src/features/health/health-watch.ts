import { type Alarm, NOT_MAILED, nextAlarm } from '@atelier/domain/health/alarms.ts';
import type { CheckId, Finding } from '@atelier/domain/health/rules.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { announceEnds, announceProblems, type EndedProblem } from './health.mails.ts';
import type { HealthService } from './health.service.ts';
import {
  deleteHealthAlarm,
  type HealthAlarmRow,
  lockHealthAlarms,
  saveHealthAlarm,
} from './health-alarms.repository.ts';

export interface HealthWatchDeps {
  db: Db;
  clock: Clock;
  mails: MailPorts;
  health: Pick<HealthService, 'check'>;
}

/** Mails the owner a problem once when it has begun, and once when it is over. */
export class HealthWatch {
  readonly #deps: HealthWatchDeps;

  constructor(deps: HealthWatchDeps) {
    this.#deps = deps;
  }

  /** One look at everything that is checked. */
  async look(): Promise<void> {
    const { db, clock, mails, health } = this.#deps;
    const { findings } = await health.check({ isRefresh: true });
    const now = clock.now().getTime();
    await transaction(db, async (trx) => {
      // A problem begins when there is an owner to read of it.
      if ((await mails.listStudioAddresses(trx)).length === 0) return;
      const rows = new Map((await lockHealthAlarms(trx)).map((row) => [row.check_id, row]));
      const [begun, ended]: [Finding[], EndedProblem[]] = [[], []];
      for (const finding of findings) {
        const { id, level } = finding;
        if (NOT_MAILED[id]) continue;
        const row = rows.get(id);
        const { alarm, news } = nextAlarm(row && toAlarm(row), level === 'problem', now);
        if (alarm) await saveHealthAlarm(trx, toRow(id, alarm));
        else if (row) await deleteHealthAlarm(trx, id);
        if (news === 'begun') begun.push(finding);
        if (news === 'over') ended.push({ id, since: row?.since ?? '' });
      }
      await announceProblems(mails, trx, begun);
      await announceEnds(mails, trx, ended);
    });
  }
}

function toAlarm({ phase, since, well_since, is_back }: HealthAlarmRow): Alarm {
  return {
    phase,
    since: Date.parse(since),
    wellSince: well_since === null ? null : Date.parse(well_since),
    isBack: is_back === 1,
  };
}

function toRow(id: CheckId, { phase, since, wellSince, isBack }: Alarm): HealthAlarmRow {
  return {
    check_id: id,
    phase,
    since: new Date(since).toISOString(),
    well_since: wellSince === null ? null : new Date(wellSince).toISOString(),
    is_back: isBack ? 1 : 0,
  };
}
