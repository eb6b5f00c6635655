import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** The product beside its yardstick, in one figure. */
export interface Comparison {
  name: string;
  /** Medians of the rounds. */
  product: number;
  yardstick: number;
  /** The median of the rounds' ratios, product to yardstick, and the least and greatest of them. */
  ratio: number;
  spread: readonly [number, number];
  isMoreBetter: boolean;
  goal: number | undefined;
  most: number | undefined;
  /** Undefined without a goal: then the figure only informs. */
  isReached: boolean | undefined;
}

interface Rounds {
  name: string;
  /** A pair for each round: the product's figure and the yardstick's. */
  pairs: readonly (readonly [product: number, yardstick: number])[];
  isMoreBetter: boolean;
  /** The least ratio where more is better, else the greatest. */
  goal?: number | undefined;
  /** The most that the product's own figure may be, whatever the yardstick's is. */
  most?: number | undefined;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** What rounds say: ratios are taken round by round, so that whatever slowed both counts for neither. */
export function compare({ name, pairs, goal, most, isMoreBetter }: Rounds): Comparison {
  const ratios = pairs.map(([product, yardstick]) => product / yardstick);
  const ratio = median(ratios);
  const product = median(pairs.map(([ours]) => ours));
  const verdicts = [
    ...(goal === undefined ? [] : [isMoreBetter ? ratio >= goal : ratio <= goal]),
    ...(most === undefined ? [] : [product <= most]),
  ];
  return {
    name,
    product,
    yardstick: median(pairs.map(([, yardstick]) => yardstick)),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    isMoreBetter,
    goal,
    most,
    isReached: verdicts.length === 0 ? undefined : verdicts.every(Boolean),
  };
}

function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value > 0 && value < 0.01 ? 3 : 2);
}

function goalOf({ goal, most, isMoreBetter }: Comparison): string {
  const goals = [
    ...(goal === undefined ? [] : [`${isMoreBetter ? '≥' : '≤'} ${goal} ×`]),
    ...(most === undefined ? [] : [`product ≤ ${most.toLocaleString('en')}`]),
  ];
  return goals.join(', ');
}

/**
 * Prints a table of comparisons with the verdict of each, and how busy the machine is: figures of a busy one say less.
 * Writes the comparisons to `jsonFile` as well, if there is one.
 */
export function printComparisons(
  bench: string,
  comparisons: readonly Comparison[],
  jsonFile: string | undefined,
): void {
  const rows = [
    ['', 'product', 'yardstick', 'ratio', 'least–most', 'goal', ''],
    ...comparisons.map((each) => [
      each.name,
      figure(each.product),
      figure(each.yardstick),
      // Of a yardstick of nothing there is no ratio.
      Number.isFinite(each.ratio) ? each.ratio.toFixed(2) : '',
      each.spread.every(Number.isFinite) ? each.spread.map((ratio) => ratio.toFixed(2)).join('–') : '',
      goalOf(each),
      each.isReached === undefined ? '' : each.isReached ? 'reached' : 'MISSED',
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0)))
        .join('  '),
    );
  }
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`Load of the machine in the last 1, 5 and 15 minutes: ${loads.join(', ')}`);
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify({ bench, comparisons }, null, 2)}\n`);
}
