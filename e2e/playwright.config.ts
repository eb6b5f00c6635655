import { defineConfig } from '@playwright/test';
import { findHeadlessChromium, TEST_ARGUMENTS } from '../tools/chromium.ts';

/**
 * Journeys tagged `@chromium` run in Chromium only; the others run in Firefox too. Through WebDriver BiDi
 * Playwright can't read, weigh or resend the body of a request, report the download of a blob, drag natively,
 * emulate touch, print or reduced motion, or keep the focus in two pages; and on some screens its reading of
 * roles and texts crashes Firefox's content process.
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
