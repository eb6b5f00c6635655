import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createInstallation, fillProduct, readProduct } from '../../../test/harness/installation.ts';
import { startProduct } from '../../../test/harness/running-product.ts';

describe('an encrypted backup', () => {
  describeAnyEngine((engine) => {
    let to: string;
    let keys: string;
    beforeEach(() => {
      to = mkdtempSync(`${tmpdir()}/atelier-place-`);
      keys = mkdtempSync(`${tmpdir()}/atelier-keys-`);
      return () => {
        for (const folder of [to, keys]) rmSync(folder, { recursive: true, force: true });
      };
    });
    const makeKey = async (name: string) => {
      const identity = await generateX25519Identity();
      const file = join(keys, name);
      writeFileSync(file, `${identity}\n`);
      return { file, recipient: await identityToRecipient(identity) };
    };

    it('is restored with its private key alone, and refused with reasons otherwise', async () => {
      const [key, other] = [await makeKey('key'), await makeKey('other')];
      await using installation = await createInstallation(engine);
      const filling = await startProduct(installation.env);
      const { id } = await fillProduct(filling);
      const seen = await readProduct(filling, id);
      await filling.stop();
      Object.assign(installation.env, { BACKUP_TO: to, BACKUP_ENCRYPT_TO: key.recipient });
      expect(await installation.studio('backup')).toBe(0);
      expect(await installation.studio('backups')).toBe(0);
      expect(installation.lines[0]).toMatch(/ {2}encrypted$/);

      await using elsewhere = await createInstallation(engine);
      expect(await elsewhere.studio('rehearse', to)).toBe(0);
      expect(elsewhere.lines[0]).toMatch(/MB read\. It is encrypted: everything in it is as it was written/);
      const restore = async (...args: string[]) => [
        await elsewhere.studio('restore', to, ...args),
        elsewhere.lines.at(-1),
      ];
      const needsKey = `The backup is encrypted to ${key.recipient}. Name the file with the private key: --identity <file>`;
      expect(await restore()).toEqual([1, needsKey]);
      const wrongKey = `The private key in ${other.file} is not one that the backup is encrypted to: ${key.recipient}.`;
      expect(await restore('--identity', other.file)).toEqual([1, wrongKey]);
      const largest = readdirSync(join(to, 'objects'), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name))
        .toSorted((a, b) => readFileSync(b).length - readFileSync(a).length)[0];
      const whole = readFileSync(largest ?? '');
      for (const at of [40, whole.length - 1]) {
        const changed = Buffer.from(whole);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        writeFileSync(largest ?? '', changed);
        expect(await restore('--identity', key.file)).toEqual([
          1,
          expect.stringContaining('is not what was written. Nothing has changed.'),
        ]);
      }

      expect(await elsewhere.studio('rehearse', to)).toBe(1);
      expect(elsewhere.lines.at(-1)).toMatch(/^WRONG 1 of the \d+ objects of .* are not what was written\.$/);

      writeFileSync(largest ?? '', whole);
      expect(readdirSync(elsewhere.dataDir)).toEqual([]);
      // In a new installation there are no tables of PostgreSQL to compare with.
      const rehearsed = await elsewhere.studio('rehearse', to, '--identity', key.file);
      expect([rehearsed, elsewhere.lines.at(-1)]).toEqual([
        0,
        expect.stringMatching(/was restored|were read and counted/),
      ]);
      await restore('--identity', key.file);
      expect(elsewhere.lines).toContainEqual(expect.stringMatching(/^Restored \d+ rows and 1 files/));
      const restored = await startProduct(elsewhere.env);
      expect(await readProduct(restored, id)).toEqual(seen);
      await restored.stop();
    });
  });
});
