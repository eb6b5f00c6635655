import { AppError } from '@atelier/domain/errors.ts';
import type { MilestoneEvents } from '@atelier/domain/milestones/events.ts';
import { type MilestonePreview, milestonePreviewSchema } from '@atelier/domain/milestones/schema.ts';
import type { Trx } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import type { MilestonesDeps } from './milestone-changes.ts';
import type { MilestoneRow } from './milestones.table.ts';

/** What a milestone in review shows; null without anything. */
export function milestonePreview({
  id,
  preview,
}: Pick<MilestoneRow, 'id' | 'preview'>): MilestonePreview | null {
  if (preview === null) return null;
  return parseStoredJson(milestonePreviewSchema, preview, { column: 'milestones.preview', id });
}

/**
 * A sent preview as the row keeps it: equal previews are equal texts.
 * @throws validation_failed if a file isn't a deliverable of the project
 */
export async function storedPreview(
  trx: Trx,
  { listDeliverableIds }: Pick<MilestonesDeps, 'listDeliverableIds'>,
  projectId: string,
  preview: MilestonePreview | null,
): Promise<string | null> {
  if (preview === null) return null;
  const { link, fileIds } = preview;
  const found = new Set(fileIds.length > 0 ? await listDeliverableIds(trx, projectId, fileIds) : []);
  if (fileIds.some((id) => !found.has(id))) {
    throw new AppError('validation_failed', 'One of these files has been deleted. Choose again.', {
      issues: [{ path: 'preview.fileIds', message: 'Deliverables of this project only.' }],
    });
  }
  return JSON.stringify({ link, fileIds } satisfies MilestonePreview);
}

/** What the event of a move to review says about the preview. */
export function previewFacts(
  row: Pick<MilestoneRow, 'id' | 'preview' | 'status'>,
): Pick<MilestoneEvents['milestone_moved'], 'previewLink' | 'previewFiles'> {
  const preview = row.status === 'in_review' ? milestonePreview(row) : null;
  return {
    ...(preview?.link && { previewLink: preview.link }),
    ...(preview && preview.fileIds.length > 0 && { previewFiles: preview.fileIds.length }),
  };
}
