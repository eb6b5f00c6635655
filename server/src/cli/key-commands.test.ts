import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createTestLocation, describeAnyEngine } from '../../test/harness/database.ts';
import type { DatabaseLocation } from '../platform/db/open.ts';
import { openDatabase } from '../platform/db/open.ts';
import { runCommand } from './run-command.ts';

describeAnyEngine((engine) => {
  describe('the commands about keys', () => {
    const run = async (
      location: DatabaseLocation,
      args: readonly string[],
      settings: Record<string, string> = {},
    ) => {
      const dataDir = mkdtempSync(`${tmpdir()}/atelier-keys-`);
      const lines: string[] = [];
      const env = {
        DATA_DIR: settings.DATA_DIR ?? dataDir,
        ...(location.engine === 'postgres' ? { DATABASE_URL: location.url } : {}),
        ...settings,
      };
      const code = await runCommand(args, env, (line) => lines.push(line));
      rmSync(dataDir, { recursive: true });
      return { code, lines };
    };

    it('rotate the signing key and print a service token', async () => {
      const { location, remove } = await createTestLocation(engine);
      // SQLite's file has a fixed name in the data folder: here the folder is the test's.
      const folder =
        location.engine === 'sqlite'
          ? location.file.replace(/\/[^/]+$/, '')
          : mkdtempSync(`${tmpdir()}/atelier-keys-`);
      const settings = { DATA_DIR: folder };
      try {
        expect((await run(location, ['service-token', '7'], settings)).lines[0]).toMatch(
          /^[\w-]+\.[\w-]+\.[\w-]+$/,
        );
        const { code, lines } = await run(location, ['rotate-keys'], settings);
        expect([code, lines[0]]).toEqual([
          0,
          expect.stringMatching(/From the next minute on, key [\w-]{36} signs sessions/),
        ]);
        const { db, close } = openDatabase(location);
        const keys = await db.selectFrom('auth_keys').select(['kid', 'signing']).orderBy('signing').execute();
        await close();
        expect(keys.map(({ signing }) => signing).sort()).toEqual([1, null]);
        expect(lines[0]).toContain(keys.find(({ signing }) => signing === 1)?.kid);
        expect((await run(location, ['service-token', '0'], settings)).code).toBe(1);

        const file = `${folder}/keys.json`;
        await writeFile(file, '{"keys":[]}');
        const own = { ...settings, AUTH_SIGNING_KEYS: file };
        expect(await run(location, ['rotate-keys'], own)).toMatchObject({
          code: 1,
          lines: [expect.stringContaining('AUTH_SIGNING_KEYS')],
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
        await remove();
      }
    });
  });
});
