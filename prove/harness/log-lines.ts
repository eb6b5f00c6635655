interface Line {
  level: number;
  msg: string;
  err?: { type?: string; kind?: string; message?: string };
  mail?: string;
}

const WARNING = 40;

/**
 * What a process's output says of one failure more often than so many times, kind by kind: whatever it says beside that, such
 * as a request's id. A mail that couldn't be sent is a failure of its own.
 */
export function findRepeated(output: string, most: number): string[] {
  const counts = new Map<string, { count: number; first: string | undefined }>();
  for (const text of output.split('\n').filter((line) => line.startsWith('{'))) {
    const { level, msg, err, mail } = JSON.parse(text) as Line;
    if (level < WARNING || !err || mail) continue;
    const what = `${msg} (${err.type} ${err.kind ?? ''})`;
    const { count = 0, first = err.message } = counts.get(what) ?? {};
    counts.set(what, { count: count + 1, first });
  }
  return [...counts]
    .filter(([, { count }]) => count > most)
    .map(([what, { count, first }]) => `${count} times: ${what}: ${first}`);
}
