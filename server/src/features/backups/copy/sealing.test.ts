import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSealing, readIdentities } from './sealing.ts';

describe('createSealing', () => {
  it('names a content by what only the installation knows, and otherwise after a change of keys', () => {
    const names = [
      createSealing({ to: ['age1a', 'age1b'], nameKey: '00' }),
      createSealing({ to: ['age1b', 'age1a'], nameKey: '00' }),
      createSealing({ to: ['age1a'], nameKey: '00' }),
      createSealing({ to: ['age1a', 'age1b'], nameKey: '01' }),
    ].map((sealing) => sealing.nameOf('f'.repeat(64)));
    expect(names[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(names[1]).toBe(names[0]);
    expect(new Set(names).size).toBe(3);
    expect(names).not.toContain('f'.repeat(64));
  });
});

describe('readIdentities', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(`${tmpdir()}/atelier-identities-`);
    return () => rmSync(folder, { recursive: true, force: true });
  });
  const fileWith = (text: string) => {
    const file = join(folder, 'key');
    writeFileSync(file, text);
    return file;
  };

  it('reads the keys of a file as age-keygen writes it', async () => {
    const keys = [await generateX25519Identity(), await generateX25519Identity()];
    const text = `# created: 2026-05-04\n# public key: age1…\n${keys[0]}\r\n\n  ${keys[1]}\n`;
    expect(await readIdentities(fileWith(text))).toEqual({ keys, file: join(folder, 'key') });
  });

  it('says what is wrong with a file that has no private key, and repeats nothing of it', async () => {
    const key = await generateX25519Identity();
    const mistyped = `${key.slice(0, -1)}${key.endsWith('Q') ? 'P' : 'Q'}`;
    const publicKey = await identityToRecipient(key);
    for (const text of ['', '# only a comment', publicKey, mistyped, 'x'.repeat(100_000), `${key}\n\0`]) {
      await expect(readIdentities(fileWith(text))).rejects.toThrow(
        `${folder}/key is no file of private keys: it needs a line AGE-SECRET-KEY-1… as age-keygen writes it.`,
      );
    }
    await expect(readIdentities(fileWith('age-encryption.org/v1\n-> scrypt'))).rejects.toThrow(
      'is itself encrypted: decrypt it first',
    );
    await expect(readIdentities(folder)).rejects.toThrow('is no file of private keys');
    await expect(readIdentities(join(folder, 'none'))).rejects.toThrow(`There is no file ${folder}/none.`);
  });
});
