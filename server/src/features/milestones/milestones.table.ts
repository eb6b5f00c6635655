import { MILESTONE_STATUSES, type MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { ColumnType, Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';

/** A milestone of a project. */
interface MilestoneTable {
  id: string;
  project_id: string;
  title: string;
  description: string;
  /** A day, as `2026-11-21`. */
  due: string | null;
  status: MilestoneStatus;
  /** The time of its last change of status. */
  status_at: string;
  /** The note written with its last change of status. */
  reason: string | null;
  /** JSON, a `MilestonePreview`: what the client looks at in a review. */
  preview: string | null;
  /** 0: a draft, visible to the studio only. */
  published: number;
  /** Its position in the project: ascending, then by creation. */
  position: number;
  /** Rises by one with each change of its texts, date or status. */
  revision: number;
  /** The record of the last move; null if it never moved, or moved before this column existed. */
  move_id: string | null;
  /** JSON, a `MilestoneBefore`: what undoing the last move restores. Null after any other change. */
  undo: string | null;
  /** 1 if its client changed its status last with the link of a mail. */
  by_mail_link: ColumnType<number, number | undefined, number>;
  created_at: string;
  updated_at: string;
}

/** A milestone's state before a move of the studio that can be undone. */
export const milestoneBeforeSchema = z.object({
  status: z.enum(MILESTONE_STATUSES),
  statusAt: z.string(),
  reason: z.string().nullable(),
  /** Older versions kept none. */
  preview: z.string().nullable().default(null),
  published: z.number(),
  moveId: z.string().nullable(),
  /** Older versions kept none. */
  byMailLink: z.number().default(0),
  /** Until when the studio can undo the move. */
  offeredUntil: z.string(),
});
export type MilestoneBefore = z.infer<typeof milestoneBeforeSchema>;

export type MilestoneRow = Selectable<MilestoneTable>;
export type NewMilestone = Insertable<MilestoneTable>;
export type MilestoneChange = Updateable<MilestoneTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    milestones: MilestoneTable;
  }
}
