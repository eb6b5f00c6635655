import { isSafe } from 'redos-detector';
import { parseSync, Visitor } from 'vite';
import { readSources } from './import-graph.ts';

/** One regular expression of the product, and its place. */
export interface FoundRegex {
  /** `path:line`. */
  place: string;
  regex: RegExp;
}

export interface FoundRegexes {
  literals: FoundRegex[];
  /** Places that construct an expression at run time: nothing can be checked beforehand. */
  constructed: string[];
}

/** The product's own code, on the server or in a browser. */
const PRODUCT = /^(?:domain|content|server\/src|web\/app)\//;
const NOT_READ = /\.test\.tsx?$|\.mdx$/;
/** How many ways to read one text, of any length, an expression may have; a good one has a handful. */
const MAX_WAYS = 200;
/** Steps of the analysis instead of a time limit: its verdict is the same on a busy machine. */
const MAX_STEPS = 5_000;
const LIMITS = { maxScore: MAX_WAYS, maxSteps: MAX_STEPS, timeout: Number.POSITIVE_INFINITY };

/** Finds every regular expression in the product's sources. */
export function findRegexes(root: string): FoundRegexes {
  const found: FoundRegexes = { literals: [], constructed: [] };
  for (const { path, text } of readSources(root)) {
    if (PRODUCT.test(path) && !NOT_READ.test(path)) readSource(path, text, found);
  }
  return found;
}

function readSource(path: string, text: string, found: FoundRegexes): void {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const placeOf = (start: number) => `${path}:${text.slice(0, start).split('\n').length}`;
  const noteConstructor = (node: { start: number; callee: { type: string } }) => {
    if (node.callee.type === 'Identifier' && 'name' in node.callee && node.callee.name === 'RegExp') {
      found.constructed.push(placeOf(node.start));
    }
  };
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      found.literals.push({ place: placeOf(node.start), regex: new RegExp(pattern, flags) });
    },
    NewExpression: noteConstructor,
    CallExpression: noteConstructor,
  }).visit(program);
}

/**
 * Reports each expression that takes more than linear time on some text: a repeated part can be
 * read in several ways, or the search begins again at every character that it has just read.
 */
export function findSlowRegexes({ literals, constructed }: FoundRegexes): string[] {
  const slow = literals.filter(({ regex }) => !isSafe(regex, LIMITS).safe);
  return [
    ...slow.map(
      ({ place, regex }) =>
        `${place}: ${regex} is slow on some text: anchor it, bound its repetitions, or read the text by hand`,
    ),
    ...constructed.map((place) => `${place}: write the expression down; a constructed one cannot be checked`),
  ];
}

if (import.meta.main) {
  const found = findRegexes(`${import.meta.dirname}/..`);
  const faults = findSlowRegexes(found);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`Regular expressions: all ${found.literals.length} take linear time.`);
}
