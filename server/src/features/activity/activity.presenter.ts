import type { Activity, ProjectSide } from '@atelier/domain/activity/schema.ts';
import type { ActivityRow } from './activity.table.ts';

/** A row as a side sees it: to a client the studio is one, and nobody's network address is shown. */
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
    detail: JSON.parse(row.detail) as Activity['detail'],
    createdAt: row.created_at,
  };
}
