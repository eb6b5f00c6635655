interface Line {
  level: number;
  msg: string;
  err?: { type?: string; kind?: string; message?: string };
  mail?: string;
}

const WARNING = 40;

/**
 * What a process's output says of one failure more often than so many times, kind by kind and cause by cause: whatever it says
 * beside that, such as a request's id or the path of a file. A mail that couldn't be sent is a failure of its own.
 */
export function findRepeated(output: string, most: number): string[] {
  const counts = new Map<string, number>();
  for (const text of output.split('\n').filter((line) => line.startsWith('{'))) {
    const { level, msg, err, mail } = JSON.parse(text) as Line;
    if (level < WARNING || !err || mail) continue;
    const cause = err.message?.replace(/'[^']*'/g, '…');
    const what = `${msg} (${err.type} ${err.kind ?? ''}): ${cause}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > most).map(([what, count]) => `${count} times: ${what}`);
}
