import { startProduct } from '../e2e/harness/product.ts';
import { publicPaths } from '../e2e/harness/public-site.ts';
import { findChromium } from '../tools/chromium.ts';
import { CATEGORIES, openLighthouse, type Visit } from './harness/lighthouse.ts';

/*
 * How fast and how heavy every public page of the built site is, by Lighthouse's preset for phones (4 times slower
 * processor, 1.6 Mbit/s, 150 ms). Run by: npm run build && npm run bench -- pages [visits=3] [path …]
 *
 * Each page is visited several times and the median is shown: a busy machine makes times worse, never better. What is meant
 * to hold: 100 in every category, LCP at most 1.0 s, TBT at most 50 ms, CLS 0, at most 250 kB.
 */
const [count = '3', ...chosen] = process.argv.slice(2);
const visits = Number(count);
if (!Number.isInteger(visits) || visits < 1) throw new Error(`"${count}" is not a number of visits`);
const paths = chosen.length > 0 ? chosen : publicPaths;

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const kilobytes = (bytes: number) => Math.round(bytes / 1_000);
const kinds = ['Document', 'Script', 'Font', 'Image'];
const columns = [34, 16, 6, 5, 6, 6, ...kinds.map(() => 9)];
const row = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) => (index ? String(cell).padStart(columns[index] ?? 8) : String(cell).padEnd(34)))
    .join('');

const product = await startProduct();
const lighthouse = await openLighthouse(findChromium());
const all: Visit[] = [];
try {
  console.log(row(['page', 'P/A/B/S', 'LCP s', 'TBT', 'CLS', 'kB', ...kinds]));
  for (const path of paths) {
    const found: Visit[] = [];
    for (let visit = 0; visit < visits; visit += 1) found.push(await lighthouse.visit(product.origin + path));
    all.push(...found);
    const of = (read: (visit: Visit) => number) => median(found.map(read));
    const total = (visit: Visit) => Object.values(visit.bytes).reduce((sum, size) => sum + size, 0);
    console.log(
      row([
        path,
        CATEGORIES.map((category) => of(({ scores }) => scores[category])).join('/'),
        (of(({ lcp }) => lcp) / 1_000).toFixed(2),
        Math.round(of(({ tbt }) => tbt)),
        Number(of(({ cls }) => cls).toFixed(3)),
        kilobytes(of(total)),
        ...kinds.map((kind) => kilobytes(of(({ bytes }) => bytes[kind] ?? 0))),
      ]),
    );
  }
  const faults = new Set(all.flatMap((visit) => visit.faults));
  console.log(`\nAudits that failed on a visit: ${[...faults].join(', ') || 'none'}`);
  console.log(
    `Speed of this machine meanwhile (benchmarkIndex): ${median(all.map(({ machine }) => machine))}`,
  );
} finally {
  lighthouse.close();
  await product.stop();
}
