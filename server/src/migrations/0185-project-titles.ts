import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

/** The features that name a project, the telling ones first, with what they call it: as they were at this migration. */
const NAMED = [
  ['web', 'website'],
  ['ecom', 'online shop'],
  ['lp', 'landing page'],
  ['brand', 'branding'],
  ['forms', 'forms + spam protection'],
  ['host', 'hosting + ssl + speed pass'],
  ['ga4', 'analytics + tag manager'],
  ['leads', 'lead storage + portal'],
  ['heat', 'heatmaps & cro'],
  ['seo', 'seo'],
  ['ai', 'ai assistants & personalization'],
  ['boost', 'conversion boosters'],
  ['email', 'email & automation'],
  ['support', 'care'],
] as const;

const PAGE = 500;

/** A title for each project, and its main feature, which the title is from until a side gives it another. */
export async function up({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('projects').addColumn('title', column.text).execute();
  await db.schema
    .alterTable('projects')
    .addColumn('kind', column.text, (col) => col.notNull().defaultTo(''))
    .execute();
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; data: string }>`select id, data from projects
      where id > ${after} order by id limit ${PAGE}`.execute(db);
    for (const [kind, words] of [...NAMED, ['', 'project']] as const) {
      const ids = rows.filter((row) => kindOf(row.data) === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      await sql`update projects set kind = ${kind}, search_text = search_text || ${` ${words}`}
        where id in (${sql.join(ids)})`.execute(db);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.id;
  }
}

function kindOf(data: string): string {
  const { features } = JSON.parse(data) as { features?: unknown };
  // A draft whose first question wasn't answered yet has the preselected feature.
  const chosen: readonly unknown[] = Array.isArray(features) ? features : ['support'];
  return NAMED.find(([id]) => chosen.includes(id))?.[0] ?? '';
}
