import { SEARCH_TOTAL_CAP } from '@atelier/domain/paging-rules.ts';
import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Database, type Db, engineOf } from '../../platform/db/database.ts';
import { type KeptQuery, keepQuery, type Slots } from '../../platform/db/kept-query.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';

/** Letters that Unicode doesn't part into a plain one and a mark, with what people type in their place. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

/**
 * The form in which texts are searched, for stored and searched text alike: without case and accents, with plain
 * letters and apostrophes, white space and hyphens as one blank. It is built here because the two engines fold letters
 * differently. A change needs a migration that brings the stored texts to it (0260).
 */
export function searchText(...parts: readonly string[]): string {
  return (
    parts
      .join('\n')
      // Before marks are parted off: an acute accent alone would become a blank.
      .replace(/[‘’‛ʼʹ′＇`´]/g, "'")
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[ßłøđðþæœħıς]/g, (letter) => PLAIN[letter] ?? letter)
      .replace(/[\s\p{Pd}\u00AD\u2212]+/gu, ' ')
      .trim()
  );
}

/** The lists with a `search_text` and an index over it (migrations 0080 and 0194). */
export type SearchedList = 'accounts' | 'projects' | 'enquiries' | 'notes';

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
  const { list, status } = query;
  const asked = searchText(query.asked);
  const kind = { list, isShort: isShort(asked), hasStatus: status !== undefined };
  const values = valuesOf(db, kind, asked, status);
  const counted = await hitCount(kind).executeTakeFirst(db, values);
  const total = counted?.count ?? 0;
  const finds =
    total < SEARCH_TOTAL_CAP
      ? indexedCondition(db, kind, (name) => sql.val(values[name]))
      : plainCondition(db, list, asked);
  return { total, finds };
}

/** What the text of a search's query depends on. */
interface SearchKind {
  list: SearchedList;
  isShort: boolean;
  hasStatus: boolean;
}

const isShort = (asked: string) => [...asked].length < SHORTEST_INDEXED;

/** What a search's query is given. */
interface SearchValues {
  /** What the index is asked for: a beginning, a pattern on PostgreSQL, or an expression of FTS5. */
  text: string;
  /** Sorts after everything that begins as a short text does. */
  end: string;
  status: string;
}

function valuesOf(db: Db, { isShort }: SearchKind, asked: string, status: string | undefined): SearchValues {
  const inIndex = () => (engineOf(db) === 'postgres' ? likePattern(asked) : matchExpression(asked, status));
  return { text: isShort ? asked : inIndex(), end: asked + LAST_LETTER, status: status ?? '' };
}

const hitCounts = new Map<string, KeptQuery<SearchValues, { count: number }>>();

/** Counts the hits of a search, up to the cap. */
function hitCount(kind: SearchKind): KeptQuery<SearchValues, { count: number }> {
  const key = JSON.stringify([kind.list, kind.isShort, kind.hasStatus]);
  const known = hitCounts.get(key);
  if (known) return known;
  const made = keepQuery(
    (db, value: Slots<SearchValues>) =>
      sql<{ count: number }>`select count(*) as count from (
    ${hits(db, kind, value)} limit ${sql.lit(SEARCH_TOTAL_CAP)}) as hits`,
  );
  hitCounts.set(key, made);
  return made;
}

/** One row for each hit. */
function hits(db: Db, kind: SearchKind, value: Slots<SearchValues>): RawBuilder<unknown> {
  const { list, isShort, hasStatus } = kind;
  if (engineOf(db) === 'sqlite' && !isShort) {
    // An index-only read: no row of the list is read.
    const index = sql.table(`${list}_search`);
    return sql`select 1 from ${index} where ${index} match ${value('text')}`;
  }
  const ofStatus = hasStatus ? sql`and ${sql.ref(`${list}.status`)} = ${value('status')}` : sql``;
  // In index order: otherwise PostgreSQL scans the list when it expects enough hits early.
  const inOrder = isShort ? sql`order by ${headOf(list)}` : sql``;
  return sql`select 1 from ${sql.table(list)} where ${indexedCondition(db, kind, value)} ${ofStatus} ${inOrder}`;
}

/** The prefix of the searched text, as the index stores it. */
function headOf(list: SearchedList): RawBuilder<string> {
  return sql<string>`substr(${sql.ref(`${list}.search_text`)}, 1, ${sql.lit(HEAD_LENGTH)})`;
}

function indexedCondition(
  db: Db,
  { list, isShort }: SearchKind,
  value: Slots<SearchValues>,
): Expression<SqlBool> {
  if (isShort) {
    const head = headOf(list);
    return sql<SqlBool>`(${head} >= ${value('text')} and ${head} < ${value('end')})`;
  }
  if (engineOf(db) === 'postgres') {
    return sql<SqlBool>`${sql.ref(`${list}.search_text`)} like ${value('text')} escape '\\'`;
  }
  const index = sql.table(`${list}_search`);
  const keys = sql.table(`${list}_search_keys`);
  return sql<SqlBool>`${sql.ref(`${list}.id`)} in (
    select ${keys}.id from ${index} join ${keys} on ${keys}.key = ${index}.rowid
    where ${index} match ${value('text')})`;
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
