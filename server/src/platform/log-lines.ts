/** Named as pino numbers them. */
const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'ERROR',
  60: 'FATAL',
};

/**
 * One line of the log for a person at a terminal: the time of day, how grave it is, what happened, and the
 * rest as it is. A line that is no JSON stays itself.
 */
export function toReadableLine(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, time, msg, reqId: _reqId, err, ...rest } = entry;
  const error = err as { message?: string; stack?: string } | undefined;
  const moment = new Date(String(time)).toTimeString().slice(0, 8);
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = error ? `\n  ${(error.stack ?? error.message ?? '').replaceAll('\n', '\n  ')}` : '';
  return `${moment} ${(LEVELS[Number(level)] ?? '').padEnd(5)} ${String(msg)}${details}${stack}\n`;
}
