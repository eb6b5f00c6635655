import type { ActivityKind, ProjectSide } from '@atelier/domain/portal/activity.ts';
import type { Selectable } from 'kysely';

/** One thing that happened to a project. Rows are added and never changed; they go with their project. */
export interface ActivityTable {
  id: string;
  project_id: string;
  kind: ActivityKind;
  /** Which side did it. */
  side: ProjectSide;
  account_id: string;
  /** What the person was called then. */
  actor_name: string;
  /** The network address that it was done from. */
  address: string;
  subject_id: string | null;
  subject_title: string | null;
  /** JSON: texts and numbers by name. */
  detail: string;
  /** 1 where the client has no part in it. */
  studio_only: number;
  created_at: string;
}

export type ActivityRow = Selectable<ActivityTable>;

declare module '../../../platform/db/database.ts' {
  interface Database {
    project_activity: ActivityTable;
  }
}
