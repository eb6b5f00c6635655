import type { StudioSubject } from '@atelier/domain/notes/schema.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import { findProjectFacts, lockProjectFacts } from '../core/projects/projects.repository.ts';
import type { ProjectFacts } from '../core/projects/projects.table.ts';
import type { StudioSubjects } from '../core/studio-subjects.ts';
import { findEnquiry, lockEnquiry } from '../features/enquiries/enquiries.repository.ts';
import type { EnquiryRow } from '../features/enquiries/enquiries.table.ts';
import type { Db } from '../platform/db/database.ts';

/** Projects and enquiries as what notes and to-dos are about. */
export const studioSubjects: StudioSubjects = {
  find: async (db, id) => ofProject(await findProjectFacts(db, id)) ?? ofEnquiry(await findEnquiry(db, id)),
  lock: async (trx, id) =>
    ofProject(await lockProjectFacts(trx, id)) ?? ofEnquiry(await lockEnquiry(trx, id)),
};

const ofProject = (row: ProjectFacts | undefined): StudioSubject | undefined =>
  row && { kind: 'project', id: row.id, title: projectName(row) };

const ofEnquiry = (row: EnquiryRow | undefined): StudioSubject | undefined =>
  row && { kind: 'enquiry', id: row.id, title: row.name };

/** The titles of some projects and enquiries, by their ids. */
export async function findSubjectTitles(
  db: Db,
  { projects, enquiries }: { projects: readonly string[]; enquiries: readonly string[] },
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const id of projects) {
    const subject = ofProject(await findProjectFacts(db, id));
    if (subject) titles.set(id, subject.title);
  }
  for (const id of enquiries) {
    const subject = ofEnquiry(await findEnquiry(db, id));
    if (subject) titles.set(id, subject.title);
  }
  return titles;
}
