import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** As far as the index over the notes' beginnings reads; as in 0080. */
const HEAD_LENGTH = 40;

/** The studio's internal notes, searched as the lists of 0080 are: a project's or an enquiry's, and deleted with it. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db, engine } = context;
  await createTable(context, 'notes')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.references('projects.id').onDelete('cascade'))
    .addColumn('enquiry_id', column.id, (col) => col.references('enquiries.id').onDelete('cascade'))
    .addColumn('body', column.text, (col) => col.notNull())
    .addColumn('author_id', column.id, (col) => col.notNull())
    .addColumn('author_name', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id, (col) => col.notNull())
    .addColumn('search_text', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('edited_at', column.time)
    .execute();
  await createIndex(context, 'notes', ['project_id', 'id']);
  await createIndex(context, 'notes', ['enquiry_id', 'id']);
  await createUniqueIndex(context, 'notes', ['author_id', 'client_key']);
  const head = sql`substr(search_text, 1, ${sql.lit(HEAD_LENGTH)})`;
  await sql`create index notes_search_head_index on notes ((${head}))`.execute(db);
  if (engine === 'postgres') {
    await sql`create index notes_search_index on notes using gin (search_text gin_trgm_ops)`.execute(db);
    return;
  }
  await sql`create table notes_search_keys
    (key integer primary key autoincrement, id text not null unique) strict`.execute(db);
  await sql`create virtual table notes_search using fts5(text,
    content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`.execute(db);
  await sql`create trigger notes_search_insert after insert on notes begin
    insert into notes_search_keys (id) values (new.id);
    insert into notes_search (rowid, text)
      values ((select key from notes_search_keys where id = new.id), new.search_text);
  end`.execute(db);
  await sql`create trigger notes_search_update after update of search_text on notes
    when old.search_text is not new.search_text begin
    delete from notes_search where rowid = (select key from notes_search_keys where id = old.id);
    insert into notes_search (rowid, text)
      values ((select key from notes_search_keys where id = new.id), new.search_text);
  end`.execute(db);
  await sql`create trigger notes_search_delete after delete on notes begin
    delete from notes_search where rowid = (select key from notes_search_keys where id = old.id);
    delete from notes_search_keys where id = old.id;
  end`.execute(db);
}
