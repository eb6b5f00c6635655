import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArchivedFile, type Contents, writeArchive } from './archive.ts';
import { readArchive } from './native-packages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const time = new Date('2026-05-04T03:00:00Z');
const file = (text: string, executable = false): ArchivedFile => ({ bytes: Buffer.from(text), executable });

async function archive(contents: Contents): Promise<Buffer> {
  const path = join(folder, 'a.tar.gz');
  await writeArchive(path, 'atelier', contents, time);
  return readFileSync(path);
}

describe('archive', () => {
  it('has the same bytes when the same files come in another order', async () => {
    const files: [string, ArchivedFile][] = [
      ['studio', file('#!/bin/sh', true)],
      ['server/main.cjs', file('1')],
    ];
    const [one, other] = [await archive(new Map(files)), await archive(new Map(files.toReversed()))];
    expect(one.equals(other)).toBe(true);
  });

  it('has other bytes when a file is no longer executable', async () => {
    const [one, other] = [
      await archive(new Map([['studio', file('1', true)]])),
      await archive(new Map([['studio', file('1')]])),
    ];
    expect(one.equals(other)).toBe(false);
  });

  it('keeps every byte, also of a name longer than a tar header', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const long = `${'a'.repeat(120)}/${'b'.repeat(120)}`;
    const read = await readArchive(await archive(new Map([[long, { bytes }]])));
    expect([...read]).toEqual([[long, bytes]]);
  });
});
