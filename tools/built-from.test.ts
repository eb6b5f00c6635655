import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuiltFrom, type Origin, readOrigin } from './built-from.ts';

let folder: string;
let origin: Origin;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/atelier-origin-`);
  mkdirSync(`${folder}/sources/below`, { recursive: true });
  writeFileSync(`${folder}/sources/below/a.ts`, 'a');
  origin = {
    note: `${folder}/built-from`,
    inputs: [relative(join(import.meta.dirname, '..'), `${folder}/sources`)],
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('isBuiltFrom', () => {
  it('says yes after a build, and when the same files are written again', () => {
    expect(isBuiltFrom(origin)).toBe(false);
    readOrigin(origin)();
    expect(isBuiltFrom(origin)).toBe(true);
    writeFileSync(`${folder}/sources/below/a.ts`, 'a');
    utimesSync(`${folder}/sources/below/a.ts`, 1, 1);
    expect(isBuiltFrom(origin)).toBe(true);
  });

  it('says no when a file is changed, added or removed', () => {
    readOrigin(origin)();
    writeFileSync(`${folder}/sources/b.ts`, 'b');
    expect(isBuiltFrom(origin)).toBe(false);
    readOrigin(origin)();
    writeFileSync(`${folder}/sources/b.ts`, 'c');
    expect(isBuiltFrom(origin)).toBe(false);
    readOrigin(origin)();
    rmSync(`${folder}/sources/b.ts`);
    expect(isBuiltFrom(origin)).toBe(false);
  });

  it('says no when a file was changed during the build', () => {
    const note = readOrigin(origin);
    writeFileSync(`${folder}/sources/below/a.ts`, 'b');
    note();
    expect(isBuiltFrom(origin)).toBe(false);
  });

  it('looks at no tests and no installed packages', () => {
    readOrigin(origin)();
    mkdirSync(`${folder}/sources/node_modules`);
    writeFileSync(`${folder}/sources/node_modules/x.ts`, 'x');
    writeFileSync(`${folder}/sources/below/a.test.ts`, 'x');
    expect(isBuiltFrom(origin)).toBe(true);
  });

  it('says no when the note can’t be read', () => {
    readOrigin(origin)();
    writeFileSync(origin.note, 'an older note');
    expect(isBuiltFrom(origin)).toBe(false);
  });
});
