import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type QueryExecutorProvider, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startNode } from '../../../test/harness/child.ts';
import { createTestDatabase, describeEachEngine } from '../../../test/harness/database.ts';
import { loadMigrations } from '../../load-migrations.ts';
import { systemClock } from '../clock.ts';
import { newId } from '../ids.ts';
import { createTable } from './columns.ts';
import type { Db } from './database.ts';
import {
  findMissingMigrations,
  type Migration,
  migrate,
  migrateLocation,
  readMigrations,
  requireNoStop,
} from './migrate.ts';

/** Makes a table, and writes one line into it: a second run of it would fail. */
function making(table: string): Migration {
  return {
    name: `00${table.length}0-${table}`,
    up: async (context) => {
      await createTable(context, table)
        .addColumn('id', context.column.id, (col) => col.primaryKey())
        .execute();
      await sql`insert into ${sql.table(table)} (id) values ('one')`.execute(context.db);
    },
  };
}

const tablesOf = async (db: Db) => (await db.introspection.getTables()).map(({ name }) => name).sort();

/** For processes of their own: how to run code, and its first lines. */
const RUN_CODE = ['--input-type=module-typescript', '-e'];
const importing = `
  import { openDatabase } from '${import.meta.dirname}/open.ts';
  import { migrate, migrateLocation } from '${import.meta.dirname}/migrate.ts';
  import { loadMigrations } from '${import.meta.dirname}/../../load-migrations.ts';
  import { systemClock } from '${import.meta.dirname}/../clock.ts';`;

describe('migrate', () => {
  describeEachEngine((engine) => {
    const empty = () => createTestDatabase(engine, 'empty');

    it('lets another version run on only while no missing step needs its stop', async () => {
      await using database = await empty();
      const folder = mkdtempSync(`${tmpdir()}/atelier-steps-`);
      writeFileSync(`${folder}/0001-adds.ts`, 'export async function up() {}');
      writeFileSync(
        `${folder}/0002-removes.ts`,
        'export const needsStop = true; export async function up() {}',
      );
      const steps = await readMigrations(folder);
      await requireNoStop(database.location, steps.slice(0, 1));
      await expect(requireNoStop(database.location, steps)).rejects.toThrow(
        'The migration 0002-removes can’t be applied while the previous version runs: stop that, then start this one.',
      );
      expect(await findMissingMigrations(database.db, steps)).toHaveLength(2);
      await migrateLocation(database.location, steps, systemClock);
      await requireNoStop(database.location, steps);
      rmSync(folder, { recursive: true });
    });

    it('applies the missing steps in order, once', async () => {
      await using database = await empty();
      const steps = [making('a'), making('bb')];
      expect(await findMissingMigrations(database.db, steps)).toEqual(['0010-a', '0020-bb']);
      expect(await migrate(database, steps, systemClock)).toEqual(['0010-a', '0020-bb']);
      expect(await migrate(database, [...steps, making('ccc')], systemClock)).toEqual(['0030-ccc']);
      expect(await migrate(database, [...steps, making('ccc')], systemClock)).toEqual([]);
      expect(await findMissingMigrations(database.db, steps)).toEqual([]);
      expect(await tablesOf(database.db)).toEqual(['a', 'bb', 'ccc', 'schema_migrations']);
    });

    it('keeps the state before a failing step and resumes from there', async () => {
      await using database = await empty();
      const half: Migration = {
        name: '0020-bb',
        up: async (context) => {
          await making('bb').up(context);
          throw new Error('half way');
        },
      };
      const failing = migrate(database, [making('a'), half, making('ccc')], systemClock);
      await expect(failing).rejects.toThrow('Migration 0020-bb failed; the database is as it was before it');
      expect(await tablesOf(database.db)).toEqual(['a', 'schema_migrations']);
      expect(await migrate(database, [making('a'), making('bb')], systemClock)).toEqual(['0020-bb']);
    });

    it('refuses a database that a newer program migrated', async () => {
      await using database = await empty();
      await migrate(database, [making('a'), making('bb')], systemClock);
      await expect(migrate(database, [making('a')], systemClock)).rejects.toThrow(
        'The data was written by a newer version of this program (0020-bb)',
      );
    });

    if (engine === 'sqlite') {
      it('sorts new indexes on the disk, and keeps what undoes later writes in memory', async () => {
        await using database = await empty();
        const readStore = async (db: QueryExecutorProvider) =>
          (await sql<{ temp_store: number }>`pragma temp_store`.execute(db)).rows[0]?.temp_store;
        const [FILE, MEMORY] = [1, 2];
        const noting: Migration = {
          name: '0010-noting',
          up: async ({ db }) => expect(await readStore(db)).toBe(FILE),
        };
        expect(await migrate(database, [noting], systemClock)).toEqual(['0010-noting']);
        expect(await readStore(database.db)).toBe(MEMORY);
      });
    }

    it('applies each step once when many connections start together', async () => {
      await using database = await empty();
      const steps = ['a', 'bb', 'ccc', 'dddd'].map(making);
      const applied = await Promise.all(
        Array.from({ length: 4 }, () => migrateLocation(database.location, steps, systemClock)),
      );
      expect(applied.flat().sort()).toEqual(steps.map(({ name }) => name));
    });

    it('applies each step once when many processes start together', async () => {
      await using database = await empty();
      const gate = `${tmpdir()}/atelier-gate-${newId()}`;
      const code = `${importing}
      import { existsSync } from 'node:fs';
      const location = ${JSON.stringify(database.location)};
      const steps = await loadMigrations();
      console.log('ready');
      while (!existsSync('${gate}'));
      console.log('applied: ' + (await migrateLocation(location, steps, systemClock)).join());
      process.exit();`;
      const starts = Array.from({ length: 4 }, () => startNode([...RUN_CODE, code], {}));
      await Promise.all(starts.map((start) => start.waitForOutput('ready')));
      writeFileSync(gate, '');
      const ends = await Promise.all(starts.map(({ ended }) => ended));
      rmSync(gate);
      expect(ends.map(({ code, output }) => (code === 0 ? 'done' : output))).toEqual(Array(4).fill('done'));
      const applied = ends.flatMap(({ output }) => /applied: (.+)/.exec(output)?.[1]?.split(',') ?? []);
      expect(applied.sort()).toEqual((await loadMigrations()).map(({ name }) => name));
    });

    it('resumes after the process was killed in the middle of a step', async () => {
      await using database = await empty();
      const code = `${importing}
      const up = async ({ db }) => {
        await db.schema.createTable('half').addColumn('id', 'text').execute();
        process.kill(process.pid, 'SIGKILL');
      };
      await migrate(openDatabase(${JSON.stringify(database.location)}), [{ name: '0010-a', up }], systemClock);`;
      const { signal } = await startNode([...RUN_CODE, code], {}).ended;
      expect(signal).toBe('SIGKILL');
      expect(await migrate(database, [making('a')], systemClock)).toEqual(['0010-a']);
      expect(await tablesOf(database.db)).toEqual(['a', 'schema_migrations']);
    });

    it('leaves no column that accepts a value of the wrong type', async () => {
      await using database = await createTestDatabase(engine);
      const insert = sql`insert into mail_outbox (id, kind, message_id, recipient, subject, text_body, html_body,
      status, attempts, due_at, created_at) values ('1', 'k', 'm', 'r', 's', 't', 'h', 'pending', 'many', 'd', 'c')`;
      await expect(insert.execute(database.db)).rejects.toThrow();
    });
  });

  describe('readMigrations', () => {
    const load = async (...files: string[]) => {
      const folder = mkdtempSync(`${tmpdir()}/atelier-migrations-`);
      for (const file of files) writeFileSync(`${folder}/${file}`, 'export async function up() {}\n');
      return readMigrations(folder).finally(() => rmSync(folder, { recursive: true }));
    };

    it('returns the steps in the order of their numbers', async () => {
      const steps = await load('0010-b.ts', '0002-c.ts', '0100-a.ts');
      expect(steps.map(({ name }) => name)).toEqual(['0002-c', '0010-b', '0100-a']);
    });

    it('refuses a malformed file name and a number used twice', async () => {
      await expect(load('accounts.ts')).rejects.toThrow('named like 0001-what-it-does.ts');
      await expect(load('0001-a.ts', '0001-b.ts')).rejects.toThrow('there is another migration 0001');
    });
  });
});
