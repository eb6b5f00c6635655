import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What we read of Lighthouse's report; it brings types of its own only once it is installed. */
interface Report {
  runtimeError?: { message: string };
  environment: { benchmarkIndex: number };
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    {
      score: number | null;
      numericValue?: number;
      details?: { items?: { resourceType?: string; transferSize?: number }[] };
    }
  >;
}

/** What one visit to a page was like, as Lighthouse simulates it for a phone: times in ms, sizes in bytes on the wire. */
export interface Visit {
  /** 0 to 100, by category. */
  scores: Record<(typeof CATEGORIES)[number], number>;
  lcp: number;
  tbt: number;
  cls: number;
  /** Transferred by the time the page was at rest, headers included, by kind. */
  bytes: Record<string, number>;
  /** What could be better, by the names of the audits. */
  faults: string[];
  /** How fast the machine was meanwhile; below about 1,000 the times say more about it than about the page. */
  machine: number;
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** How often a visit is made that could not be recorded. */
const MOST_ATTEMPTS = 3;

/** Where the package file of the benches lies. */
const folder = join(import.meta.dirname, '..');

/** Installs what only benches need, into this folder: 180 MB that the product itself can do without. */
function ensureInstalled(): void {
  const wanted: string = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies
    .lighthouse;
  const file = join(folder, 'node_modules/lighthouse/package.json');
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === wanted) return;
  console.log('Installing Lighthouse into bench/ …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('Lighthouse could not be installed: "npm ci" in bench/ says why.');
}

/** Starts a browser and returns how to visit pages with it; `close` ends it. */
export async function openLighthouse(chromePath: string) {
  ensureInstalled();
  // By a name that the compiler does not follow: the packages are not there before the line above.
  const load = (name: string) => import(name);
  const [{ default: lighthouse }, { launch }] = [await load('lighthouse'), await load('chrome-launcher')];
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const chrome: { port: number; kill(): void } = await launch({ chromePath, chromeFlags });
  return {
    async visit(address: string): Promise<Visit> {
      for (let attempt = 1; ; attempt += 1) {
        const { lhr }: { lhr: Report } = await lighthouse(address, { port: chrome.port, logLevel: 'error' });
        if (!lhr.runtimeError) return readVisit(lhr);
        // Too busy to record anything, the browser has measured nothing either.
        if (attempt === MOST_ATTEMPTS) throw new Error(`${address}: ${lhr.runtimeError.message}`);
      }
    },
    close: () => chrome.kill(),
  };
}

function readVisit({ audits, categories, environment }: Report): Visit {
  const bytes: Record<string, number> = {};
  for (const { resourceType = 'Other', transferSize = 0 } of audits['network-requests']?.details?.items ??
    []) {
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize;
  }
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes,
    faults: Object.entries(audits)
      .filter(([, audit]) => audit.score === 0)
      .map(([name]) => name),
    machine: environment.benchmarkIndex,
  };
}
