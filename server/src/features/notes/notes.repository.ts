import type { StudioSubject } from '@atelier/domain/notes/schema.ts';
import type { Search } from '../../core/lists/search.repository.ts';
import type { TitledRow } from '../../core/studio-subjects.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { NoteRow } from './notes.table.ts';

/** The notes about a project or an enquiry, newest first. */
export async function listNotes(
  db: Db,
  { kind, id }: Pick<StudioSubject, 'kind' | 'id'>,
): Promise<NoteRow[]> {
  const column = kind === 'project' ? 'project_id' : 'enquiry_id';
  return db.selectFrom('notes').selectAll().where(column, '=', id).orderBy('id', 'desc').execute();
}

/** The newest notes that a search finds, with the titles of what they are about. */
export async function listFoundNotes(
  db: Db,
  search: Search,
  limit: number,
): Promise<(NoteRow & TitledRow)[]> {
  if (search.total === 0) return [];
  return titledNotes(db).where(search.finds).orderBy('notes.id', 'desc').limit(limit).execute();
}

/** One note with the title of what it is about, locked. */
export async function lockNote(trx: Trx, id: string): Promise<(NoteRow & TitledRow) | undefined> {
  return titledNotes(trx).where('notes.id', '=', id).forUpdate('notes').executeTakeFirst();
}

const titledNotes = (db: Db) =>
  db
    .selectFrom('notes')
    .leftJoin('projects', 'projects.id', 'notes.project_id')
    .leftJoin('enquiries', 'enquiries.id', 'notes.enquiry_id')
    .selectAll('notes')
    .select(['projects.company', 'projects.email', 'projects.title', 'projects.kind'])
    .select('enquiries.name as enquirer');

/** Adds a note, unless its author has already sent one with its key. @returns the note with that key */
export async function insertNote(trx: Trx, row: NoteRow): Promise<NoteRow> {
  await trx
    .insertInto('notes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['author_id', 'client_key']).doNothing())
    .execute();
  return trx
    .selectFrom('notes')
    .selectAll()
    .where('author_id', '=', row.author_id)
    .where('client_key', '=', row.client_key)
    .executeTakeFirstOrThrow();
}

export async function updateNote(
  trx: Trx,
  id: string,
  change: Pick<NoteRow, 'body' | 'search_text' | 'edited_at'>,
): Promise<void> {
  await trx.updateTable('notes').set(change).where('id', '=', id).execute();
}

export async function deleteNote(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('notes').where('id', '=', id).execute();
}
