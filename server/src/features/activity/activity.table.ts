import type { ProjectEventKind } from '@atelier/domain/project-events.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Selectable } from 'kysely';

/** One thing that happened to a project. Rows are added and go with their project; a row changes when its person is forgotten. */
export interface ActivityTable {
  id: string;
  project_id: string;
  kind: ProjectEventKind;
  /** Which side did it. */
  side: ProjectSide;
  account_id: string;
  /** What the person was called then; something else once their account is deleted. */
  actor_name: string;
  /** The network address that it was done from; empty once the account is deleted. */
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

declare module '../../platform/db/database.ts' {
  interface Database {
    project_activity: ActivityTable;
  }
}
