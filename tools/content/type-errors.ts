import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The words of one of the compiler's messages that a person can do something with. */
const SENTENCES: readonly (readonly [message: RegExp, sentence: (...found: string[]) => string])[] = [
  [
    /^Type '"(.*?)"' is not assignable to type '(.+?)'\.(?: Did you mean '"(.+?)"'\?)?$/,
    (given = '', type = '', meant = '') => {
      const allowed = [...type.matchAll(/"([^"]+)"/g)].map(([, value = '']) => value);
      if (allowed.length === 0) return `“${given}” isn’t what belongs here (${type}).`;
      return `“${given}” is none of ${allowed.join(', ')}.${meant && ` Did you mean ${meant}?`}`;
    },
  ],
  [/^Property '(.+?)' is missing in type/, (name = '') => `the field ${name} is missing.`],
  [
    /is missing the following properties from type '.+?': (.+)$/s,
    (names = '') => `the fields ${names.replace(/\.$/, '')} are missing.`,
  ],
  [
    /but '(.+?)' does not exist in type '.+?'\. Did you mean to write '(.+?)'\?$/,
    (given = '', meant = '') => `there is no field ${given}. Did you mean ${meant}?`,
  ],
  [/and '(.+?)' does not exist in type/, (given = '') => `there is no field ${given} here.`],
  [
    /^Source has (\d+) element\(s\) but target (?:requires|allows only) (\d+)/,
    (given = '', wanted = '') => `has ${given} entries, and ${wanted} are wanted.`,
  ],
];

/** A message in plain words; the compiler's own where it is none of the usual. */
function inWords(lines: readonly string[]): string {
  // The last line is the most specific one; the first is what all of them are about.
  for (const line of [lines[0] ?? '', ...lines.slice(1).toReversed()]) {
    for (const [message, sentence] of SENTENCES) {
      const found = message.exec(line.trim());
      if (found) return sentence(...found.slice(1));
    }
  }
  const [first = ''] = lines;
  return first.length > 300 ? `${first.slice(0, 300)} …` : first;
}

/** Sentences for what the compiler says, each with file and line. */
export function describeTypeErrors(output: string): string[] {
  const errors: { place: string; lines: string[] }[] = [];
  for (const line of output.split('\n')) {
    const [, file, number, message] = /^(\S[^(]*)\((\d+),\d+\): error TS\d+: (.+)$/.exec(line) ?? [];
    if (message !== undefined) errors.push({ place: `${file}:${number}`, lines: [message] });
    // An indented line says more about the error above it.
    else if (/^[ \t]+\S/.test(line)) errors.at(-1)?.lines.push(line);
  }
  return errors.map(({ place, lines }) => `${place}: ${inWords(lines)}`);
}

const root = join(import.meta.dirname, '../..');

/**
 * What doesn't fit together in the files of `content/`: missing and unknown fields and values. Checked from the
 * sources, without the declarations that `tsc -b` may not have made yet.
 */
export function findTypeErrors(): string[] {
  const folder = dirname(fileURLToPath(import.meta.resolve('typescript/package.json')));
  const compiler = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: { tsc: string } };
  const { stdout, stderr, status, error } = spawnSync(
    process.execPath,
    [join(folder, compiler.bin.tsc), '-p', 'tools/content', '--pretty', 'false', '--noErrorTruncation'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (error) throw error;
  if (status === 0) return [];
  const errors = describeTypeErrors(stdout);
  return errors.length > 0 ? errors : [`The types of content/ can’t be checked: ${stdout}${stderr}`.trim()];
}
