import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { TEST_ARGUMENTS } from '../../tools/chromium.ts';
import type { SignedInScreen } from './seeded-screens.ts';

/** A network as slow as this: 600 ms for each round trip, 50 kB/s. */
export const NETWORK = { offline: false, latency: 600, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PHONE = { width: 390, height: 844 };
const CLIENT_FILES = join(import.meta.dirname, '../../web/build/client');

interface SentRequest {
  path: string;
  method: string;
  start: number;
  end: number;
  bytes: number;
}

/** One visit to a screen. */
export interface ScreenVisit {
  /** From the navigation until the screen shows its data, in ms. */
  useful: number;
  /** How many requests one after the other it took until then. */
  rounds: number;
  /** The API's calls until the screen is at rest, and those of them that were asked more than once. */
  calls: readonly string[];
  repeated: readonly string[];
  /** Transferred until the data was there, in bytes. */
  bytes: number;
  /** The scripts that were requested until then, by path, in bytes of brotli. */
  scripts: ReadonlyMap<string, number>;
  /** How much of the layout moved, as CLS counts it. */
  shift: number;
}

/** Starts a browser and returns how to visit screens with it; `close` ends it. */
export async function openSlowPhone(executablePath: string) {
  const browser = await chromium.launch({ executablePath, args: TEST_ARGUMENTS });
  return {
    /** Visits a screen with an empty cache, and a second time with what the first visit left there. */
    async visit(origin: string, screen: SignedInScreen, session: Session) {
      const hint = screen.user === 'client' ? 'signed-in projects' : 'signed-in admin';
      const localStorage = [
        { name: 'studio-auth-embedded', value: JSON.stringify(session) },
        { name: 'atelier:hint', value: hint },
      ];
      const context = await browser.newContext({
        viewport: PHONE,
        storageState: { cookies: [], origins: [{ origin, localStorage }] },
      });
      try {
        const cold = await visitOnce(context, origin, screen);
        return { cold, warm: await visitOnce(context, origin, screen) };
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

async function visitOnce(
  context: BrowserContext,
  origin: string,
  { path, shows }: SignedInScreen,
): Promise<ScreenVisit> {
  const page = await context.newPage();
  const requests = await followRequests(page, origin);
  await page.addInitScript(watchScreen, shows);
  await page.goto(origin + path, { waitUntil: 'commit' });
  const useful = await untilUseful(page);
  // What a screen requests a second time it requests soon: with its stream, or with the next round.
  await page.waitForTimeout(3 * NETWORK.latency);
  const shift = await page.evaluate(() => (window as Window & { shift?: number }).shift ?? 0);
  await page.close();
  return { useful, shift, ...summarize(requests, useful) };
}

const LONGEST_MS = 60_000;

async function untilUseful(page: Page): Promise<number> {
  const readUseful = () => (window as Window & { useful?: number }).useful;
  const useful = await page
    .waitForFunction(readUseful, undefined, { timeout: LONGEST_MS })
    .catch(() => undefined);
  const found = await useful?.jsonValue();
  if (found !== undefined) return found;
  throw new Error(`${page.url()} doesn't show its data: ${await page.locator('body').innerText()}`);
}

/** Runs in the page: writes down when the screen shows its data, and how much moved. */
function watchScreen([selector, text]: readonly [string, string]): void {
  const seen = window as Window & { useful?: number; shift?: number };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      seen.shift = (seen.shift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const isShown = () =>
    [...document.querySelectorAll<HTMLElement>(selector)].some(
      (element) => element.checkVisibility() && element.textContent?.includes(text),
    );
  const look = () => {
    if (isShown()) requestAnimationFrame(() => setTimeout(() => (seen.useful = performance.now())));
    else requestAnimationFrame(look);
  };
  look();
}

/** Slows the network down and writes down every request, with times in ms since the first one. */
async function followRequests(page: Page, origin: string): Promise<SentRequest[]> {
  const requests = new Map<string, SentRequest>();
  const sent: SentRequest[] = [];
  let zero: number | undefined;
  const since = (timestamp: number) => {
    zero ??= timestamp;
    return (timestamp - zero) * 1_000;
  };
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const start = since(timestamp);
    if (!request.url.startsWith(origin)) return;
    const path = request.url.slice(origin.length);
    const each = { path, method: request.method, start, end: Number.POSITIVE_INFINITY, bytes: 0 };
    requests.set(requestId, each);
    sent.push(each);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { end: since(timestamp), bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  return sent;
}

const isScript = ({ path }: SentRequest) => path.startsWith('/assets/') && path.endsWith('.js');
const isCall = ({ path }: SentRequest) => path.startsWith('/api/') && !path.startsWith('/api/events');

function summarize(requests: readonly SentRequest[], useful: number) {
  const before = requests.filter(({ start }) => start < useful);
  const calls = requests.filter(isCall).map(({ method, path }) => `${method} ${path}`);
  const repeated = calls.filter((call, index) => calls.indexOf(call) !== index);
  return {
    rounds: roundsOf(before.filter(({ end }) => end <= useful)),
    calls,
    repeated,
    bytes: before.reduce((sum, { end, bytes }) => sum + (end <= useful ? bytes : 0), 0),
    scripts: new Map(before.filter(isScript).map(({ path }) => [path, brotliSize(path)])),
  };
}

/** The longest chain of requests that each began after the one before had ended. What the cache answers is none. */
function roundsOf(requests: readonly SentRequest[]): number {
  const depths = new Map<SentRequest, number>();
  for (const request of requests) {
    if (request.bytes === 0) continue;
    const earlier = [...depths].filter(([{ end }]) => end <= request.start).map(([, depth]) => depth);
    depths.set(request, 1 + Math.max(0, ...earlier));
  }
  return Math.max(0, ...depths.values());
}

function brotliSize(path: string): number {
  const file = join(CLIENT_FILES, path);
  return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
}
