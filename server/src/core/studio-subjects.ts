import { notFound } from '@atelier/domain/errors.ts';
import type { StudioSubject } from '@atelier/domain/notes/schema.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** What the studio keeps notes and to-dos about: a project or an enquiry, found by its id alone. */
export interface StudioSubjects {
  find(db: Db, id: string): Promise<StudioSubject | undefined>;
  /** The same with its row locked, so that it isn't deleted meanwhile. */
  lock(trx: Trx, id: string): Promise<StudioSubject | undefined>;
}

/** Throws not_found for a missing subject. */
export function requireSubject(subject: StudioSubject | undefined): StudioSubject {
  if (!subject) throw notFound();
  return subject;
}

/** The columns that say what a row is about. */
export function subjectIds({ kind, id }: Pick<StudioSubject, 'kind' | 'id'>) {
  return { project_id: kind === 'project' ? id : null, enquiry_id: kind === 'enquiry' ? id : null };
}

/** A row with its subject's title: the columns of `selectTitles`. */
export interface TitledRow {
  project_id: string | null;
  enquiry_id: string | null;
  company: string | null;
  email: string | null;
  title: string | null;
  kind: string | null;
  enquirer: string | null;
}

/** What a row is about; null for neither. */
export function subjectOf(row: TitledRow): StudioSubject | null {
  const { project_id, enquiry_id, company, email, title, kind, enquirer } = row;
  if (project_id !== null) {
    const name = projectName({ company: company ?? '', email: email ?? '', title, kind: kind ?? '' });
    return { kind: 'project', id: project_id, title: name };
  }
  return enquiry_id === null ? null : { kind: 'enquiry', id: enquiry_id, title: enquirer ?? '' };
}
