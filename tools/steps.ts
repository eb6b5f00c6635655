import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/** One thing to run: a command, or a function that throws when it fails. */
export interface Step {
  title: string;
  run: readonly [program: string, ...args: string[]] | (() => void | Promise<void>);
  /** The lines of the command's output, without colours, that name what failed: they are repeated at the end. */
  namesFailure?: RegExp;
}

/** Steps that don't need each other: as many run at once as there are cores, in this order. */
type Stage = readonly Step[];

interface Outcome {
  title: string;
  ok: boolean;
  seconds: number;
  failures: string[];
}

/** How many of a step's failures are repeated: enough to start from. */
const MOST_REPEATED = 60;

/**
 * Runs one stage after another, also after a failed step. Each line of output begins with its step's title; at
 * the end stands which steps failed, and what in them.
 * @returns the exit code: 0 only when all went well
 */
export async function runStages(stages: readonly Stage[]): Promise<number> {
  const start = performance.now();
  const outcomes: Outcome[] = [];
  for (const stage of stages) outcomes.push(...(await runStage(stage)));
  console.log('\n== Summary');
  for (const { title, ok, seconds, failures } of outcomes) {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${title} (${seconds.toFixed(1)} s)`);
    if (!ok) for (const failure of failures) console.log(`         ${failure}`);
  }
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s in all`);
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
}

/** Runs a stage's steps, as many at once as there are cores. */
async function runStage(stage: Stage): Promise<Outcome[]> {
  const waiting = stage.map((step, index) => ({ step, index }));
  const outcomes: Outcome[] = [];
  const runNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next) return;
    outcomes[next.index] = await runStep(next.step);
    return runNext();
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runNext));
  return outcomes;
}

async function runStep({ title, run, namesFailure }: Step): Promise<Outcome> {
  const start = performance.now();
  const failures = new Set<string>();
  console.log(`${title} | begins`);
  const ok =
    typeof run === 'function'
      ? await succeeds(title, run)
      : await runProgram(title, run, (line) => namesFailure?.test(line) && failures.add(line.trim()));
  const seconds = (performance.now() - start) / 1000;
  console.log(`${title} | ${ok ? 'ok' : 'FAILED'} after ${seconds.toFixed(1)} s`);
  return { title, ok, seconds, failures: [...failures].slice(0, MOST_REPEATED) };
}

/** Runs a command, shows each line it prints behind the step's title, and passes it on without colours. */
async function runProgram(
  title: string,
  [program, ...args]: readonly [string, ...string[]],
  onLine: (line: string) => void,
): Promise<boolean> {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colours },
  });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      console.error(`${title} | ${program}: ${error.message}`);
      resolve(false);
    });
    child.on('close', (status) => resolve(status === 0));
  });
  for (const [from, print] of [
    [child.stdout, console.log],
    [child.stderr, console.error],
  ] as const) {
    createInterface({ input: from }).on('line', (line) => {
      print(`${title} | ${line}`);
      onLine(stripVTControlCharacters(line));
    });
  }
  return ended;
}

async function succeeds(title: string, run: () => void | Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    console.error(`${title} | ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
