import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startProduct } from '../e2e/harness/product.ts';
import { publicPaths } from '../e2e/harness/public-site.ts';
import { findChromium } from '../tools/chromium.ts';
import { type Life, openToucher } from './harness/coming-alive.ts';
import { startFloors } from './harness/floors.ts';
import { CATEGORIES, openLighthouse, type Visit } from './harness/lighthouse.ts';
import { type Comparison, compare, printComparisons } from './harness/ratios.ts';

/*
 * How fast and how heavy every public page of the built site is, by Lighthouse's preset for phones (4 times slower
 * processor, 1.6 Mbit/s, 150 ms). Run by: npm run build && npm run bench -- pages [--visits 5] [--json file] [path …]
 *
 * Each page is visited several times and the median is shown: a busy machine makes times worse, never better. How busy it
 * is stands in each row (processes waiting to run, over the last minute), and the same run measures two pages without any
 * script: no page can be faster than those, here and now. What is meant to hold: 100 in every category, LCP at most 1.0 s,
 * TBT at most 50 ms, CLS 0.
 *
 * Lighthouse touches nothing, and a page to be read brings its scripts when it is touched. So the bench touches each page
 * itself, on a processor as slow, and shows in the columns under "alive" what that costs: everything transferred until then
 * (at most 250 kB), the scripts of it, how long it took and for how much of that the page could not answer.
 */
const { values, positionals } = parseArgs({
  options: { visits: { type: 'string', default: '5' }, json: { type: 'string' } },
  allowPositionals: true,
});
const visits = Number(values.visits);
if (!Number.isInteger(visits) || visits < 1) throw new Error(`"${values.visits}" is not a number of visits`);
const paths = positionals.length > 0 ? positionals : publicPaths;

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
/** In thousandths, as Lighthouse shows it. */
const shownCls = ({ cls }: Visit) => Number(cls.toFixed(3));
const kilobytes = (bytes: number) => Math.round(bytes / 1_000);
const kinds = ['Document', 'Font', 'Image'];
const columns = [34, 16, 6, 6, 6, ...kinds.map(() => 9), 7, 8, 7, 9, 6];
const row = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) => (index ? String(cell).padStart(columns[index] ?? 8) : String(cell).padEnd(34)))
    .join('');

const product = await startProduct();
const floors = await startFloors();
const lighthouse = await openLighthouse(findChromium());
const toucher = await openToucher(findChromium());
const all: Visit[] = [];
const comparisons: Comparison[] = [];

/**
 * Visits a page by Lighthouse, and touches it if it comes to life. Prints the medians.
 * @param floor the page without any script; undefined for such a one itself
 * @returns the visit of the median LCP
 */
async function measure(name: string, address: string, floor?: Visit): Promise<Visit> {
  const comesToLife = floor !== undefined;
  const found: Visit[] = [];
  const lives: Life[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    found.push(await lighthouse.visit(address));
    if (comesToLife) lives.push(await toucher.touch(address));
  }
  const of = (read: (visit: Visit) => number) => median(found.map(read));
  const alive = (read: (life: Life) => number) => Math.round(median(lives.map(read)));
  const lcp = of((visit) => visit.lcp);
  console.log(
    row([
      name,
      CATEGORIES.map((category) => of(({ scores }) => scores[category])).join('/'),
      (lcp / 1_000).toFixed(2),
      Math.round(of(({ tbt }) => tbt)),
      of(shownCls),
      ...kinds.map((kind) => kilobytes(of(({ bytes }) => bytes[kind] ?? 0))),
      ...(comesToLife
        ? [
            kilobytes(alive(({ bytes }) => bytes)),
            kilobytes(alive(({ scriptBytes }) => scriptBytes)),
            alive(({ wait }) => wait),
            alive(({ blocking }) => blocking),
          ]
        : ['', '', '', '']),
      loadavg()[0]?.toFixed(1) ?? '',
    ]),
  );
  if (floor) {
    all.push(...found);
    const figure = (title: string, read: (visit: Visit) => number, most: number) =>
      compare({
        name: `${name}: ${title}`,
        pairs: found.map((visit) => [read(visit), read(floor)]),
        isMoreBetter: false,
        most,
      });
    comparisons.push(
      figure('LCP in s', (visit) => visit.lcp / 1_000, 1),
      figure('TBT in ms', (visit) => visit.tbt, 50),
      figure('CLS', shownCls, 0),
    );
  }
  const middle = found.toSorted((a, b) => a.lcp - b.lcp)[Math.floor(found.length / 2)];
  if (!middle) throw new Error(`${address} was never visited`);
  return middle;
}

try {
  console.log(
    row(['page', 'P/A/B/S', 'LCP s', 'TBT', 'CLS', ...kinds, 'alive', 'Script', 'ms', 'blocked', 'load']),
  );
  const lowest: [string, Visit][] = [];
  for (const [name, address] of floors.pages) lowest.push([name, await measure(name, address)]);
  const lcps: number[] = [];
  // The last one has the site's stylesheet: what the pages are compared with.
  for (const path of paths) lcps.push((await measure(path, product.origin + path, lowest.at(-1)?.[1])).lcp);
  const faults = new Set(all.flatMap((visit) => visit.faults));
  console.log(`\nAudits that failed on a visit: ${[...faults].join(', ') || 'none'}`);
  for (const [name, { lcp }] of lowest)
    console.log(`LCP, median of the pages over "${name}": ${(median(lcps) / lcp).toFixed(2)}`);
  console.log(
    `Speed of this machine meanwhile (benchmarkIndex): ${median(all.map(({ machine }) => machine))}`,
  );
  printComparisons('pages', comparisons, values.json);
} finally {
  lighthouse.close();
  await toucher.close();
  floors.stop();
  await product.stop();
}
