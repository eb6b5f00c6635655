import type { ProjectStatus } from '@atelier/domain/projects/schema.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';

/** A project, from the draft of its brief on. */
export interface ProjectTable {
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
export type NewProject = Insertable<ProjectTable>;
export type ProjectChange = Updateable<ProjectTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    projects: ProjectTable;
  }
}
