import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../server/src/platform/db/database.ts';
import { loadInBulk } from './bulk-load.ts';

/** How many rows of each kind a database has; each project has an account and a tenth of the messages' number. */
export interface Scale {
  projects: number;
  enquiries: number;
  messages: number;
}

export const COMMON_WORD = 'website';
export const RARE_WORD = 'zyzzogeton';
/** The oldest so many rows have the rare status, and three of them the rare word, however many rows follow. */
const RARE_ROWS = 30;
const MOMENT = '2026-01-01T00:00:00.000Z';
const FIRST_NAMES = ['ada', 'bram', 'chloe', 'dora', 'emil', 'fay', 'gil', 'hugo', 'ines'];
const BUSINESSES = ['a bakery', 'a school', 'a workshop', 'a hotel', 'a garden', 'a theatre', 'a clinic'];

/**
 * Fills a migrated, empty database: the same rows each time, with the counts, search rows and threads to answer that
 * the product keeps beside them. By SQL alone: a million calls would take a day.
 */
export async function fillScale(db: Db, engine: Engine, scale: Scale): Promise<void> {
  await loadInBulk(db, engine, (trx) => insertRows(trx, engine, scale));
  await (engine === 'sqlite' ? sql`analyze` : sql`vacuum analyze`).execute(db);
}

async function insertRows(db: Db, engine: Engine, scale: Scale): Promise<void> {
  const most = Math.max(scale.projects, scale.enquiries, scale.messages);
  await sql`create table bench_numbers (n integer primary key)`.execute(db);
  await (engine === 'sqlite'
    ? sql`insert into bench_numbers with recursive up(n) as
        (select 1 union all select n + 1 from up where n < ${sql.lit(most)}) select n from up`
    : sql`insert into bench_numbers select generate_series(1, ${sql.lit(most)})`
  ).execute(db);

  const id = (kind: string, of = 'n') => idOf(engine, kind, of);
  const hasRare = sql.raw(`case when n in (7, 17, 27) then ' ${RARE_WORD}' else '' end`);
  const first = pick(FIRST_NAMES, 'n * 7');
  const words = sql`${first} || ' wants a ' || ${sql.lit(COMMON_WORD)} || ' for ' || ${pick(BUSINESSES, 'n * 3')} || ${hasRare}`;
  const address = sql`'client' || n || '@client.example'`;
  const insert = async (table: string, count: number, columns: Record<string, RawBuilder<unknown>>) => {
    const names = sql.join(Object.keys(columns).map((name) => sql.id(name)));
    await sql`insert into ${sql.table(table)} (${names})
      select ${sql.join(Object.values(columns))} from bench_numbers where n <= ${sql.lit(count)} order by n`.execute(
      db,
    );
  };
  const times = { created_at: sql.lit(MOMENT), updated_at: sql.lit(MOMENT) };
  const nothing = sql.lit('');

  await insert('accounts', scale.projects, {
    id: id('a'),
    email: address,
    username: sql`'client' || n`,
    username_key: sql`'client' || n`,
    role: sql.lit('client'),
    subscription_status: sql.lit('none'),
    search_text: words,
    ...times,
  });
  const projectStatus = sql.raw(
    `case when n <= ${RARE_ROWS} and n > 1 then 'archived' when n % 10 = 0 then 'draft' else 'submitted' end`,
  );
  await insert('projects', scale.projects, {
    id: id('b'),
    user_id: id('a'),
    email: address,
    status: projectStatus,
    step: sql.lit(7),
    revision: sql.lit(1),
    data: sql.lit('{}'),
    company: words,
    domain: nothing,
    feature_count: sql.lit(3),
    search_text: words,
    submitted_at: sql.lit(MOMENT),
    ...times,
  });
  const enquiryStatus = sql.raw(
    `case when n <= ${RARE_ROWS} then 'new' when n % 10 = 0 then 'read' else 'archived' end`,
  );
  await insert('enquiries', scale.enquiries, {
    id: id('c'),
    name: first,
    email: address,
    phone: nothing,
    message: words,
    source: sql.lit('contact-lite'),
    status: enquiryStatus,
    ip: nothing,
    user_agent: nothing,
    referer: nothing,
    search_text: words,
    ...times,
  });
  const thread = `((n - 1) % ${scale.projects} + 1)`;
  await insert('messages', scale.messages, {
    id: id('d'),
    project_id: id('b', thread),
    author_id: id('a', thread),
    author_role: sql.lit('client'),
    author_name: first,
    author_email: nothing,
    body: words,
    created_at: sql.lit(MOMENT),
  });
  await insert('unanswered_threads', scale.projects, { project_id: id('b'), since: sql.lit(MOMENT) });
  await insert('project_activity', scale.projects, {
    id: id('e'),
    project_id: id('b'),
    kind: sql.lit('project_submitted'),
    side: sql.lit('client'),
    account_id: id('a'),
    actor_name: first,
    address: nothing,
    detail: sql.lit('{}'),
    studio_only: sql.lit(0),
    created_at: sql.lit(MOMENT),
  });
  await insert('admin_actions', scale.projects, {
    id: id('f'),
    action: sql.lit('POST /admin/ping'),
    account_id: id('a'),
    email: address,
    detail: sql.lit('{}'),
    outcome: sql.lit('done'),
    address: nothing,
    created_at: sql.lit(MOMENT),
  });
  await sql`insert into list_counts (name, count) select 'accounts', count(*) from accounts
    union all select 'projects.' || status, count(*) from projects group by status
    union all select 'enquiries.' || status, count(*) from enquiries group by status`.execute(db);
  await sql`drop table bench_numbers`.execute(db);
}

/** The id of the row with a number, as SQL; in JavaScript: `rowId`. */
export function idOf(engine: Engine, kind: string, of: string): RawBuilder<unknown> {
  const hex = engine === 'sqlite' ? `printf('%012x', ${of})` : `lpad(to_hex(${of}), 12, '0')`;
  return sql.raw(`('0190000${kind}-0000-7000-8000-' || ${hex})`);
}

export function rowId(kind: 'a' | 'b' | 'd', number: number): string {
  return `0190000${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

function pick(list: readonly string[], by: string): RawBuilder<unknown> {
  const cases = list.map((text, index) => `when ${index} then '${text}'`);
  return sql.raw(`(case (${by}) % ${list.length} ${cases.join(' ')} end)`);
}
