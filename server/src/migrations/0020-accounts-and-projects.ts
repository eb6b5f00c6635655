import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Who uses the product, what they have the studio do, and how long the lists of both are. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;

  await createTable(context, 'list_counts')
    .addColumn('name', column.text, (col) => col.primaryKey())
    .addColumn('count', column.int, (col) => col.notNull())
    .execute();

  await createTable(context, 'accounts')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('username', column.text)
    .addColumn('username_key', column.text)
    .addColumn('role', column.text, (col) => col.notNull())
    .addColumn('subscription_status', column.text, (col) => col.notNull())
    .addColumn('search_text', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'accounts', ['username_key']);
  await createIndex(context, 'accounts', ['created_at', 'id']);
  await createIndex(context, 'accounts', ['role', 'created_at', 'id']);

  await createTable(context, 'projects')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('user_id', column.id, (col) => col.notNull().references('accounts.id'))
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('step', column.int, (col) => col.notNull())
    .addColumn('revision', column.int, (col) => col.notNull())
    .addColumn('data', column.json, (col) => col.notNull())
    .addColumn('final', column.json)
    .addColumn('estimate', column.json)
    .addColumn('company', column.text, (col) => col.notNull())
    .addColumn('domain', column.text, (col) => col.notNull())
    .addColumn('feature_count', column.int, (col) => col.notNull())
    .addColumn('search_text', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .addColumn('submitted_at', column.time)
    .execute();
  await db.schema
    .createIndex('projects_one_draft_each')
    .on('projects')
    .column('user_id')
    .unique()
    .where(sql.ref('status'), '=', sql.lit('draft'))
    .execute();
  await createIndex(context, 'projects', ['user_id', 'id']);
  await createIndex(context, 'projects', ['user_id', 'status', 'submitted_at', 'id']);
  await createIndex(context, 'projects', ['updated_at', 'id']);
  await createIndex(context, 'projects', ['status', 'updated_at', 'id']);
}
