import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

const LISTS = ['accounts', 'projects', 'enquiries', 'notes'] as const;
const PAGE = 500;

/** As `searchText` folds since this migration; the stored texts are in lower case and without marks already. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/ł/g, 'l'],
  [/ø/g, 'o'],
  [/[đð]/g, 'd'],
  [/þ/g, 'th'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
  [/ħ/g, 'h'],
  [/ı/g, 'i'],
  [/ς/g, 'σ'],
  [/[‘’‛ʼʹ′＇`´]/g, "'"],
  [/[\s\p{Pd}\u00AD\u2212]+/gu, ' '],
];

/** Brings the searched texts to their new form: ß is found as ss, ł as l, a hyphen as a blank. */
export async function up({ db }: MigrationContext): Promise<void> {
  for (const list of LISTS) {
    for (let after = ''; ; ) {
      const { rows } = await sql<{
        id: string;
        search_text: string;
      }>`select id, search_text from ${sql.table(list)}
        where id > ${after} order by id limit ${PAGE}`.execute(db);
      for (const { id, search_text } of rows) {
        const folded = PLAIN.reduce(
          (text, [letters, plain]) => text.replace(letters, plain),
          search_text,
        ).trim();
        if (folded === search_text) continue;
        await sql`update ${sql.table(list)} set search_text = ${folded} where id = ${id}`.execute(db);
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
    }
  }
}
