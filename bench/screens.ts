import { parseArgs } from 'node:util';
import { findHeadlessChromium } from '../tools/chromium.ts';
import { startMeasured } from './harness/measured-product.ts';
import { compare, printComparisons } from './harness/ratios.ts';
import { seedScreens } from './harness/seeded-screens.ts';
import { NETWORK, openSlowPhone, type ScreenVisit } from './harness/slow-phone.ts';

/*
 * How long the screens behind a sign-in take on a slow phone: 600 ms for each round trip, 50 kB/s. Run by:
 * npm run build && npm run bench -- screens [--visits 5] [--only "project list"] [--json file] [--details]
 *
 * The yardstick of a time is what the network alone takes for the same bytes; that of scripts is their goal.
 * "cold" is a browser that has nothing of the site but the session, "warm" the same browser's second visit.
 * Own scripts are those that not every screen of that user's area loads.
 */
const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    details: { type: 'boolean', default: false },
  },
});
const GOALS = { useful: 2_500, ownScripts: 60_000 };

/** What the network alone takes for so many bytes, in ms: a round for the page, and one for all else. */
const networkTime = (bytes: number) => 2 * NETWORK.latency + bytes / (NETWORK.downloadThroughput / 1_000);

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

type Visits = Awaited<ReturnType<Awaited<ReturnType<typeof openSlowPhone>>['visit']>>[];

/** The scripts that every screen loads, by path. */
function sharedScripts(all: readonly ScreenVisit[]): Set<string> {
  const [first] = all;
  return new Set(
    [...(first?.scripts.keys() ?? [])].filter((path) => all.every(({ scripts }) => scripts.has(path))),
  );
}

function figuresOf(visits: Visits, read: (visit: ScreenVisit) => number) {
  return [
    median(visits.map(({ cold }) => read(cold))),
    median(visits.map(({ warm }) => read(warm))),
  ] as const;
}

const product = await startMeasured();
const phone = await openSlowPhone(findHeadlessChromium());
try {
  const { screens, sessions } = await seedScreens(product);
  const [first] = screens;
  // A server that has just started has missed events, so that screens ask again.
  if (first) await phone.visit(product.origin, first, sessions[first.user]);
  const found = new Map<string, Visits>();
  const chosen = screens.filter(({ name }) => name.includes(values.only));
  for (let round = 0; round < Number(values.visits); round += 1) {
    for (const screen of chosen) {
      const visit = await phone.visit(product.origin, screen, sessions[screen.user]);
      found.set(screen.name, [...(found.get(screen.name) ?? []), visit]);
    }
  }
  const shared = sharedScripts(
    [...found.values()].flatMap((visits) => visits.slice(0, 1)).map(({ cold }) => cold),
  );
  const rows = [...found].map(([name, visits]) => {
    const scripts = [...(visits[0]?.cold.scripts ?? [])];
    const [cold, warm] = figuresOf(visits, ({ useful }) => Math.round(useful));
    const [coldRounds, warmRounds] = figuresOf(visits, ({ rounds }) => rounds);
    const [bytes] = figuresOf(visits, (visit) => visit.bytes);
    const [shift] = figuresOf(visits, (visit) => visit.shift);
    const row = {
      name,
      cold,
      warm,
      coldRounds,
      warmRounds,
      bytes,
      scripts: sum(scripts.map(([, size]) => size)),
      ownScripts: sum(scripts.flatMap(([path, size]) => (shared.has(path) ? [] : size))),
      shift: Number(shift.toFixed(3)),
    };
    const both = visits.flatMap((visit) => [visit.cold, visit.warm]);
    return {
      ...row,
      calls: visits[0]?.cold.calls ?? [],
      repeated: [...new Set(both.flatMap(({ repeated }) => repeated))],
      files: scripts.map(([path, size]) => `${size} ${shared.has(path) ? '' : 'own '}${path}`),
    };
  });
  for (const { files, calls, repeated, ...row } of rows) {
    console.log(JSON.stringify(row));
    for (const call of repeated) console.log(`  asked again: ${call}`);
    if (values.details) for (const line of [...calls, ...files]) console.log(`  ${line}`);
  }
  const comparisons = [...found].flatMap(([name, visits]) => [
    ...(['cold', 'warm'] as const).map((state) =>
      compare({
        name: `${name}, ${state}, ms`,
        pairs: visits.map(({ [state]: { useful, bytes } }) => [useful, networkTime(bytes)]),
        isMoreBetter: false,
        most: GOALS.useful,
      }),
    ),
    compare({
      name: `${name}, own scripts, bytes`,
      pairs: [[rows.find((row) => row.name === name)?.ownScripts ?? Number.NaN, GOALS.ownScripts]],
      isMoreBetter: false,
      most: GOALS.ownScripts,
    }),
  ]);
  printComparisons('screens', comparisons, values.json);
} finally {
  await phone.close();
  await product.stop();
}
