import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';
import { environmentSchema } from './environment.ts';

const NAME = /^[A-Za-z_]\w*$/;
const BYTE_ORDER_MARKS: readonly string[] = ['\uFEFF', '\uFFFE'];
const TYPED_QUOTES = '“”„‘’«»';

/**
 * Lists what a file of settings (`.env`) would be read as differently than it was written, a sentence each, with
 * its line. The values themselves are checked later, by `readEnvironment`.
 * @param names every setting there is, to tell a misspelled one
 */
export function findFaultsOfSettingsFile(bytes: Buffer, names: readonly string[]): string[] {
  if (!isUtf8(bytes) || bytes.includes(0))
    return ['it isn’t UTF-8 text: save it as UTF-8 without a byte order mark'];
  const text = bytes.toString('utf8');
  // Node counts the mark as part of the first name, which nothing then reads.
  if (BYTE_ORDER_MARKS.includes(text.slice(0, 1)))
    return ['it begins with a byte order mark, which hides its first line: save it as UTF-8 without one'];
  const seen = new Map<string, string>();
  return text.split(/\r\n|\r|\n/).flatMap((line, i) => {
    const fault = findFaultOfLine(line.trim(), { seen, names });
    return fault ? [`line ${i + 1} ${fault}`] : [];
  });
}

interface FileSoFar {
  /** The values of the lines above, by name. */
  seen: Map<string, string>;
  names: readonly string[];
}

function findFaultOfLine(line: string, { seen, names }: FileSoFar): string | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const sign = line.indexOf('=');
  const name = line
    .slice(0, Math.max(sign, 0))
    .replace(/^export /, '')
    .trim();
  if (!NAME.test(name)) return 'isn’t NAME=value';
  const value = readValue(line.slice(sign + 1));
  if ('fault' in value) return `(${name}) ${value.fault}`;
  const meant = findMeantName(name, names);
  if (meant) return `sets ${name}, which is no setting: do you mean ${meant}?`;
  const above = seen.get(name);
  if (above !== undefined && above !== value.text)
    return `sets ${name}, which a line above sets to something else: keep one of them`;
  seen.set(name, value.text);
  if (parseEnv(line)[name] !== value.text)
    return `(${name}) is read as something else: put single quotes around the value`;
  return undefined;
}

/** The value as a person reads it, or why a person and Node would not agree. */
function readValue(afterSign: string): { text: string } | { fault: string } {
  const written = afterSign.trim();
  const quote = written[0] ?? '';
  if (TYPED_QUOTES.includes(quote) && quote)
    return { fault: `begins with ${quote}, which quotes nothing here: write ' or "` };
  if (!['"', "'", '`'].includes(quote)) {
    // A comment has a space before it; another # is the value's own.
    const hash = afterSign.indexOf('#');
    if (hash >= 0 && !/\s/.test(afterSign.charAt(hash - 1)))
      return { fault: 'has a # that would end its value there: put single quotes around the value' };
    return { text: hash < 0 ? written : afterSign.slice(0, hash).trim() };
  }
  const end = written.indexOf(quote, 1);
  if (end < 0) return { fault: `begins with ${quote} and doesn’t end with it on the same line` };
  if (!/^(?:#|$)/.test(written.slice(end + 1).trim()))
    return { fault: `has more behind the second ${quote}: put other quotes around the value` };
  const text = written.slice(1, end);
  if (quote === '"' && text.includes('\\n'))
    return { fault: 'has \\n between double quotes, which would end the line there: write single quotes' };
  return { text };
}

/** The setting that a name is a slip of: other letters' case, or one or two letters more, fewer or swapped. */
function findMeantName(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return undefined;
  const upper = name.toUpperCase();
  return names.find((known) => known === upper || (known.length > 5 && isSlipOf(upper, known)));
}

/** Whether two words differ by one letter, one letter more or fewer, or two neighbours swapped. */
function isSlipOf(word: string, other: string): boolean {
  let start = 0;
  while (start < word.length && word[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(word.length, other.length) - start;
  while (end < shorter && word.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [word.slice(start, word.length - end), other.slice(start, other.length - end)];
  return (
    (left.length <= 1 && right.length <= 1) ||
    (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
  );
}

/**
 * Refuses files of settings that would be read differently than they are written.
 * @throws ConfigError with every fault, a line each
 */
export function requirePlainSettingsFiles(paths: readonly string[]): void {
  const names = Object.keys(environmentSchema.shape);
  const faults = paths.flatMap((path) =>
    findFaultsOfSettingsFile(readFileSync(path), names).map((fault) => `${path}: ${fault}`),
  );
  if (faults.length > 0) throw new ConfigError(faults);
}

/** The files of settings that Node itself has read for this process, from its options. */
export function listSettingsFiles(options: readonly string[]): string[] {
  return options.flatMap((option) => /^--env-file=(.+)$/.exec(option)?.[1] ?? []);
}
