import type { DecisionKind } from '@atelier/domain/mail-decisions/rules.ts';
import type { MadeAddress, PagePath } from '@atelier/domain/pages.ts';
import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';
import type { ReminderDates, ReminderKind } from '@atelier/domain/reminders/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

/** Something that waits for a client, as its feature knows it. */
export interface WaitingThing {
  /** What the steps are counted for: another one, another round of reminders. */
  id: string;
  projectId: string;
  /** What its thing finds it by again, where that isn't the id. */
  ref?: string;
  title: string;
  /** Integer cents; only where it is about money. */
  amount?: number;
  /** What the steps count from: a moment, or a day such as 2030-01-31. */
  at: string;
  /** The moment or the day from which there was something to remind of, if that isn't the same. */
  since?: string;
}

/** Waiting things dated from a day until before another, after one of them. */
interface WaitingRange {
  from: string;
  until: string;
  after?: { at: string; id: string } | undefined;
}

/** A kind of reminder: what it needs of the feature that has its things. A workflow implements it. */
export interface RemindedThing {
  kind: ReminderKind;
  /** The statuses of projects whose things clients are reminded of. */
  statuses: readonly ProjectStatus[];
  /** True if only the main contact is reminded, and not who else decides. */
  isForContactOnly?: true;
  /** What it is for a link that answers it without a sign-in. */
  decides?: DecisionKind;
  list(db: Db, range: WaitingRange, limit: number): Promise<WaitingThing[]>;
  /** One of them as it is now; undefined if it no longer waits. Its project is locked. */
  find(trx: Trx, thing: WaitingThing): Promise<WaitingThing | undefined>;
  pathOf(thing: WaitingThing): MadeAddress | PagePath;
  /** Notes that a reminder goes out, in its transaction. */
  reminded?(trx: Trx, thing: WaitingThing, step: string): Promise<void>;
}

/** A thing with its project, and its dates at the client's place. */
export interface ReminderSubject {
  thing: RemindedThing;
  waiting: WaitingThing;
  project: string;
  clientId: string;
  client: string;
  zone: string;
  dates: ReminderDates;
}
