import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { chosenEngines } from '../../test/harness/engines.ts';
import { createInstallation, fillProduct, readProduct } from '../../test/harness/installation.ts';
import { startProduct } from '../../test/harness/running-product.ts';
import { openDatabase } from '../platform/db/open.ts';
import { runCommand } from './run-command.ts';

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))('move', () => {
  it('copies everything from SQLite to PostgreSQL: the product answers as before', async () => {
    await using from = await createInstallation('sqlite');
    await using to = await createInstallation('postgres');
    const env: Record<string, string> = { ...to.env, DATA_DIR: from.dataDir };
    const lines: string[] = [];
    const move = () => runCommand(['move'], env, (line) => lines.push(line));
    const product = await startProduct(from.env);
    const { id } = await fillProduct(product);
    const seen = await readProduct(product, id);

    expect([await move(), lines.at(-1)]).toEqual([1, expect.stringContaining('is running')]);
    await product.stop();
    expect([await move(), lines.at(-1)]).toEqual([0, expect.stringContaining('Start the product with')]);
    expect(lines.find((line) => line.startsWith('Moved'))).toMatch(/^Moved \d+ rows in \d+ tables/);
    expect(existsSync(join(from.dataDir, 'atelier.sqlite'))).toBe(false);

    const moved = await startProduct(env);
    expect(await readProduct(moved, id)).toEqual(seen);
    await moved.stop();
    expect([await move(), lines.at(-1)]).toEqual([1, expect.stringContaining('nothing to move')]);
  });

  it('refuses a database with data in it and leaves it unchanged', async () => {
    await using from = await createInstallation('sqlite');
    await using to = await createInstallation('postgres');
    const lines: string[] = [];
    const move = () =>
      runCommand(['move'], { ...to.env, DATA_DIR: from.dataDir }, (line) => lines.push(line));
    await from.studio('migrate');
    await to.studio('migrate');
    const taken = openDatabase(to.location);
    await taken.db.insertInto('list_counts').values({ name: 'accounts', count: 1 }).execute();
    await taken.close();
    expect([await move(), lines.at(-1)]).toEqual([1, expect.stringContaining('has data in it')]);

    const { db, close } = openDatabase(to.location);
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await sql`create table somebody_elses (a text)`.execute(db);
    await close();
    expect([await move(), lines.at(-1)]).toEqual([1, expect.stringContaining('somebody_elses')]);
    expect(existsSync(join(from.dataDir, 'atelier.sqlite'))).toBe(true);
    rmSync(join(from.dataDir, 'atelier.sqlite'));
    expect([await move(), lines.at(-1)]).toEqual([1, expect.stringContaining('nothing to move')]);
    expect([await runCommand(['move'], from.env, (line) => lines.push(line)), lines.at(-1)]).toEqual([
      1,
      expect.stringContaining('Set DATABASE_URL'),
    ]);
  });
});
