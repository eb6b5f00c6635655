import { AppError } from '@atelier/domain/errors.ts';
import type { MilestoneEvents } from '@atelier/domain/milestones/events.ts';
import { milestoneStatusLabels } from '@atelier/domain/milestones/rules.ts';
import type { EventDraft, ProjectActor, RecordEvent } from '../../core/projects/project-event.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MilestoneRow } from './milestones.table.ts';

/** The client's reason for wanting changes. */
export interface MilestoneReason {
  projectId: string;
  by: ProjectActor;
  /** The milestone as it is now. */
  milestone: Pick<MilestoneRow, 'id' | 'title' | 'status'>;
  reason: string;
}

/** An undone move of a milestone. */
interface UndoneMove {
  projectId: string;
  /** The id of the move's record. */
  moveId: string;
  /** Whether to hide the milestone and its records from the client. */
  isHidden: boolean;
}

export interface MilestonesDeps extends Pick<Platform, 'db' | 'clock'> {
  recordEvent: RecordEvent;
  /** Those of some files that are deliverables of a project. */
  listDeliverableIds(trx: Trx, projectId: string, fileIds: readonly string[]): Promise<string[]>;
  /** Called within the transaction that stored the change, after the project event. */
  reasonGiven(trx: Trx, given: MilestoneReason): Promise<void>;
  /** The name of the unpaid payment that a milestone waits for; undefined if it doesn't wait. */
  findHold(trx: Trx, held: { projectId: string; milestoneId: string }): Promise<string | undefined>;
  /** Called within the transaction in which the client approved a milestone, after its event. */
  milestoneApproved(trx: Trx, approved: { projectId: string; milestoneId: string }): Promise<void>;
  /**
   * Withdraws the effects of a move; returns the number of notifications that were still pending.
   */
  moveUndone(trx: Trx, move: UndoneMove): Promise<number>;
}

/** The actor of an action on a project. */
export interface ProjectAct {
  /** The project's. */
  id: string;
  by: ProjectActor;
}

/** The actor of an action on a milestone. */
export interface MilestoneAct extends ProjectAct {
  milestoneId: string;
}

/** Records a change of a milestone that the client sees; a draft records nothing. */
export async function recordMilestone(
  trx: Trx,
  { recordEvent }: Pick<MilestonesDeps, 'recordEvent'>,
  act: ProjectAct,
  { id, title, published }: Pick<MilestoneRow, 'id' | 'title' | 'published'>,
  event: EventDraft<Extract<keyof MilestoneEvents, `milestone_${string}`>>,
): Promise<void> {
  if (published === 0) return;
  await recordEvent(trx, { ...event, projectId: act.id, by: act.by, subject: { id, title } });
}

/** @throws conflict when the milestone no longer has the revision that the sender read */
export function requireSeen(row: MilestoneRow, revision: number | undefined): void {
  if (revision !== undefined && revision !== row.revision) throw changedMeanwhile(row);
}

export function changedMeanwhile({ title, status }: MilestoneRow): AppError {
  const now = milestoneStatusLabels[status].toLowerCase();
  return new AppError(
    'conflict',
    `“${title}” has just changed. Its status is ${now}. Nothing was done: take another look, then decide.`,
  );
}
