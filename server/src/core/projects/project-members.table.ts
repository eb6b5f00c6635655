import type { ColleagueRole } from '@atelier/domain/people/rules.ts';
import type { Selectable } from 'kysely';

/** A colleague of a project's main contact, who is `projects.user_id`. */
interface ProjectMemberTable {
  project_id: string;
  account_id: string;
  role: ColleagueRole;
  joined_at: string;
}

export type ProjectMember = Selectable<ProjectMemberTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    project_members: ProjectMemberTable;
  }
}
