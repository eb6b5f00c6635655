import { isPreviewShown } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { milestonePreview } from './milestone-preview.ts';
import type { MilestoneRow } from './milestones.table.ts';

/** A milestone as the studio reads it. */
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
    byMailLink: row.by_mail_link === 1,
    preview: milestonePreview(row),
    published: row.published === 1,
    order: row.position,
    revision: row.revision,
    createdAt: row.created_at,
  };
}

/** A milestone as its client reads it: with the preview only while there is one to look at. */
export function presentToClient(row: MilestoneRow): Milestone {
  const milestone = presentMilestone(row);
  return isPreviewShown(row.status) ? milestone : { ...milestone, preview: null };
}
