import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import {
  createInstallation,
  fillProduct,
  type Installation,
  readProduct,
} from '../../../test/harness/installation.ts';
import { startProduct } from '../../../test/harness/running-product.ts';

describe('a backup that the product has made by itself', () => {
  describeAnyEngine((engine) => {
    let to: string;
    beforeEach(() => {
      to = mkdtempSync(`${tmpdir()}/atelier-place-`);
    });
    afterEach(() => rmSync(to, { recursive: true, force: true }));

    /** Backs up an installation with content, as the product does by itself. */
    async function backUp(installation: Installation) {
      const product = await startProduct(installation.env);
      const { id } = await fillProduct(product);
      const seen = await readProduct(product, id);
      await product.stop();
      installation.env.BACKUP_TO = to;
      expect([await installation.studio('backup'), installation.lines]).toEqual([
        0,
        [
          `Making a backup in ${to} …`,
          expect.stringMatching(/^Backup \S+: 1 files, [\d.]+ MB, of which [\d.]+ MB had to be copied\.$/),
        ],
      ]);
      expect(await installation.studio('backups')).toBe(0);
      return { id, seen };
    }

    it('is listed, and restored elsewhere with everything in it', async () => {
      await using installation = await createInstallation(engine);
      const { id, seen } = await backUp(installation);
      expect(installation.lines).toEqual([
        expect.stringMatching(new RegExp(`^\\d{4}-.*Z-[0-9a-f]{8} {2}${engine} {2}\\d\\.\\d MB {2}Atelier `)),
        `1 backups in ${to}.`,
      ]);
      await using elsewhere = await createInstallation(engine);
      await elsewhere.studio('restore', to);
      expect(elsewhere.lines).toContainEqual(expect.stringMatching(/^Restored \d+ rows and 1 files/));
      const product = await startProduct(elsewhere.env);
      expect(await readProduct(product, id)).toEqual(seen);
      await product.stop();
    });

    it('is refused when a part or its entry is damaged, cut off or missing, and nothing is touched', async () => {
      await using installation = await createInstallation(engine);
      await backUp(installation);
      await using elsewhere = await createInstallation(engine);
      const restore = async (...args: string[]) => [
        await elsewhere.studio('restore', ...args),
        elsewhere.lines.at(-1),
      ];
      const [name = ''] = readdirSync(join(to, 'backups'));
      const entry = join(to, 'backups', name);
      const { objects } = JSON.parse(readFileSync(entry, 'utf8').split('\n')[0] ?? '');
      const largest = objects.toSorted((a: { size: number }, b: { size: number }) => b.size - a.size)[0].name;
      const object = join(to, 'objects', largest.slice(0, 2), largest);

      const whole = readFileSync(object);
      writeFileSync(object, whole.subarray(0, -1));
      expect(await restore(to)).toEqual([1, expect.stringContaining('is not what was written')]);
      whole.writeUInt8(whole.readUInt8(100) ^ 1, 100);
      writeFileSync(object, whole);
      expect(await restore(to)).toEqual([1, expect.stringContaining('is not what was written')]);
      rmSync(object);
      expect(await restore(to)).toEqual([1, expect.stringContaining('is missing')]);
      appendFileSync(entry, ' ');
      expect(await restore(to, '--backup', name.slice(0, -5))).toEqual([
        1,
        expect.stringContaining('is missing'),
      ]);
      writeFileSync(entry, readFileSync(entry).subarray(0, -30));
      expect(await restore(to)).toEqual([1, expect.stringContaining('its entry was cut off or changed')]);
      expect([await elsewhere.studio('backups', to), elsewhere.lines]).toEqual([
        1,
        [expect.stringMatching(/^DAMAGED .*its entry was cut off/), `0 backups in ${to}.`],
      ]);
      expect(await restore(to, '--backup', 'another')).toEqual([1, `There is no backup another in ${to}.`]);
      rmSync(entry);
      expect(await restore(to)).toEqual([1, `There is no backup in ${to}.`]);
      expect(readdirSync(elsewhere.dataDir)).toEqual([]);
    });

    it('is made by hand, and never two at once', async () => {
      await using installation = await createInstallation(engine);
      await installation.studio('migrate');
      const backUpByHand = async (...args: string[]) => [
        await installation.studio('backup', ...args),
        installation.lines.at(-1),
      ];
      installation.env.BACKUP_TO = to;
      expect(await backUpByHand('--keep', '3')).toEqual([
        1,
        expect.stringContaining('are for a backup in a folder'),
      ]);
      const codes = await Promise.all([0, 1, 2].map(() => installation.studio('backup')));
      expect(codes.toSorted()).toEqual([0, 1, 1]);
      expect(installation.lines).toContainEqual(
        expect.stringContaining('A backup is being made or tried out at this moment'),
      );
      expect(await installation.studio('backups')).toBe(0);
      expect(installation.lines.at(-1)).toBe(`1 backups in ${to}.`);
      rmSync(to, { recursive: true });
      expect(await backUpByHand()).toEqual([
        1,
        `WRONG There is no folder ${to}: make it, or mount its disk.`,
      ]);
      await installation.studio('doctor');
      expect(installation.lines).toContainEqual(
        expect.stringMatching(
          /^WRONG Last backup on .* There is no folder .* are out of reach\. A folder or file is missing/,
        ),
      );
      mkdirSync(to);
      // An empty place where there was a backup is one that isn't mounted.
      expect(await backUpByHand()).toEqual([1, expect.stringContaining('mount its disk')]);
    });
  });
});
