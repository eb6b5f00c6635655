import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/** One thing to run: a command, or a function that throws when it fails. */
export interface Step {
  title: string;
  run: readonly [program: string, ...args: string[]] | (() => void | Promise<void>);
  /** The lines of the command's output, without colours, that name what failed: they are repeated at the end. */
  namesFailure?: RegExp;
}

interface Outcome {
  title: string;
  ok: boolean;
  seconds: number;
  failures: string[];
}

/** How many of a step's failures are repeated: enough to start from. */
const MOST_RETOLD = 60;

/**
 * Runs every step in order, also after a failed one, each under a heading; then prints
 * which failed, and what in them.
 * @returns the exit code: 0 only when all went well
 */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const { title, run, namesFailure } of steps) {
    console.log(`\n== ${title}`);
    const start = performance.now();
    const failures = new Set<string>();
    const ok =
      typeof run === 'function'
        ? await succeeds(run)
        : await runProgram(run, (line) => namesFailure?.test(line) && failures.add(line.trim()));
    const seconds = (performance.now() - start) / 1000;
    outcomes.push({ title, ok, seconds, failures: [...failures].slice(0, MOST_RETOLD) });
  }
  console.log('\n== Summary');
  for (const { title, ok, seconds, failures } of outcomes) {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${title} (${seconds.toFixed(1)} s)`);
    if (!ok) for (const failure of failures) console.log(`         ${failure}`);
  }
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
}

/** Runs a command, shows what it prints as it comes, and hands each line of it on. */
async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  onLine: (line: string) => void,
): Promise<boolean> {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(program, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...colours },
  });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(false);
    });
    child.on('close', (status) => resolve(status === 0));
  });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.pipe(to, { end: false });
    createInterface({ input: from }).on('line', (line) => onLine(stripVTControlCharacters(line)));
  }
  return ended;
}

async function succeeds(run: () => void | Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

const root = join(import.meta.dirname, '..');

/** What needs no running product: the types of every folder that has some, lint and format, directions. */
export function checkSteps(): Step[] {
  const folders = readdirSync(root).filter((name) => existsSync(join(root, name, 'tsconfig.json')));
  return [
    ...folders.map((folder): Step => ({ title: `Types of ${folder}`, run: typeCheck(folder) })),
    { title: 'Lint and format', run: ['biome', 'check', '--error-on-warnings', '.'] },
    { title: 'Layers', run: ['node', 'tools/layers.ts'] },
    { title: 'Regular expressions', run: ['node', 'tools/regexes.ts'] },
    { title: 'Bare text', run: ['node', 'tools/bare-text.ts'] },
    { title: 'Unused exports and files', run: ['npm', 'run', '--silent', 'unused'] },
    { title: 'Lock file', run: ['node', 'tools/lock-file.ts'] },
    { title: 'Licences', run: ['node', 'tools/licences.ts'] },
    { title: 'API document', run: ['node', 'tools/api-document.ts'] },
    { title: 'Generated lists', run: ['node', 'tools/generated-pages.ts', '--check'] },
  ];
}

/** The web's routes have types that are written first. */
function typeCheck(folder: string): Exclude<Step['run'], () => void> {
  return folder === 'web'
    ? ['npm', 'run', '--silent', 'typecheck', '-w', 'web']
    : ['tsc', '--noEmit', '-p', folder];
}

if (import.meta.main) process.exitCode = await runSteps(checkSteps());
