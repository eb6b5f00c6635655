import type { AddedMilestone } from '@atelier/domain/change-orders/rules.ts';
import { daysAfter } from '@atelier/domain/days.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { isMilestoneOpen, MILESTONES_MAX } from '@atelier/domain/milestones/rules.ts';
import type {
  CreateMilestone,
  ReorderMilestones,
  SetMilestoneStatus,
  UndoMove,
  UndoOffer,
  UpdateMilestone,
} from '@atelier/domain/milestones/schema.ts';
import type { SuggestedMilestone } from '@atelier/domain/onboarding/suggestions.ts';
import { lockOpenProject, requireProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import {
  changedMeanwhile,
  type MilestoneAct,
  type MilestonesDeps,
  type ProjectAct,
  recordMilestone,
  requireSeen,
} from './milestone-changes.ts';
import { isUndoOpen, milestoneBefore, moveMilestone, undoMove } from './milestone-moves.ts';
import { storedPreview } from './milestone-preview.ts';
import {
  deleteMilestone,
  findMilestone,
  insertMilestones,
  listMilestones,
  listPublishedMilestones,
  listTakenMilestoneIds,
  placeMilestones,
  publishMilestones,
  updateMilestone,
} from './milestones.repository.ts';
import type { MilestoneRow, NewMilestone } from './milestones.table.ts';

/**
 * A project's milestones. Each write locks the project, so that they follow each other. Changes to drafts
 * concern the studio only and record no event.
 */
export class MilestonesService {
  readonly #deps: MilestonesDeps;

  constructor(deps: MilestonesDeps) {
    this.#deps = deps;
  }

  /** The milestones that the client sees. */
  async listPublished(projectId: string): Promise<MilestoneRow[]> {
    return listPublishedMilestones(this.#deps.db, projectId);
  }

  /** The milestones that these projects' clients see, project by project. */
  async *readPublished(projectIds: readonly string[]): AsyncGenerator<MilestoneRow> {
    for (const projectId of projectIds) yield* await this.listPublished(projectId);
  }

  /** The milestones that the studio sees, including drafts. Throws not_found for a missing project. */
  async listAll(projectId: string): Promise<MilestoneRow[]> {
    const { db } = this.#deps;
    const milestones = await listMilestones(db, projectId);
    if (milestones.length === 0) await requireProject(db, projectId);
    return milestones;
  }

  /** Adds a milestone at the end. Throws limit_reached when the project has the most it may have. */
  async create(act: ProjectAct, sent: CreateMilestone): Promise<MilestoneRow> {
    return this.#write(act, async (trx) => {
      const others = await listMilestones(trx, act.id);
      if (others.length >= MILESTONES_MAX) {
        throw new AppError(
          'limit_reached',
          `A project has room for ${MILESTONES_MAX} milestones. Delete one to add another.`,
        );
      }
      const row = this.#newRow(act.id, after(others), {
        title: sent.title,
        description: sent.description ?? '',
        due: sent.due ?? null,
        published: sent.published === false ? 0 : 1,
      });
      await insertMilestones(trx, [row]);
      await recordMilestone(trx, this.#deps, act, row, { kind: 'milestone_added' });
      return row;
    });
  }

  /**
   * Stores a plan as drafts, in the transaction that submits the project. Milestones beyond the limit are
   * dropped.
   */
  async storeSuggested(
    trx: Trx,
    projectId: string,
    plan: readonly SuggestedMilestone[],
  ): Promise<MilestoneRow[]> {
    const others = await listMilestones(trx, projectId);
    const first = after(others);
    const rows = plan
      .slice(0, Math.max(0, MILESTONES_MAX - others.length))
      .map(({ title, description, due }, index) =>
        this.#newRow(projectId, first + index, { title, description, due, published: 0 }),
      );
    await insertMilestones(trx, rows);
    return listMilestones(trx, projectId);
  }

  /**
   * Moves the dates of the open milestones, and adds published ones at the end: what an accepted change order says. Each keeps the
   * id that it has there, unless another milestone has it by now. The project is locked.
   * @returns the ids of those added, by the ones that they were given
   * @throws limit_reached
   */
  async extend(
    trx: Trx,
    act: ProjectAct,
    { days, milestones }: { days: number; milestones: readonly AddedMilestone[] },
  ): Promise<ReadonlyMap<string, string>> {
    const before = await listMilestones(trx, act.id);
    if (before.length + milestones.length > MILESTONES_MAX) {
      throw new AppError('limit_reached', `A project has at most ${MILESTONES_MAX} milestones.`);
    }
    const moved = before.flatMap((row) =>
      days === 0 || row.due === null || !isMilestoneOpen(row.status)
        ? []
        : { ...row, to: daysAfter(row.due, days) },
    );
    await this.moveDates(trx, act, moved);
    const first = after(before);
    const wanted = milestones.map(({ id }) => id);
    const taken = new Set(await listTakenMilestoneIds(trx, wanted));
    const rows = milestones.map(({ id, title, description, due }, index) => ({
      ...this.#newRow(act.id, first + index, { title, description, due, published: 1 }),
      ...(taken.has(id) ? {} : { id }),
    }));
    await insertMilestones(trx, rows);
    for (const row of rows) await recordMilestone(trx, this.#deps, act, row, { kind: 'milestone_added' });
    return new Map(rows.map(({ id }, index) => [wanted[index] ?? id, id]));
  }

  /** Gives milestones other days. The project is locked. */
  async moveDates(
    trx: Trx,
    act: ProjectAct,
    moved: readonly (MilestoneRow & { to: string })[],
  ): Promise<void> {
    for (const { to, ...row } of moved) {
      const changes = { due: to, updated_at: isoNow(this.#deps.clock) };
      const next = await updateMilestone(trx, row, changes);
      if (!next) continue;
      const detail = { changed: 'due' };
      await recordMilestone(trx, this.#deps, act, next, { kind: 'milestone_changed', detail });
    }
  }

  /** Publishes all drafts to the client except the cancelled ones. Without drafts it changes nothing. */
  async publish(act: ProjectAct): Promise<MilestoneRow[]> {
    return this.#write(act, async (trx) => {
      const before = await listMilestones(trx, act.id);
      const count = before.filter((row) => row.published === 0 && row.status !== 'cancelled').length;
      if (count === 0) return before;
      await publishMilestones(trx, act.id, isoNow(this.#deps.clock));
      await this.#deps.recordEvent(trx, {
        projectId: act.id,
        kind: 'milestones_published',
        by: act.by,
        detail: { count },
      });
      return listMilestones(trx, act.id);
    });
  }

  /**
   * Changes a milestone's texts, date or preview; equal values are no change.
   * @throws conflict when it has changed since the sender read it
   */
  async update(act: MilestoneAct, { revision, ...sent }: UpdateMilestone): Promise<MilestoneRow> {
    return this.#write(act, async (trx) => {
      const row = await this.#get(trx, act);
      const { preview, ...words } = sent;
      const fields = {
        ...words,
        ...(preview !== undefined && { preview: await storedPreview(trx, this.#deps, act.id, preview) }),
      };
      const changed = (['title', 'due', 'description', 'preview'] as const).filter(
        (field) => fields[field] !== undefined && fields[field] !== row[field],
      );
      if (changed.length === 0) return row;
      requireSeen(row, revision);
      const next = await updateMilestone(trx, row, {
        title: fields.title ?? row.title,
        description: fields.description ?? row.description,
        due: fields.due === undefined ? row.due : fields.due,
        preview: fields.preview === undefined ? row.preview : fields.preview,
        updated_at: isoNow(this.#deps.clock),
      });
      if (!next) throw changedMeanwhile(row);
      await recordMilestone(trx, this.#deps, act, next, {
        kind: 'milestone_changed',
        detail: { changed: changed.join(' ') },
      });
      return next;
    });
  }

  /** Moves a milestone to another status: see `moveMilestone`. */
  async setStatus(act: MilestoneAct, sent: SetMilestoneStatus): Promise<MilestoneRow> {
    return transaction(this.#deps.db, (trx) => this.setStatusWithin(trx, act, sent));
  }

  /** The same in a transaction of the caller's. */
  async setStatusWithin(trx: Trx, act: MilestoneAct, sent: SetMilestoneStatus): Promise<MilestoneRow> {
    await lockOpenProject(trx, act.id, act.by);
    return moveMilestone(trx, this.#deps, { act, row: await this.#get(trx, act), sent });
  }

  /** Undoes the studio's last move of a milestone: see `undoMove`. */
  async undo(act: MilestoneAct, sent: UndoMove): Promise<MilestoneRow> {
    return this.#write(act, async (trx) =>
      undoMove(trx, this.#deps, { act, row: await this.#get(trx, act), sent }),
    );
  }

  /** How to undo a milestone's last change; null if that isn't possible. */
  undoOffer(row: MilestoneRow): UndoOffer | null {
    const before = milestoneBefore(row);
    if (!before || !isUndoOpen(before, this.#deps.clock)) return null;
    const seconds = (Date.parse(before.offeredUntil) - this.#deps.clock.now().getTime()) / 1000;
    return seconds > 0 ? { revision: row.revision, seconds } : null;
  }

  /** The current state of a milestone's move, for the mail to the client. */
  async standingOfMove(
    trx: Trx,
    { projectId, milestoneId, moveId }: { projectId: string; milestoneId: string; moveId: string },
  ): Promise<'current' | 'open' | 'superseded'> {
    const row = await findMilestone(trx, projectId, milestoneId);
    if (row?.move_id === moveId) return 'current';
    const before = row && milestoneBefore(row);
    return before && isUndoOpen(before, this.#deps.clock) ? 'open' : 'superseded';
  }

  /** Deletes a milestone. Throws conflict when it has changed since the sender read it. */
  async delete(act: MilestoneAct, revision: number | undefined): Promise<void> {
    await this.#write(act, async (trx) => {
      const row = await this.#get(trx, act);
      requireSeen(row, revision);
      if (!(await deleteMilestone(trx, row))) throw changedMeanwhile(row);
      await recordMilestone(trx, this.#deps, act, row, { kind: 'milestone_deleted' });
    });
  }

  /**
   * Reorders the project's milestones.
   * @throws validation_failed unless each of them is named exactly once, conflict when the order has
   * changed since the sender read it
   */
  async reorder(act: ProjectAct, { order, from }: ReorderMilestones): Promise<MilestoneRow[]> {
    return this.#write(act, async (trx) => {
      const before = await listMilestones(trx, act.id);
      if (from && !isSameOrder(from, before.map(idOf))) {
        throw new AppError(
          'conflict',
          'The milestones have just changed. Check how they look now, then move it again.',
        );
      }
      const places = new Map(order.map((id, position) => [id, position]));
      if (!isSameOrder([...order].sort(), before.map(idOf).sort())) {
        throw new AppError('validation_failed', 'List every milestone of the project exactly once.', {
          issues: [{ path: 'order', message: 'Every milestone exactly once.' }],
        });
      }
      const placed = before.map((row) => ({ id: row.id, position: places.get(row.id) ?? row.position }));
      await placeMilestones(
        trx,
        placed.filter(({ position }, at) => position !== before[at]?.position),
      );
      const rows = await listMilestones(trx, act.id);
      if (!isSameOrder(shown(before), shown(rows))) {
        await this.#deps.recordEvent(trx, { projectId: act.id, kind: 'milestones_reordered', by: act.by });
      }
      return rows;
    });
  }

  async #write<Result>(act: ProjectAct, work: (trx: Trx) => Promise<Result>): Promise<Result> {
    return transaction(this.#deps.db, async (trx) => {
      await lockOpenProject(trx, act.id, act.by);
      return work(trx);
    });
  }

  async #get(trx: Trx, act: MilestoneAct): Promise<MilestoneRow> {
    const row = await findMilestone(trx, act.id, act.milestoneId);
    if (!row) throw notFound();
    return row;
  }

  #newRow(
    projectId: string,
    position: number,
    words: Pick<NewMilestone, 'title' | 'description' | 'due' | 'published'>,
  ): MilestoneRow {
    const now = isoNow(this.#deps.clock);
    return {
      id: newId(),
      project_id: projectId,
      title: words.title,
      description: words.description,
      due: words.due ?? null,
      status: 'pending',
      status_at: now,
      reason: null,
      preview: null,
      published: words.published,
      position,
      revision: 1,
      move_id: null,
      undo: null,
      by_mail_link: 0,
      created_at: now,
      updated_at: now,
    };
  }
}

const idOf = (row: MilestoneRow) => row.id;
const shown = (rows: readonly MilestoneRow[]) => rows.filter((row) => row.published === 1).map(idOf);
const after = (rows: readonly MilestoneRow[]) => (rows.at(-1)?.position ?? -1) + 1;
const isSameOrder = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);
