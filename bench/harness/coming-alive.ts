import { type Browser, chromium, type Page } from '@playwright/test';

/** How a page handles the first touch, on a processor slowed down as Lighthouse does. */
export interface Life {
  /** Transferred from the request of the page until it was alive, headers included, in bytes. */
  bytes: number;
  /** The scripts of that. */
  scriptBytes: number;
  /** From the touch until the page was alive, in ms. */
  wait: number;
  /** What of that the page could not answer in: of every task the part above 50 ms, in ms. */
  blocking: number;
}

/** As many times slower as Lighthouse's phone. */
const SLOWDOWN = 4;
const PHONE = { width: 412, height: 823 };

/** Starts a browser and returns how to touch pages with it; `close` ends it. */
export async function openToucher(executablePath: string | undefined) {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath, args });
  return {
    touch: (address: string) => touch(browser, address),
    close: () => browser.close(),
  };
}

async function touch(browser: Browser, address: string): Promise<Life> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 1.75 });
  try {
    const page = await context.newPage();
    const sent = await countBytes(page);
    await page.addInitScript(() => {
      const tasks: PerformanceEntry[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
    });
    await page.goto(address);
    // A page that has begun by itself is measured from its paint on.
    const since = await page.evaluate(() => performance.now());
    await page.mouse.move(1, 1);
    await page.locator('html[data-live]').waitFor();
    const wait = (await page.evaluate(() => performance.now())) - since;
    await page.waitForLoadState('networkidle');
    const blocking = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      return ((window as Window & { tasks?: PerformanceEntry[] }).tasks ?? [])
        .filter(({ startTime }) => startTime > paint)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    });
    return { bytes: sent.all, scriptBytes: sent.scripts, wait, blocking };
  } finally {
    await context.close();
  }
}

/** Slows the page down and counts what it is sent. */
async function countBytes(page: Page): Promise<{ all: number; scripts: number }> {
  const sent = { all: 0, scripts: 0 };
  const scripts = new Set<string>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname.endsWith('.js')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sent.all += encodedDataLength;
    if (scripts.has(requestId)) sent.scripts += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return sent;
}
