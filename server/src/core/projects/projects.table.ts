import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';

/** A project, from the draft of its brief on. */
interface ProjectTable {
  id: string;
  /** The client's account. At most one draft each, kept by a unique index. */
  user_id: string;
  /** The client's address, as the account has it. */
  email: string;
  status: ProjectStatus;
  /** The wizard's step that was saved last. */
  step: number;
  /** Rises by one with every change of the brief. */
  revision: number;
  /** JSON: the parts of the brief that were ever sent (`BriefDraft`). */
  data: string;
  /** JSON: the brief as it was submitted (`Brief`). */
  final: string | null;
  /** JSON (`Estimate`). */
  estimate: string | null;
  /** These repeat parts of the brief, for lists and searches. */
  company: string;
  domain: string;
  feature_count: number;
  search_text: string;
  created_at: string;
  updated_at: string;
  submitted_at: string | null;
}

export type ProjectRow = Selectable<ProjectTable>;
/** Whose a project is, how far it is and what it is called: all but its brief. */
export const PROJECT_FACTS = [
  'id',
  'user_id',
  'email',
  'status',
  'company',
  'created_at',
  'updated_at',
  'submitted_at',
] as const;
export type ProjectFacts = Pick<ProjectRow, (typeof PROJECT_FACTS)[number]>;
export type NewProject = Insertable<ProjectTable>;
export type ProjectChange = Updateable<ProjectTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    projects: ProjectTable;
  }
}
