import type { ProjectEventKind } from '@atelier/domain/project-parts.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Selectable } from 'kysely';

/**
 * An event of a project. Rows are deleted with their project and change only when their actor's account is
 * deleted.
 */
interface ActivityTable {
  id: string;
  project_id: string;
  kind: ProjectEventKind;
  /** The actor's side. */
  side: ProjectSide;
  account_id: string;
  /** The actor's name at the time; replaced once their account is deleted. */
  actor_name: string;
  /** The actor's network address; empty once the account is deleted. */
  address: string;
  subject_id: string | null;
  subject_title: string | null;
  /** JSON: texts and numbers by name. */
  detail: string;
  /** 1 if it is hidden from the client. */
  studio_only: number;
  created_at: string;
}

export type ActivityRow = Selectable<ActivityTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    project_activity: ActivityTable;
  }
}
