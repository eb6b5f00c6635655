import type { ProjectEventKind } from '@atelier/domain/project-parts.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Selectable } from 'kysely';

/** An event of a project. Rows go with their project; a row changes only when its actor's account is deleted. */
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
