import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../test/harness/clock.ts';
import { type FailureEntry, FailureLog, readFailures } from './failure-log.ts';
import { createLog } from './log.ts';

const DAY = 24 * 3600;

describe('FailureLog', () => {
  let root: string;
  let folder: string;
  let clock: TestClock;
  let logged: string[];
  beforeEach(() => {
    root = mkdtempSync(`${tmpdir()}/atelier-failures-`);
    folder = join(root, 'log');
    clock = createTestClock();
    logged = [];
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const open = (largest?: number) => {
    const log = createLog('warn', { write: (line) => logged.push(line) });
    return new FailureLog({ folder, clock, log, ...(largest ? { largest } : {}) });
  };
  const entry = (id: string): FailureEntry => ({
    time: clock.now().toISOString(),
    id,
    method: 'GET',
    route: '/api/me',
    status: 500,
    ms: 3,
    queries: [],
    more: 0,
    version: '1',
  });
  const keep = async (log: FailureLog, ...ids: string[]) => {
    for (const id of ids) log.add(entry(id));
    await log.close();
  };
  const readIds = async () => (await readFailures(folder)).map(({ id }) => id);

  it('keeps entries for the account that runs the product alone, and gives back the newest first', async () => {
    expect(await readIds()).toEqual([]);
    const log = open();
    await keep(log, 'a', 'b');
    await keep(log, 'c');
    expect(await readIds()).toEqual(['c', 'b', 'a']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'requests.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('stays within two files of bounded size', async () => {
    const log = open(500);
    const ids = Array.from({ length: 40 }, (_, n) => `request-${n}`);
    for (const id of ids) await keep(log, id);
    const files = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(files.length).toBe(2);
    expect(Math.max(...files)).toBeLessThanOrEqual(500);
    const kept = await readIds();
    expect(kept).toEqual(ids.slice(-kept.length).reverse());
    expect(kept.length).toBeGreaterThanOrEqual(4);
  });

  it('forgets what is 30 days old, and keeps what is younger than 15', async () => {
    const log = open();
    await keep(log, 'first');
    clock.advance(14 * DAY);
    await keep(log, 'second');
    clock.advance(2 * DAY);
    await keep(log, 'third');
    clock.advance(13 * DAY);
    expect(await readIds()).toEqual(['third', 'second', 'first']);
    clock.advance(1.5 * DAY);
    log.start();
    await log.close();
    expect(await readIds()).toEqual(['third']);
  });

  it('reads what is whole of a file that ends in a torn line', async () => {
    await keep(open(), 'a');
    const file = join(folder, 'requests.jsonl');
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"time":"2026`);
    expect(await readIds()).toEqual(['a']);
  });

  it('says once that it cannot write, and goes on when it can', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    chmodSync(folder, 0o600);
    const log = open();
    await keep(log, 'a');
    await keep(log, 'b');
    expect(logged.filter((line) => line.includes('can’t be kept'))).toHaveLength(1);
    rmSync(folder);
    await keep(log, 'c');
    expect(await readIds()).toEqual(['c']);
  });
});
