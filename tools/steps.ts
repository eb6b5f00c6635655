import { spawnSync } from 'node:child_process';

/** One thing to run: a command, or a function that throws when it fails. */
export interface Step {
  title: string;
  run: readonly [program: string, ...args: string[]] | (() => void | Promise<void>);
}

interface Outcome {
  title: string;
  ok: boolean;
  seconds: number;
}

/**
 * Runs every step, one after the other and whatever the earlier ones said, each under a heading; then tells
 * which failed.
 * @returns the exit code: 0 only when all went well
 */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const { title, run } of steps) {
    console.log(`\n== ${title}`);
    const start = performance.now();
    const ok = typeof run === 'function' ? await succeeds(run) : runProgram(run);
    outcomes.push({ title, ok, seconds: (performance.now() - start) / 1000 });
  }
  console.log('\n== Summary');
  for (const { title, ok, seconds } of outcomes) {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${title} (${seconds.toFixed(1)} s)`);
  }
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
}

function runProgram([program, ...args]: readonly [string, ...string[]]): boolean {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error) console.error(`${program}: ${error.message}`);
  return status === 0;
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
