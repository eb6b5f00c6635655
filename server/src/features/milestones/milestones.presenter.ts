import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { MilestoneRow } from './milestones.table.ts';

/** A milestone as both sides read it. */
export function presentMilestone(row: MilestoneRow): Milestone {
  return {
    _id: row.id,
    id: row.id,
    title: row.title,
    description: row.description,
    due: row.due,
    status: row.status,
    statusAt: row.status_at,
    reason: row.reason,
    published: row.published === 1,
    order: row.position,
    revision: row.revision,
    createdAt: row.created_at,
  };
}
