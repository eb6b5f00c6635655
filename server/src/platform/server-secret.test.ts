import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadServerSecret, ServerSecret } from './server-secret.ts';

const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-secret-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const text = Buffer.from('what nobody may read');

describe('ServerSecret', () => {
  it('opens a sealed value for the same purpose and row alone', () => {
    const secret = new ServerSecret(randomBytes(32));
    const sealed = secret.seal('auth.test', 'row 1', text);
    expect(sealed).not.toContain('nobody');
    expect(secret.open('auth.test', 'row 1', sealed)).toEqual(text);
    expect(() => secret.open('auth.other', 'row 1', sealed)).toThrow();
    expect(() => secret.open('auth.test', 'row 2', sealed)).toThrow();
    expect(() => new ServerSecret(randomBytes(32)).open('auth.test', 'row 1', sealed)).toThrow();
    const altered = Buffer.from(sealed, 'base64url');
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
    expect(() => secret.open('auth.test', 'row 1', altered.toString('base64url'))).toThrow();
    expect(() => secret.open('auth.test', 'row 1', '')).toThrow();
  });

  it('is created once, readable by the owner alone', async () => {
    const folder = join(await newFolder(), 'data');
    const sealed = (await loadServerSecret(folder)).seal('auth.test', 'r', text);
    expect((await loadServerSecret(folder)).open('auth.test', 'r', sealed)).toEqual(text);
    expect(await readdir(folder)).toEqual(['server.secret']);
    expect((await stat(join(folder, 'server.secret'))).mode & 0o777).toBe(0o600);
  });

  it('is one for processes that start simultaneously', async () => {
    const folder = await newFolder();
    const secrets = await Promise.all(Array.from({ length: 8 }, () => loadServerSecret(folder)));
    const sealed = secrets[0]?.seal('auth.test', 'r', text) ?? '';
    for (const secret of secrets) expect(secret.open('auth.test', 'r', sealed)).toEqual(text);
    expect(await readdir(folder)).toEqual(['server.secret']);
  });

  it('throws for a damaged file instead of creating another secret', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'server.secret'), 'half');
    await expect(loadServerSecret(folder)).rejects.toThrow(/server.secret is damaged/);
  });
});
