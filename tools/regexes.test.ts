import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Attack, AttackResult } from './regex-attack.ts';
import { type FoundRegex, findRegexes, findSlowRegexes } from './regexes.ts';

const product = findRegexes(join(import.meta.dirname, '..'));

/** Over this an expression is slow: a linear one takes a fraction of a millisecond, the mildest quadratic one hundreds. */
const MAX_MS = 60;
/** The worker is stopped after this long without a message, also in the middle of an expression. */
const SILENT_MS = 30_000;

/** Runs expressions on hostile texts in a thread of its own. @returns the slow ones, and the one that had to be stopped */
async function findDefeated(
  expressions: readonly FoundRegex[],
  silentMs = SILENT_MS,
): Promise<AttackResult[]> {
  const workerData: Attack = { expressions, enoughMs: MAX_MS };
  const worker = new Worker(join(import.meta.dirname, 'regex-attack.ts'), { workerData });
  const results = new Map<string, number>();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const stop = setTimeout(resolve, silentMs);
  worker.on('message', ({ place, ms }: AttackResult) => {
    results.set(place, ms < 0 ? Number.POSITIVE_INFINITY : ms);
    stop.refresh();
  });
  worker.on('error', reject).on('exit', () => resolve());
  await ended;
  clearTimeout(stop);
  await worker.terminate();
  return [...results].map(([place, ms]) => ({ place, ms })).filter(({ ms }) => ms > MAX_MS);
}

/** The expressions of a tree in which one file holds the given line. */
function regexesOf(line: string, path = 'server/src/rule.ts') {
  const root = mkdtempSync(join(tmpdir(), 'atelier-regexes-'));
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${line}\n`);
    return findRegexes(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('regular expressions: the static check', () => {
  it('finds the expressions of the product, and none that is slow or constructed', () => {
    expect(product.literals.length).toBeGreaterThan(100);
    expect(findSlowRegexes(product)).toEqual([]);
  });

  it.each([
    ['a nested quantifier', '/^(a+)+$/.test(x);'],
    ['alternatives that overlap under a repetition', '/^(?:a|a?b|ab)*$/.test(x);'],
    ['a row of comments', String.raw`/^\s*(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)*<!?[a-z]/i.test(x);`],
    ['a search for an end that begins again at each character', "x.replace(/[ .]+$/g, '');"],
    ['two repetitions of the same, one after the other', String.raw`/^\w+\d+$/.test(x);`],
    ['a constructor', 'new RegExp(x);'],
    ['a constructor called as a function', 'RegExp(x);'],
  ])('rejects %s', (_what, line) => {
    expect(findSlowRegexes(regexesOf(`const x = '';\n${line}`))).toEqual([
      expect.stringContaining('server/src/rule.ts:2: '),
    ]);
  });

  it('reads components, and leaves tests and tools alone', () => {
    const line = 'const a = <p>{/(a+)+$/.test("")}</p>;';
    expect(findSlowRegexes(regexesOf(line, 'web/app/ui/a.tsx'))).toHaveLength(1);
    expect(regexesOf('/(a+)+$/;', 'web/app/ui/a.test.ts').literals).toEqual([]);
    expect(regexesOf('/(a+)+$/;', 'tools/a.ts').literals).toEqual([]);
  });
});

describe('regular expressions: on hostile texts of 16 kB', () => {
  it('matches with every expression of the product immediately', async () => {
    expect(await findDefeated(product.literals)).toEqual([]);
  });

  it('reports a slow expression and stops an endless one', async () => {
    const slow = { place: 'slow', regex: /[ .]+$/ };
    const endless = { place: 'endless', regex: /^(?:<!--[\s\S]*?-->|\s)*<[a-z]/i };
    const defeated = await findDefeated([slow, { place: 'fit', regex: /a/ }, endless], 6_000);
    expect(defeated.map(({ place }) => place)).toEqual(['slow', 'endless']);
    expect(defeated[1]?.ms).toBe(Number.POSITIVE_INFINITY);
  });
});
