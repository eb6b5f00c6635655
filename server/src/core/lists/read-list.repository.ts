import type { Selectable } from 'kysely';
import type { Database, Db } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { countSearch, type SearchedList } from './search.repository.ts';

/** Which rows of a list: all, those of a status, those that a search finds. */
export interface ListFilter {
  q?: string | undefined;
  status?: string | undefined;
}

/** All rows of a list that a filter leaves, oldest first, read as they are asked for. */
export async function* readList<List extends SearchedList>(
  db: Db,
  list: List,
  { q = '', status }: ListFilter,
): AsyncGenerator<Selectable<Database[List]>> {
  const search = q === '' ? undefined : await countSearch(db, { list, asked: q, status });
  yield* readInPages<Selectable<Database[List]>>(async (after, limit) => {
    // One list stands for all three: they have these columns in common.
    let query = db.selectFrom(list as 'enquiries').selectAll();
    if (status !== undefined) query = query.where('status', '=', status as 'new');
    if (search) query = query.where(search.finds);
    if (after) query = query.where('id', '>', (after as { id: string }).id);
    const rows: unknown = await query.orderBy('id').limit(limit).execute();
    return rows as Selectable<Database[List]>[];
  });
}
