import { type Activity, activitySchema } from '@atelier/domain/activity/schema.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import type { ActivityRow } from './activity.table.ts';

/** An event's facts. */
export function parseActivityDetail({ id, detail }: Pick<ActivityRow, 'id' | 'detail'>): Activity['detail'] {
  return parseStoredJson(activitySchema.shape.detail, detail, { column: 'project_activity.detail', id });
}

/** A row as one side sees it. A client sees the studio as one actor, and no network addresses. */
export function presentActivity(row: ActivityRow, viewer: ProjectSide, studioName: string): Activity {
  const isOneOfStudio = row.side === 'studio' && viewer === 'client';
  return {
    _id: row.id,
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    actorRole: row.side === 'studio' ? 'owner' : 'client',
    actorName: isOneOfStudio ? studioName : row.actor_name,
    actorAddress: viewer === 'studio' ? row.address : null,
    subject: row.subject_id === null ? null : { id: row.subject_id, title: row.subject_title ?? '' },
    detail: parseActivityDetail(row),
    createdAt: row.created_at,
  };
}
