import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** What SQLite and PostgreSQL may do differently: SQL by hand, locks, and conflict clauses. */
const SPECIAL = /\bsql(?:<[^`]*>)?`|\.(?:onConflict|forUpdate|forShare|skipLocked)\(/;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = globSync('server/src/**/*.ts', { cwd: ROOT }).filter((file) => !file.includes('/migrations/'));
const isTest = (file: string) => file.endsWith('.test.ts');

/** The folder of a feature, or of a part of the core, the platform or the commands. */
const roomOf = (file: string) => dirname(file).split('/').slice(0, 4).join('/');

/** Whether the tests in a file run on both engines, or on PostgreSQL where the other has no part. */
const runsOnBoth = (file: string) => /describeEachEngine|includes\('postgres'\)/.test(read(file));
const rooms = new Set(files.filter((file) => isTest(file) && runsOnBoth(file)).map(roomOf));
/** What has its tests on both engines in another place. */
const TESTED_BY: Record<string, string> = {
  'server/src/core/access': 'server/test/revocation.test.ts',
  'server/src/core/metrics': 'server/src/workflows/overview.test.ts',
  'server/src/platform/http': 'server/test/shared-limits.test.ts',
  'server/src/platform/storage': 'server/src/features/files/files.test.ts',
};
const special = files.filter((file) => !isTest(file) && SPECIAL.test(read(file)));

describe('tests on both engines', () => {
  it.each([...new Set(special.map(roomOf))])('cover the special SQL in %s', (room) => {
    const file = TESTED_BY[room];
    expect(file ? runsOnBoth(file) : rooms.has(room)).toBe(true);
  });

  it('are asked of every file with SQL by hand, a lock or a conflict clause', () => {
    expect(special).toContain('server/src/features/todos/todos.repository.ts');
    expect(special).toContain('server/src/platform/jobs/job-leases.repository.ts');
  });
});
