import { sql } from 'kysely';
import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** What the studio's overview reads: figures added up by month, threads to answer, and what waits for whom. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'monthly_figures')
    .addColumn('month', column.text, (col) => col.notNull())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('value', column.int, (col) => col.notNull())
    .addPrimaryKeyConstraint('monthly_figures_pk', ['month', 'name'])
    .execute();
  for (const [name, table, time] of [
    ['enquiries', 'enquiries', 'created_at'],
    ['submissions', 'projects', 'submitted_at'],
  ] as const) {
    const month = sql`substr(${sql.id(time)}, 1, 7)`;
    await sql`insert into monthly_figures (month, name, value)
      select ${month}, cast(${name} as text), count(*) from ${sql.id(table)}
      where ${sql.id(time)} is not null group by ${month}`.execute(db);
  }

  await createTable(context, 'unanswered_threads')
    .addColumn('project_id', column.id, (col) =>
      col.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('since', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'unanswered_threads', ['since']);
  await createIndex(context, 'milestones', ['status', 'status_at']);
  await createIndex(context, 'milestones', ['status', 'due']);
  await createIndex(context, 'contracts', ['status', 'changed_at']);
}
