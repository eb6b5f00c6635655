import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillLauncher } from './contents.ts';
import { TARGETS, type Target } from './native-packages.ts';

const here = `${process.platform}-${process.arch}` as Target;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-launcher-'));
  mkdirSync(join(folder, 'release'));
  writeProgram('release/studio', fillLauncher({ oldestNode: 24 }, here));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeProgram(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
  chmodSync(join(folder, path), 0o755);
}

/** A program that says it's this version of Node, or else prints what it was started with. */
function writeNode(version: string): void {
  writeProgram('node', `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || echo "$@"\n`);
}

function run(...args: readonly string[]) {
  return spawnSync(join(folder, 'release/studio'), args, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', NODE: join(folder, 'node') },
    encoding: 'utf8',
  });
}

describe('launcher', () => {
  it.each(['v23.11.0', 'v9.0.0'])('refuses Node %s, and says which is needed', (version) => {
    writeNode(version);
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toContain(`Node ${version} is too old: Atelier needs Node 24 or newer.`);
  });

  it('says that there is no Node when there is none', () => {
    const { status, stderr } = run('doctor');
    expect(status).toBe(1);
    expect(stderr).toContain('Atelier needs Node 24 or newer, and there is no program');
  });

  it('refuses a machine that the release is not for', () => {
    writeNode('v26.10.0');
    const other = Object.keys(TARGETS).find((target): target is Target => target !== here) ?? 'linux-x64';
    writeProgram('release/studio', fillLauncher({ oldestNode: 24 }, other));
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toContain(`This release is for ${other}, and this machine is ${here}`);
  });

  it.each(['v24.0.0', 'v26.10.0', 'v100.1.0'])('starts the product with Node %s', (version) => {
    writeNode(version);
    expect(run('start').stdout).toBe(`${join(folder, 'release/server/build/main.cjs')}\n`);
  });

  it('hands a command on with its arguments, and with the settings of the current folder', () => {
    writeNode('v26.10.0');
    writeFileSync(join(folder, '.env'), '');
    const program = join(folder, 'release/server/build/studio.cjs');
    expect(run('backup', '/mnt/a b').stdout).toBe(`--env-file=.env ${program} backup /mnt/a b\n`);
  });

  it('finds the release when it is started through a link', () => {
    writeNode('v26.10.0');
    const link = join(folder, 'linked');
    spawnSync('ln', ['-s', join(folder, 'release/studio'), link]);
    const { stdout } = spawnSync(link, ['start'], {
      env: { PATH: '/usr/bin:/bin', NODE: join(folder, 'node') },
      encoding: 'utf8',
    });
    expect(stdout).toBe(`${join(folder, 'release/server/build/main.cjs')}\n`);
  });
});
