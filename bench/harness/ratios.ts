import { writeFileSync } from 'node:fs';

/** The product beside its yardstick, in one figure. */
export interface Comparison {
  name: string;
  /** Medians of the rounds. */
  product: number;
  yardstick: number;
  /** The median of the rounds' ratios, product to yardstick, and the least and greatest of them. */
  ratio: number;
  spread: readonly [number, number];
  goal: number;
  isMoreBetter: boolean;
  isReached: boolean;
}

interface Rounds {
  name: string;
  /** A pair for each round: the product's figure and the yardstick's. */
  pairs: readonly (readonly [product: number, yardstick: number])[];
  /** The least ratio where more is better, else the greatest. */
  goal: number;
  isMoreBetter: boolean;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** What rounds say: ratios are taken round by round, so that whatever slowed both counts for neither. */
export function compare({ name, pairs, goal, isMoreBetter }: Rounds): Comparison {
  const ratios = pairs.map(([product, yardstick]) => product / yardstick);
  const ratio = median(ratios);
  return {
    name,
    product: median(pairs.map(([product]) => product)),
    yardstick: median(pairs.map(([, yardstick]) => yardstick)),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    goal,
    isMoreBetter,
    isReached: isMoreBetter ? ratio >= goal : ratio <= goal,
  };
}

const figure = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));

/** Prints a table of comparisons with the verdict of each; writes them to `jsonFile` as well, if there is one. */
export function printComparisons(
  bench: string,
  comparisons: readonly Comparison[],
  jsonFile: string | undefined,
): void {
  const rows = [
    ['', 'product', 'yardstick', 'ratio', 'least–most', 'goal', ''],
    ...comparisons.map(({ name, product, yardstick, ratio, spread, goal, isMoreBetter, isReached }) => [
      name,
      figure(product),
      figure(yardstick),
      ratio.toFixed(2),
      `${spread[0].toFixed(2)}–${spread[1].toFixed(2)}`,
      `${isMoreBetter ? '≥' : '≤'} ${goal}`,
      isReached ? 'reached' : 'MISSED',
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
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify({ bench, comparisons }, null, 2)}\n`);
}
