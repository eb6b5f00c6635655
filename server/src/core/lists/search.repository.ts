import { SEARCH_TOTAL_CAP } from '@atelier/domain/paging.ts';
import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Database, type Db, engineOf } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';

/**
 * The form in which texts are searched, for stored and searched text alike: without case and
 * accents, white space as one blank. It is built here because the two engines fold letters differently.
 */
export function searchText(...parts: readonly string[]): string {
  return parts
    .join('\n')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The lists with a `search_text` and an index over it (migration 0080). */
export type SearchedList = 'accounts' | 'projects' | 'enquiries';

/** A search of a list. */
export interface SearchQuery {
  list: SearchedList;
  /** As it was typed. */
  asked: string;
  /** Only rows of this status; for the lists that have one. */
  status?: string | undefined;
}

/** A counted search, ready for the list's own query. */
export interface Search {
  /** How many rows it finds, capped at `SEARCH_TOTAL_CAP`. */
  total: number;
  /** True for a row of the list that matches, whatever its status. */
  finds: Expression<SqlBool>;
}

/** A trigram index can't serve shorter texts. */
const SHORTEST_INDEXED = 3;
/** The length of the prefixes in the index. */
const HEAD_LENGTH = 40;
/** Sorts after every letter. */
const LAST_LETTER = '\u{10ffff}';

/**
 * Counts a search and decides how its rows are read, so that neither a rare nor a common search grows with
 * the list: few hits are read from the index and sorted; with very many, the list is read in its
 * own order, and a page is full after a few rows. One or two letters match the beginning of names.
 */
export async function countSearch(db: Db, query: SearchQuery): Promise<Search> {
  const asked = searchText(query.asked);
  const { list, status } = query;
  const indexed = indexedCondition(db, list, { asked, status });
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    ${hits(db, list, { asked, status, indexed })} limit ${sql.lit(SEARCH_TOTAL_CAP)}) as hits`.execute(db);
  const total = rows[0]?.count ?? 0;
  return { total, finds: total < SEARCH_TOTAL_CAP ? indexed : plainCondition(db, list, asked) };
}

interface Hits {
  asked: string;
  status: string | undefined;
  indexed: Expression<SqlBool>;
}

/** One row for each hit. */
function hits(db: Db, list: SearchedList, { asked, status, indexed }: Hits): RawBuilder<unknown> {
  if (engineOf(db) === 'sqlite' && !isShort(asked)) {
    // An index-only read: no row of the list is read.
    const index = sql.table(`${list}_search`);
    return sql`select 1 from ${index} where ${index} match ${matchExpression(asked, status)}`;
  }
  const ofStatus = status === undefined ? sql`` : sql`and ${sql.ref(`${list}.status`)} = ${status}`;
  // In index order: otherwise PostgreSQL scans the list when it expects enough hits early.
  const inOrder = isShort(asked) ? sql`order by ${headOf(list)}` : sql``;
  return sql`select 1 from ${sql.table(list)} where ${indexed} ${ofStatus} ${inOrder}`;
}

const isShort = (asked: string) => [...asked].length < SHORTEST_INDEXED;

/** The prefix of the searched text, as the index stores it. */
function headOf(list: SearchedList): RawBuilder<string> {
  return sql<string>`substr(${sql.ref(`${list}.search_text`)}, 1, ${sql.lit(HEAD_LENGTH)})`;
}

function indexedCondition(
  db: Db,
  list: SearchedList,
  { asked, status }: { asked: string; status: string | undefined },
): Expression<SqlBool> {
  const text = sql.ref(`${list}.search_text`);
  if (isShort(asked)) {
    const head = headOf(list);
    return sql<SqlBool>`(${head} >= ${asked} and ${head} < ${asked + LAST_LETTER})`;
  }
  if (engineOf(db) === 'postgres') return sql<SqlBool>`${text} like ${likePattern(asked)} escape '\\'`;
  const index = sql.table(`${list}_search`);
  const keys = sql.table(`${list}_search_keys`);
  return sql<SqlBool>`${sql.ref(`${list}.id`)} in (
    select ${keys}.id from ${index} join ${keys} on ${keys}.key = ${index}.rowid
    where ${index} match ${matchExpression(asked, status)})`;
}

/** The same condition in a form that no index serves, so that the list is read in its own order. */
function plainCondition(db: Db, list: SearchedList, asked: string): Expression<SqlBool> {
  const text = sql.ref(`${list}.search_text`);
  const place = engineOf(db) === 'postgres' ? sql`strpos(${text}, ${asked})` : sql`instr(${text}, ${asked})`;
  return isShort(asked) ? sql<SqlBool>`${place} = 1` : sql<SqlBool>`${place} > 0`;
}

/** The searched text taken literally: a quoted phrase in FTS5, in which only the quote is special. */
function matchExpression(asked: string, status: string | undefined): string {
  const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const text = `{text} : ${phrase(asked)}`;
  return status === undefined ? text : `${text} AND {status} : ${phrase(status)}`;
}

/** Escapes % and _, so that they match literally. */
function likePattern(asked: string): string {
  return `%${asked.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Which rows of a list: all, those of a status, those that a search finds. */
export interface ListFilter {
  q?: string | undefined;
  status?: string | undefined;
}

/** All rows of a list that match a filter, oldest first, read lazily. */
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
