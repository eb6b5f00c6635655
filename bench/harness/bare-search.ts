import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { listAccounts } from '../../server/src/core/accounts/accounts.repository.ts';
import { countSearch, type SearchedList } from '../../server/src/core/lists/search.repository.ts';
import { listProjects } from '../../server/src/core/projects/projects.repository.ts';
import { listEnquiries } from '../../server/src/features/enquiries/enquiries.repository.ts';
import type { Db } from '../../server/src/platform/db/database.ts';
import type { DatabaseLocation } from '../../server/src/platform/db/open.ts';

/** A search of a list, in small letters without accents: as it is stored. */
export interface BenchSearch {
  list: SearchedList;
  asked: string;
  status?: string;
}

const PAGE = 20;
/** The product counts hits up to here. */
const COUNTED = 1_000;
const LAST_LETTER = '\u{10ffff}';

/** The queries of a search as the product makes them: how many there are, and the first page. */
export async function searchAsProduct(db: Db, { list, asked, status }: BenchSearch): Promise<void> {
  const search = await countSearch(db, { list, asked, status });
  const page = { search, limit: PAGE, offset: 0 };
  if (list === 'accounts') await listAccounts(db, page);
  else if (list === 'enquiries') await listEnquiries(db, { ...page, status: status as 'new' | undefined });
  else {
    await listProjects(db, { ...page, status: status as 'archived' | undefined, sort: 'updated' });
  }
}

/** The yardstick: the same look-ups in the index by the driver alone, prepared once, for any twenty rows. */
export interface BareSearches {
  search(search: BenchSearch): Promise<void>;
  /** Its connection's process, if it has one of its own. */
  backend: number | undefined;
  close(): Promise<void>;
}

export async function openBareSearches(location: DatabaseLocation): Promise<BareSearches> {
  return location.engine === 'sqlite' ? openSqlite(location.file) : openPostgres(location.url);
}

/** Two statements with the same parameters. */
interface Statements {
  count: string;
  page: string;
  parameters: string[];
}

const countOf = (hits: string) => `select count(*) as count from (${hits} limit ${COUNTED}) as hits`;

function byHead({ list, asked, status }: BenchSearch, mark: (n: number) => string): Statements {
  const head = 'substr(search_text, 1, 40)';
  const where = `${head} >= ${mark(1)} and ${head} < ${mark(2)}${status ? ` and status = ${mark(3)}` : ''}`;
  return {
    count: countOf(`select 1 from ${list} where ${where} order by ${head}`),
    page: `select * from ${list} where ${where} order by ${head} limit ${PAGE}`,
    parameters: [asked, asked + LAST_LETTER, ...(status ? [status] : [])],
  };
}

function openSqlite(file: string): BareSearches {
  const db = new SqliteDatabase(file, { readonly: true });
  const prepared = new Map<string, SqliteDatabase.Statement>();
  const run = (text: string, parameters: string[]) => {
    const statement = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, statement);
    statement.all(...parameters);
  };
  const byLetters = ({ list, asked, status }: BenchSearch): Statements => {
    const index = `${list}_search`;
    return {
      count: countOf(`select 1 from ${index} where ${index} match ?`),
      page: `select found.* from ${index} join ${index}_keys as keys on keys.key = ${index}.rowid
        join ${list} as found on found.id = keys.id where ${index} match ? limit ${PAGE}`,
      parameters: [`{text} : "${asked}"${status ? ` AND {status} : "${status}"` : ''}`],
    };
  };
  return {
    backend: undefined,
    async search(search) {
      const { count, page, parameters } =
        search.asked.length < 3 ? byHead(search, () => '?') : byLetters(search);
      run(count, parameters);
      run(page, parameters);
    },
    async close() {
      db.close();
    },
  };
}

async function openPostgres(url: string): Promise<BareSearches> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const byLetters = ({ list, asked, status }: BenchSearch): Statements => {
    const where = `search_text like $1${status ? ' and status = $2' : ''}`;
    return {
      count: countOf(`select 1 from ${list} where ${where}`),
      page: `select * from ${list} where ${where} limit ${PAGE}`,
      parameters: [`%${asked}%`, ...(status ? [status] : [])],
    };
  };
  return {
    backend: rows[0]?.pid,
    async search(search) {
      const { count, page, parameters } =
        search.asked.length < 3 ? byHead(search, (n) => `$${n}`) : byLetters(search);
      await client.query(count, parameters);
      await client.query(page, parameters);
    },
    close: () => client.end(),
  };
}
