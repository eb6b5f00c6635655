import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Comparison, printComparisons } from './ratios.ts';

/*
 * Runs the benches that have goals one after the other, each with its own yardsticks, and prints all verdicts at the end. Run by:
 * npm run build && npm run bench [-- --json file]. It takes most of an hour, and wants a machine without other work.
 */

const NAMES = ['http', 'start', 'streams', 'scale', 'money', 'pages', 'screens', 'beside'];

interface Result {
  bench: string;
  /** The load of the machine before it, over the last minute. */
  load: number;
  seconds: number;
  /** Undefined for a bench that broke off. */
  comparisons: Comparison[] | undefined;
}

const { values } = parseArgs({ options: { json: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'atelier-benches-'));
try {
  const results = NAMES.map(run);
  console.log('\nAll of them:\n');
  printComparisons(
    'all',
    results.flatMap(({ comparisons }) => comparisons ?? []),
    undefined,
  );
  const broken = results.filter(({ comparisons }) => !comparisons).map(({ bench }) => bench);
  if (broken.length > 0) {
    console.log(`Broke off: ${broken.join(', ')}`);
    process.exitCode = 1;
  }
  if (values.json) {
    const machine = {
      at: new Date().toISOString(),
      node: process.version,
      processor: cpus()[0]?.model,
      processors: availableParallelism(),
      memoryBytes: totalmem(),
    };
    writeFileSync(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(bench: string): Result {
  console.log(`\n${bench}\n`);
  const json = join(folder, `${bench}.json`);
  const [load = 0, begun] = [loadavg()[0], performance.now()];
  const script = join(import.meta.dirname, '..', `${bench}.ts`);
  const { status } = spawnSync(process.execPath, [script, '--json', json], { stdio: 'inherit' });
  const isDone = status === 0 && existsSync(json);
  return {
    bench,
    load,
    seconds: Math.round((performance.now() - begun) / 1_000),
    comparisons: isDone ? JSON.parse(readFileSync(json, 'utf8')).comparisons : undefined,
  };
}
