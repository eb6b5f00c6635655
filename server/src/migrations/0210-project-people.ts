import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Several people per project: colleagues of its client, and invitations to them. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'project_members')
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('role', column.text, (col) => col.notNull())
    .addColumn('joined_at', column.time, (col) => col.notNull())
    .addPrimaryKeyConstraint('project_members_pkey', ['project_id', 'account_id'])
    .execute();
  await createIndex(context, 'project_members', ['account_id', 'project_id']);
  await createTable(context, 'project_invitations')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('role', column.text, (col) => col.notNull())
    .addColumn('invited_by', column.id, (col) => col.notNull())
    .addColumn('invited_by_name', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('expires_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'project_invitations', ['project_id', 'email']);
  await createIndex(context, 'project_invitations', ['email']);
  await createIndex(context, 'project_invitations', ['expires_at']);
  // What names a person, so that their account's end finds it.
  await sql`create index project_activity_person_index on project_activity (subject_id)
    where kind in ('person_role_changed', 'person_removed', 'contact_changed')`.execute(context.db);
}
