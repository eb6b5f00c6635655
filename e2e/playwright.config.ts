import { defineConfig } from '@playwright/test';
import { findHeadlessChromium, TEST_ARGUMENTS } from '../tools/chromium.ts';

/** Journeys run against the built product, each worker against a server, a data folder and a mail server of its own. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A journey that hangs ends; a slow machine alone fails none.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: findHeadlessChromium(),
      args: TEST_ARGUMENTS,
    },
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // What is recorded of every journey costs a quarter of the processor's time: `--trace on` for the one that is looked into.
    trace: 'off',
  },
});
