import { defineConfig } from '@playwright/test';
import { findHeadlessChromium, TEST_ARGUMENTS } from '../tools/chromium.ts';

/**
 * What works in Chromium alone has the tag `@chromium`. Through WebDriver BiDi Playwright can't read, weigh or send on the
 * body of a request, drag what the browser itself drags, emulate fingers, paper or reduced motion, keep the focus in two
 * pages, or save a blob; and on some screens its reading of roles and texts ends the process of Firefox's page. The other
 * journeys run in Firefox too.
 */
const isFirefox = process.env.JOURNEYS_BROWSER === 'firefox';

/** Journeys run against the built product; each worker has its own server, data folder and mail server. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Ends a journey that hangs, while a slow machine alone fails none: at a load of twelve for each core a step takes over half a minute.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Recording every journey would cost a quarter of the processor's time: use `--trace on` for a single
    // one.
    trace: 'off',
  },
  projects: [
    isFirefox
      ? {
          name: 'firefox',
          grepInvert: /@chromium/,
          use: {
            browserName: 'firefox',
            channel: 'moz-firefox',
            // Playwright puts a style into the page for each, which our policy refuses, and Firefox calls that an error.
            screenshot: 'off',
            // Firefox itself, behind a program that answers the one command it doesn't know.
            launchOptions: {
              executablePath: new URL('firefox/firefox.ts', import.meta.url).pathname,
              firefoxUserPrefs: {
                // The list of downloads would take the focus from the page.
                'browser.download.alwaysOpenPanel': false,
                // A mouse, on a machine without one: 2 for exact, 4 for hovering.
                'ui.primaryPointerCapabilities': 6,
                'ui.allPointerCapabilities': 6,
              },
            },
          },
        }
      : {
          name: 'chromium',
          use: {
            browserName: 'chromium',
            launchOptions: { executablePath: findHeadlessChromium(), args: TEST_ARGUMENTS },
          },
        },
  ],
});
