import { type BrowserContext, expect, type Locator, type Page, type Route } from '@playwright/test';
import { expectAccessible, stopAnswering } from './test.ts';

export const PHONE = { width: 390, height: 844 };

/**
 * Brings a public page to life by moving, as whoever is there does, and waits for it: a page to be read leaves strangers alone
 * that do nothing.
 */
export async function untilLive(page: Page): Promise<void> {
  const live = page.locator('html[data-live]');
  let place = 0;
  await expect
    .poll(async () => {
      // On and on, as a hand does: the page may not listen yet at the first of it.
      place = (place % 2) + 1;
      await page.mouse.move(place, place);
      return live.count();
    })
    .toBe(1);
}

/** Fails when axe finds anything in the light or in the dark theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion no colour is caught halfway.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await endMotion(page);
    await expectAccessible(page, { byColour: colorScheme === 'dark' });
  }
}

/**
 * Takes what is on its way to its end: what had begun to move goes on after motion is reduced. The end of one may begin the
 * next, as where a part's colour follows that of the whole.
 */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isOnItsWay = (each: Animation) =>
      each.playState !== 'finished' && Number.isFinite(each.effect?.getComputedTiming().endTime);
    for (let round = 0; round < 20; round++) {
      const moving = document.getAnimations().filter(isOnItsWay);
      if (moving.length === 0) return;
      for (const each of moving) each.finish();
    }
  });
}

/** Fails when something stays wider than the window; what a new width asks for may take a frame or two. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, { message: `pixels wider than the window at ${page.url()}` }).toBe(0);
}

/**
 * Fails when a phone has no room for the page once its owner has set the browser's text to twice its size: nothing scrolls
 * sideways but what is made for it, and no word stands beyond the edge. Leaves the window as narrow as a phone.
 */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  const devtools = await page.context().newCDPSession(page);
  const setTextSize = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await setTextSize(32);
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe('32px');
  await expectNoSidewaysScroll(page);
  const beyond = await page.evaluate(() => {
    const words = document.querySelectorAll(':is(h1, h2, h3, p, li, dt, dd, th, a, button):not(.sideways *)');
    const isBeyond = (element: Element) => {
      const { width, right } = element.getBoundingClientRect();
      // Words for screen readers alone are a pixel wide.
      return width > 1 && right > document.documentElement.clientWidth + 1;
    };
    return [...words].filter(isBeyond).map((element) => element.textContent);
  });
  expect(beyond, `beyond the edge at ${page.url()}`).toEqual([]);
  await setTextSize(16);
  await devtools.detach();
}

/** Holds every request to the address until `release` is called: the page shows how it waits. */
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

/** How far what is seen has moved by itself on the page since it was loaded, move by move (layout-shift scores). */
export async function layoutShifts(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    // A move is told after it is painted.
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
    return shifts;
  });
}

/** Closes a browser of one's own, whatever it is in the middle of. */
export async function leave(context: BrowserContext): Promise<void> {
  await stopAnswering(context);
  await context.close();
}

/**
 * Lets no news reach the page from when it is opened next: a stream that opens has everything asked for again, and what failed
 * would come right before anybody presses "Try again".
 */
export async function hush(page: Page): Promise<void> {
  await page.route(/\/api\/events\b/, () => {});
}

/** Answers every request to the address with an error of the API, until the page's routes are taken off. */
export async function failRequests(page: Page, url: RegExp, status: number, message: string): Promise<void> {
  await page.route(url, (route) =>
    route.fulfill({ status, json: { error: message, message, code: 'internal_error' } }),
  );
}

/**
 * Leaves the page with what it has read at the address: nobody tells it of anything, and asking again answers
 * the same until it has sent something itself or is opened anew. As where another acts in the moment before.
 */
export async function keepUnaware(page: Page, reads: RegExp): Promise<void> {
  let kept: ReturnType<Route['fetch']> | undefined;
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.isNavigationRequest()) kept = undefined;
  });
  await hush(page);
  await page.route(reads, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    // Kept from when it is asked: an answer that is on its way while the page is left is not that of the next one.
    kept ??= route.fetch();
    await route.fulfill({ response: await kept });
  });
}

/**
 * Lets the page's stopped clock run, in steps of so many ms, until the element is there. What it does by the clock from then
 * on has begun within the last step.
 */
export async function tickUntilVisible(page: Page, element: Locator, stepMs = 10): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs);
    expect(await element.isVisible()).toBe(true);
  }).toPass({ intervals: [20] });
  // What the page does right after showing it, such as beginning to count how long it stays, comes before the clock goes on.
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

/** Stops the page's clock at a moment that is past everything it has waited for so far. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Does what leads to something that the page shows only for a moment, with the page's clock stopped until it is seen; then the
 * clock runs again, and the page goes on. Once for a browser.
 */
export async function seeInPassing(page: Page, act: () => Promise<void>, ...shown: Locator[]): Promise<void> {
  await stopClock(page);
  await act();
  for (const each of shown) await tickUntilVisible(page, each);
  await page.clock.resume();
}

/** What the page's clock says, in ms. */
export async function pageTime(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}

/** Presses Tab until the element has the keyboard: fails when the keyboard does not get there. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  await untilKeyboardRests(page);
  // Found once and asked for itself: looking for it anew after every press takes longer than the presses.
  const node = await element.elementHandle();
  const isThere = () => node?.evaluate((found) => found === document.activeElement);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  expect(await isThere(), 'the keyboard gets there').toBe(true);
}

/**
 * Waits until a window that opens has taken the keyboard, and one that closes has given it back: both happen by themselves,
 * a moment after one sees it, and would take the keyboard from wherever Tab has brought it meanwhile.
 */
async function untilKeyboardRests(page: Page): Promise<void> {
  const isAtRest = () =>
    page.evaluate(() => {
      const windows = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
      const isHeld = windows.some((each) => each.contains(document.activeElement));
      return (
        windows.length === 0 || (isHeld && windows.every((each) => !each.matches('[data-ending-style]')))
      );
    });
  await expect.poll(isAtRest, 'the keyboard is where the open window wants it').toBe(true);
}

/** Presses a button or follows a link by the keyboard alone. */
export async function pressByKeyboard(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}
