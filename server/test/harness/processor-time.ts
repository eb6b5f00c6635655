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

function work(): number {
  let sum = 0;
  for (let round = 0; round < 120; round += 1) {
    const items = Array.from({ length: 5_000 }, (_, n) => ({ id: n, word: `word ${n * round}` }));
    sum += (JSON.parse(JSON.stringify(items)) as unknown[]).length;
  }
  return sum;
}
