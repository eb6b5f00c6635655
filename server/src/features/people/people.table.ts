import type { ColleagueRole } from '@atelier/domain/people/rules.ts';
import type { Selectable } from 'kysely';

/** A colleague whom a project's main contact, or the studio, invited. One for each address. */
interface ProjectInvitationTable {
  id: string;
  project_id: string;
  /** In lower case. */
  email: string;
  role: ColleagueRole;
  /** The account, which may be deleted by now, and its name at the time. */
  invited_by: string;
  invited_by_name: string;
  created_at: string;
  expires_at: string;
}

export type ProjectInvitationRow = Selectable<ProjectInvitationTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    project_invitations: ProjectInvitationTable;
  }
}
