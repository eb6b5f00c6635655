import { AppError, notFound } from '@atelier/domain/errors.ts';
import {
  canMoveMilestone,
  isMoveAnnounced,
  milestoneRefusal,
  milestoneStatusLabels,
  UNDO_GRACE_SECONDS,
  UNDO_SECONDS,
} from '@atelier/domain/milestones/rules.ts';
import type { SetMilestoneStatus, UndoMove } from '@atelier/domain/milestones/schema.ts';
import { type Clock, isoIn, isoNow, latestMeant } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { newId } from '../../platform/ids.ts';
import {
  changedMeanwhile,
  type MilestoneAct,
  type MilestonesDeps,
  recordMilestone,
  requireSeen,
} from './milestone-changes.ts';
import { previewFacts, storedPreview } from './milestone-preview.ts';
import { updateMilestone } from './milestones.repository.ts';
import { type MilestoneBefore, type MilestoneRow, milestoneBeforeSchema } from './milestones.table.ts';

/**
 * Moves a milestone to another status; its current status changes nothing. A move by the studio publishes a
 * draft, unless it cancels it.
 * @throws invalid_transition if the rules forbid it, conflict if the milestone has changed since the sender
 * read it, not_found to a client for a draft
 */
export async function moveMilestone(
  trx: Trx,
  deps: MilestonesDeps,
  { act, row, sent }: { act: MilestoneAct; row: MilestoneRow; sent: SetMilestoneStatus },
): Promise<MilestoneRow> {
  const { status, reason = '', revision } = sent;
  const preview =
    sent.preview === undefined ? row.preview : await storedPreview(trx, deps, act.id, sent.preview);
  const { side } = act.by;
  const isDraft = row.published === 0;
  if (side === 'client' && isDraft) throw notFound();
  if (row.status === status) return sameAgain(row, { reason, preview });
  requireSeen(row, revision);
  if (!canMoveMilestone(side, row.status, status)) {
    throw new AppError('invalid_transition', milestoneRefusal(side, row.status, status));
  }
  if (side === 'studio' && status === 'in_progress') {
    const hold = await deps.findHold(trx, { projectId: act.id, milestoneId: row.id });
    if (hold) {
      throw new AppError(
        'invalid_transition',
        `This milestone waits until “${hold}” is paid. Change that with the invoices to start it now.`,
      );
    }
  }
  const now = isoNow(deps.clock);
  const moveId = newId();
  const isPublishing = isDraft && status !== 'cancelled';
  const next = await updateMilestone(trx, row, {
    status,
    status_at: now,
    reason: reason === '' ? null : reason,
    preview,
    published: isPublishing ? 1 : row.published,
    move_id: moveId,
    undo: side === 'studio' ? keepBefore(row, deps.clock) : null,
    by_mail_link: act.by.isByMailLink ? 1 : 0,
    updated_at: now,
  });
  if (!next) throw changedMeanwhile(row);
  await recordMilestone(trx, deps, act, next, {
    id: moveId,
    kind: 'milestone_moved',
    detail: {
      from: row.status,
      to: status,
      reason: next.reason,
      waitedSeconds: Math.round((Date.parse(now) - Date.parse(row.status_at)) / 1000),
      ...(isPublishing && { published: 1 }),
      ...previewFacts(next),
    },
  });
  if (status === 'approved') await deps.milestoneApproved(trx, { projectId: act.id, milestoneId: row.id });
  if (status === 'needs_changes' && reason !== '') {
    await deps.reasonGiven(trx, { projectId: act.id, by: act.by, milestone: next, reason });
  }
  return next;
}

/**
 * Undoes the last move of a milestone: restores its status and publication, and the client gets no
 * mail.
 * @throws conflict after any later change, undo_too_late when the client has, or may have, the mail
 */
export async function undoMove(
  trx: Trx,
  deps: MilestonesDeps,
  { act, row, sent }: { act: MilestoneAct; row: MilestoneRow; sent: UndoMove },
): Promise<MilestoneRow> {
  const before = milestoneBefore(row);
  requireSeen(row, sent.revision);
  if (!before || row.move_id === null) throw changedMeanwhile(row);
  const isHidden = row.published === 1 && before.published === 0;
  const withdrawn = await deps.moveUndone(trx, { projectId: act.id, moveId: row.move_id, isHidden });
  const isTold = row.published === 1 && isMoveAnnounced(row.status) && withdrawn === 0;
  if (isTold || !isUndoOpen(before, deps.clock)) throw tooLate(row);
  const next = await updateMilestone(trx, row, {
    status: before.status,
    status_at: before.statusAt,
    reason: before.reason,
    preview: before.preview,
    published: before.published,
    move_id: before.moveId,
    by_mail_link: before.byMailLink,
    updated_at: isoNow(deps.clock),
  });
  if (!next) throw changedMeanwhile(row);
  await recordMilestone(trx, deps, act, row, {
    kind: 'milestone_undone',
    detail: { from: row.status, to: next.status },
    ...(isHidden && { studioOnly: true }),
  });
  return next;
}

/** What undoing the last move restores; undefined if it can't be undone. */
export function milestoneBefore({
  id,
  undo,
}: Pick<MilestoneRow, 'id' | 'undo'>): MilestoneBefore | undefined {
  if (undo === null) return undefined;
  return parseStoredJson(milestoneBeforeSchema, undo, { column: 'milestones.undo', id });
}

/**
 * True while an undo is still accepted: a little longer than the button shows, for calls under way. An
 * offer from before the clock was set back is over.
 */
export function isUndoOpen({ offeredUntil }: MilestoneBefore, clock: Clock): boolean {
  return (
    isoIn(clock, -UNDO_GRACE_SECONDS) <= offeredUntil && offeredUntil <= latestMeant(clock, UNDO_SECONDS)
  );
}

function keepBefore(row: MilestoneRow, clock: Clock): string {
  const before: MilestoneBefore = {
    status: row.status,
    statusAt: row.status_at,
    reason: row.reason,
    preview: row.preview,
    published: row.published,
    moveId: row.move_id,
    byMailLink: row.by_mail_link,
    offeredUntil: isoIn(clock, UNDO_SECONDS),
  };
  return JSON.stringify(before);
}

/** A milestone can keep its status, but then a second reason or preview would be lost silently. */
function sameAgain(
  row: MilestoneRow,
  { reason, preview }: { reason: string; preview: string | null },
): MilestoneRow {
  if ((reason === '' || reason === row.reason) && preview === row.preview) return row;
  const now = milestoneStatusLabels[row.status].toLowerCase();
  throw new AppError(
    'invalid_transition',
    `This milestone is already marked “${now}”, so what you wrote wasn’t added. Send it as a message instead.`,
  );
}

function tooLate({ title, status }: MilestoneRow): AppError {
  const now = milestoneStatusLabels[status].toLowerCase();
  return new AppError(
    'undo_too_late',
    `It’s too late to undo this: “${title}” stays ${now}. You can still move it to another status.`,
  );
}
