import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import {
  createInstallation,
  fillProduct,
  type Installation,
  readProduct,
} from '../../../test/harness/installation.ts';
import { startProduct } from '../../../test/harness/running-product.ts';

describe('a backup that the product has made by itself', () => {
  describeEachEngine((engine) => {
    let to: string;
    beforeEach(() => {
      to = mkdtempSync(`${tmpdir()}/atelier-place-`);
    });
    afterEach(() => rmSync(to, { recursive: true, force: true }));

    /** Runs the product with content until it has backed itself up. */
    async function backUp(installation: Installation) {
      // The first backup begins with the start: there is something in it by then.
      const filling = await startProduct(installation.env);
      const { id } = await fillProduct(filling);
      const seen = await readProduct(filling, id);
      await filling.stop();
      const product = await startProduct({ ...installation.env, BACKUP_TO: to });
      await vi.waitFor(async () => expect(await installation.studio('backups', to)).toBe(0), {
        timeout: 60_000,
        interval: 100,
      });
      await product.stop();
      return { id, seen };
    }

    it('is listed, and restored elsewhere with everything in it', async () => {
      await using installation = await createInstallation(engine);
      const { id, seen } = await backUp(installation);
      expect(installation.lines).toEqual([
        expect.stringMatching(new RegExp(`^\\d{4}-.*Z-[0-9a-f]{8} {2}${engine} {2}0\\.\\d MB {2}Atelier `)),
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
  });
});
