import { defineConfig } from '@playwright/test';
import { findHeadlessChromium, TEST_ARGUMENTS } from '../tools/chromium.ts';

/** Journeys run against the built product, those with the tag `@chromium` by what only Chromium can do; each worker has its own server, data folder and mail server. */
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
    browserName: 'chromium',
    launchOptions: { executablePath: findHeadlessChromium(), args: TEST_ARGUMENTS },
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Recording every journey would cost a quarter of the processor's time: use `--trace on` for a single
    // one.
    trace: 'off',
  },
});
