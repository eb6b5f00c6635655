import { parentPort, workerData } from 'node:worker_threads';

/** The cost of a text for an expression, in milliseconds of this thread's own time. */
export interface AttackResult {
  place: string;
  ms: number;
}

/** A text as long as the longest header, which a caller can send without reaching any limit of ours. */
const LENGTH = 16_384;
/** One character of each class that expressions name. */
const SAMPLES = [...' \t\naZ09-_.:;,/\\<>"\'@!?&=#%()[]{}|+*$^~é–😀\u0301\u200b\0'];
/** A character that makes a match fail at its very end. */
const ENDINGS = ['', '\0', '!', ' ', 'x', '1 <html>'];

/** Texts that expose a slow expression: its own pieces, repeated, with an end that doesn't match. */
export function hostileTexts({ source }: RegExp): string[] {
  const words = [...new Set(wordsOf(source))].slice(0, 8);
  const pairs = words.flatMap((one) => words.map((other) => one + other));
  const mixed = words.flatMap((word) => [' ', 'a', '1', '.'].map((sample) => word + sample));
  const repeated = [...new Set([...SAMPLES, ...words, ...pairs, ...mixed])];
  const beginnings = ['', words[0] ?? ''];
  return repeated.flatMap((part) =>
    [...new Set(beginnings)].map((beginning) =>
      (beginning + part.repeat(Math.ceil(LENGTH / part.length))).slice(0, LENGTH),
    ),
  );
}

/** The literal pieces of an expression. */
function wordsOf(source: string): string[] {
  const plain = source.replace(/\[[^\]]*\]|\\[bBdDsSwWpPnrtu](?:\{[^}]*\})?|\\x..|\(\?<?[:=!]/g, '|');
  return plain
    .replace(/\\(.)/g, '$1')
    .split(/[()[\]{}|^$*+]+/)
    .filter((word) => word !== '' && !/^[?,\d]+$/.test(word));
}

export interface Attack {
  expressions: readonly { place: string; regex: RegExp }[];
  /** After a text that takes longer, the rest of an expression's texts are skipped. */
  enoughMs: number;
}

/** Runs each expression on its texts, and reports the slowest text after each expression. */
function attack({ expressions, enoughMs }: Attack): void {
  for (const { place, regex } of expressions) {
    // Reported before it begins: one that never ends reports nothing else.
    parentPort?.postMessage({ place, ms: -1 } satisfies AttackResult);
    let slowest = 0;
    for (const text of hostileTexts(regex)) {
      for (const ending of ENDINGS) {
        if (slowest <= enoughMs) slowest = Math.max(slowest, costOf(regex, text + ending, enoughMs));
      }
    }
    parentPort?.postMessage({ place, ms: slowest } satisfies AttackResult);
  }
}

/** A long time counts when it repeats: a single one may be a compilation, or a machine whose clock counts a pause. */
function costOf(regex: RegExp, text: string, enoughMs: number): number {
  let ms = timeOf(regex, text);
  for (let repeats = 2; ms > enoughMs && repeats > 0; repeats--) ms = Math.min(ms, timeOf(regex, text));
  return ms;
}

/** The thread's own time, so that other work on the machine doesn't count. */
function timeOf(regex: RegExp, text: string): number {
  const start = process.threadCpuUsage();
  if (regex.global) text.replace(regex, '');
  else regex.exec(text);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

if (parentPort) attack(workerData);
