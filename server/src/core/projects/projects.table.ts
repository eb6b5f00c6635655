import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';

/** A project, from the draft of its brief on. */
interface ProjectTable {
  id: string;
  /** The client's account. A unique index allows one draft each. */
  user_id: string;
  /** The client's address, copied from the account. */
  email: string;
  status: ProjectStatus;
  /** The wizard's last saved step. */
  step: number;
  /** Rises by one with each change of the brief. */
  revision: number;
  /** JSON: every part of the brief ever sent (`BriefDraft`). */
  data: string;
  /** JSON: the submitted brief (`Brief`). */
  final: string | null;
  /** JSON (`Estimate`). */
  estimate: string | null;
  /** Copies of parts of the brief, for lists and searches. */
  company: string;
  domain: string;
  feature_count: number;
  /** The main feature: the title is from it until there is one of its own. */
  kind: string;
  /** What a side called it; null until then. */
  title: string | null;
  search_text: string;
  created_at: string;
  /** When its row last changed, or, once it is submitted, the newest event that both sides see. */
  updated_at: string;
  submitted_at: string | null;
}

export type ProjectRow = Selectable<ProjectTable>;
/** A project's client, status and title: everything but its brief. */
export const PROJECT_FACTS = [
  'id',
  'user_id',
  'email',
  'status',
  'company',
  'kind',
  'title',
  'created_at',
  'updated_at',
  'submitted_at',
] as const;
export type ProjectFacts = Pick<ProjectRow, (typeof PROJECT_FACTS)[number]>;
/** What the studio's list shows. */
export const LISTED = [...PROJECT_FACTS, 'step', 'data', 'estimate', 'domain', 'feature_count'] as const;
export type ListedProject = Pick<ProjectRow, (typeof LISTED)[number]>;
export type NewProject = Insertable<ProjectTable>;
export type ProjectChange = Updateable<ProjectTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    projects: ProjectTable;
  }
}
