import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** This thread's own processor time for some work, in milliseconds: a busy machine doesn't change it. */
export async function costOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** What one call may take of this thread, measured by work that takes 200 ms where this was written: slower machines have more. */
export async function mostOfCall(): Promise<number> {
  return Math.max(await costOf(work), await costOf(work));
}

/**
 * What some work takes of the most that one call may, without garbage that others left, measured beside it: before
 * and after, because a thread that shares its core or its memory with another is slower for as long as that one works.
 */
export async function shareOfMost(measured: () => unknown): Promise<number> {
  const before = await mostOfCall();
  collectGarbage();
  const cost = await costOf(measured);
  return cost / Math.max(before, await mostOfCall());
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function work(): number {
  let sum = 0;
  for (let round = 0; round < 120; round += 1) {
    const items = Array.from({ length: 5_000 }, (_, n) => ({ id: n, word: `word ${n * round}` }));
    sum += (JSON.parse(JSON.stringify(items)) as unknown[]).length;
  }
  return sum;
}
