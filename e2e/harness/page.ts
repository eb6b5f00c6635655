import { REDIRECT_AFTER_MS } from '@atelier/domain/auth/rules.ts';
import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
} from '@playwright/test';
import { expectAccessible, removeRoutes } from './test.ts';

export const PHONE = { width: 390, height: 844 };

/**
 * Makes a public page live by moving the pointer, and waits for it: without input the page loads no scripts
 * at first.
 */
export async function untilLive(page: Page): Promise<void> {
  const live = page.locator('html[data-live]');
  let place = 0;
  await expect
    .poll(async () => {
      // Moves again and again: the page may not be listening yet at the first move.
      place = (place % 2) + 1;
      await page.mouse.move(place, place);
      return live.count();
    })
    .toBe(1);
}

/** Fails when axe finds anything in the light or in the dark theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, no colour is measured halfway.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await endMotion(page);
    await expectAccessible(page, { coloursOnly: colorScheme === 'dark' });
  }
}

/**
 * Ends running animations: one that has begun continues after motion is reduced. Its end may start the
 * next, where a part's colour follows its parent's.
 */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isRunning = (each: Animation) =>
      each.playState !== 'finished' && Number.isFinite(each.effect?.getComputedTiming().endTime);
    for (let round = 0; round < 20; round++) {
      const moving = document.getAnimations().filter(isRunning);
      if (moving.length === 0) return;
      for (const each of moving) each.finish();
    }
  });
}

/**
 * Fails unless an element begins in the upper half of the window, below what covers its top, and stays
 * there.
 */
export async function expectInUpperHalf(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const place = () =>
    element.evaluate((node) => {
      const { top, left } = node.getBoundingClientRect();
      const shown = document.elementFromPoint(left + 2, Math.max(top, 0) + 2);
      if (top < 0 || (shown && !shown.contains(node) && !node.contains(shown))) return 'above';
      return top > innerHeight / 2 ? `${top} of ${innerHeight} px` : 'in place';
    });
  await expect.poll(place, { message: `where it begins at ${page.url()}` }).toBe('in place');
}

/** Fails when anything stays wider than the window. Layout at a new width may take a frame or two. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, { message: `pixels wider than the window at ${page.url()}` }).toBe(0);
}

/**
 * Fails when a page doesn't fit a phone with the browser's text at twice its size: only strips made for it
 * scroll sideways, and no text crosses the edge. Leaves the window at a phone's width.
 */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  // The browser's own setting is in reach of Chromium's protocol alone.
  if (page.context().browser()?.browserType().name() !== 'chromium') return expectNoSidewaysScroll(page);
  const devtools = await page.context().newCDPSession(page);
  const setTextSize = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await setTextSize(32);
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe('32px');
  await expectNoSidewaysScroll(page);
  const beyond = await page.evaluate(() => {
    const words = document.querySelectorAll(
      ':is(h1, h2, h3, p, li, dt, dd, th, a, button):not(.sideways *, [role=tablist] *)',
    );
    const isBeyond = (element: Element) => {
      const { width, right } = element.getBoundingClientRect();
      // Text for screen readers alone is a pixel wide.
      return width > 1 && right > document.documentElement.clientWidth + 1;
    };
    return [...words].filter(isBeyond).map((element) => element.textContent);
  });
  expect(beyond, `beyond the edge at ${page.url()}`).toEqual([]);
  await setTextSize(16);
  await devtools.detach();
}

/** Holds every request to the address until `release` is called, so that the page shows its waiting state. */
export async function holdRequests(page: Page, url: RegExp): Promise<{ release: () => Promise<void> }> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(url, async (route) => {
    if (isOpen) await route.fallback();
    else held.push(route);
  });
  return {
    async release() {
      isOpen = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

/**
 * Waits until the page has the typefaces that it keeps: words are a little wider or narrower before. Where
 * one would move lines, a page keeps its fallback until the next one.
 */
export async function untilTypefacesRest(page: Page): Promise<void> {
  await expect(
    page.locator('html:not([data-typefaces=later], [data-typefaces=coming])'),
    'the typefaces have arrived',
  ).toBeAttached();
  // The second of them follows in the next frame.
  await twoFrames(page);
}

const twoFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  });

/**
 * The page's layout shifts so far, as scores; those since its load event, or all of them. Only Chromium
 * counts them.
 */
export async function layoutShifts(page: Page, since: 'start' | 'load' = 'start'): Promise<number[]> {
  return page.evaluate(async (from) => {
    const shifts: number[] = [];
    if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return shifts;
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const begun = from === 'load' ? (visit?.loadEventStart ?? 0) : 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.startTime >= begun) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    // A shift is reported after it is painted.
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
    return shifts;
  }, since);
}

/** Closes an extra browser, whatever it is doing. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await removeRoutes(context);
  await context.close();
}

/**
 * Blocks live events from the page's next load on: an opening stream refetches everything, which would
 * repair a failure before "Try again" can be pressed.
 */
export async function blockEvents(page: Page): Promise<void> {
  await page.route(/\/api\/events\b/, () => {});
}

/** Answers every request to the address with an API error, until the route is removed. */
export async function failRequests(page: Page, url: RegExp, status: number, message: string): Promise<void> {
  await page.route(url, (route) =>
    route.fulfill({ status, json: { error: message, message, code: 'internal_error' } }),
  );
}

/**
 * Lets the page's next call of this method arrive and loses its reply; later ones pass. Returns the addresses
 * of all such calls, filled as they are made.
 */
export async function loseReply(
  page: Page,
  url: RegExp,
  method: 'POST' | 'PATCH' | 'DELETE' = 'POST',
): Promise<string[]> {
  const called: string[] = [];
  await page.route(url, async (route) => {
    const request = route.request();
    if (request.method() !== method) return route.fallback();
    called.push(request.url());
    if (called.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  return called;
}

/**
 * Freezes what the page has read at the address: no event reaches it, and refetching returns the same until
 * the page sends something or is reloaded. It stands for another user acting a moment earlier.
 */
export async function freezeReads(page: Page, reads: RegExp): Promise<void> {
  let kept: ReturnType<Route['fetch']> | undefined;
  const forget = (request: Request) => {
    if (request.method() !== 'GET' || request.isNavigationRequest()) kept = undefined;
  };
  page.on('request', forget);
  // What was read while the page's own request was under way may be older than its result.
  page.on('requestfinished', forget);
  await blockEvents(page);
  await page.route(reads, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    // Kept per request: a reply still under way when the page is left doesn't belong to the next page.
    kept ??= route.fetch();
    await route.fulfill({ response: await kept });
  });
}

/**
 * Runs the page's stopped clock in steps of so many ms until the element is visible. A timer the page
 * starts then has begun within the last step.
 */
export async function tickUntilVisible(page: Page, element: Locator, stepMs = 10): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs);
    expect(await element.isVisible()).toBe(true);
  }).toPass({ intervals: [20] });
  // Lets the page finish what it does right after showing the element, such as starting a timer, before the
  // clock runs on.
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      });
    }
  });
}

/** Stops the page's clock at a moment past every timer so far. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Runs an action with the page's clock stopped until briefly shown elements are visible, then moves it past
 * the redirect that follows and resumes it. Once per browser.
 */
export async function expectBriefly(
  page: Page,
  act: () => Promise<void>,
  ...shown: Locator[]
): Promise<void> {
  await stopClock(page);
  await act();
  // A fraction of the shortest time that a page shows a message for.
  for (const each of shown) await tickUntilVisible(page, each, 50);
  // The longest pause before a redirect.
  await page.clock.runFor(Math.max(...Object.values(REDIRECT_AFTER_MS)));
  await page.clock.resume();
}

/** The time on the page's clock, in ms. */
export async function pageTime(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}

/** More than lead through any screen, also with what the journeys before have left on it. */
const MOST_PRESSES = 400;

/** Presses Tab until the element has the focus; fails when it never gets it. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  await untilFocusIsStable(page);
  // The handle is resolved once: querying after every press takes longer than the presses.
  const node = await element.elementHandle();
  const isThere = () => node?.evaluate((found) => found === document.activeElement);
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  expect(await isThere(), 'the element gets the focus').toBe(true);
}

/**
 * Waits until an opening dialog has taken the focus, or a closing one has returned it: both happen a moment
 * after it is visible, and would move the focus away from where Tab has put it.
 */
async function untilFocusIsStable(page: Page): Promise<void> {
  const isStable = () =>
    page.evaluate(() => {
      const windows = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
      const isHeld = windows.some((each) => each.contains(document.activeElement));
      return (
        windows.length === 0 || (isHeld && windows.every((each) => !each.matches('[data-ending-style]')))
      );
    });
  await expect.poll(isStable, 'the focus is in the open dialog').toBe(true);
}

/** Presses a button or follows a link with the keyboard alone. */
export async function pressByKeyboard(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

/**
 * Whether something dark is drawn on a sheet of paper: read from a copy, because reading slows a canvas
 * down.
 */
export const hasInk = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(element, 0, 0);
    const data = copy?.getImageData(0, 0, width, height).data ?? [];
    return data.some((value, index) => index % 4 === 0 && value < 80 && data[index + 3] === 255);
  });

/**
 * At the widths of a phone and of a desk nothing scrolls sideways. Axe reads each of them once, in the light
 * theme on the phone and in the dark one at the desk: colours don't depend on the width.
 */
export async function expectWellMade(page: Page): Promise<void> {
  for (const [viewport, colorScheme] of [
    [PHONE, 'light'],
    [{ width: 1440, height: 900 }, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await endMotion(page);
    await expectAccessible(page);
  }
}
