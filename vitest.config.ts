import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { lookForHeadlessChromium, TEST_ARGUMENTS } from './tools/chromium.ts';

// Whatever the shell has: React's test tools aren't in its production build.
process.env.NODE_ENV = 'test';

/**
 * Processes that run tests. Two also on two cores, where Vitest itself would take one: many tests wait, for a database, a child
 * or a time that is up, and meanwhile a core stood still.
 */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** A condition that never holds ends its wait; a slow machine alone ends none, as Vitest's own second would. */
const waits = { poll: { timeout: 30_000 } };

/** Tests start threads as they are built. */
const builtThreads = {
  alias: {
    './thread-file.ts': new URL('server/test/harness/built-threads.ts', import.meta.url).pathname,
  },
};

/** What tests a release needs server and site, and builds them: apart from tests that build one of them at the same time. */
const BUILT = 'tools/release/release.test.ts';

/** What is measured by the processor's time: in a process that other tests have filled, it would count their garbage. */
const MEASURED = 'server/test/hostile-text.test.ts';

/** Tests of the server, on the engines that ENGINES chooses. */
const serverTests = {
  globalSetup: ['tools/build-server.ts', 'server/test/harness/global-setup.ts'],
  setupFiles: ['server/test/harness/setup.ts'],
  // The application is loaded once in each worker and not for each file, which took longer than many a file's tests:
  // nothing of the server lives in a module, each test makes its own.
  isolate: false,
  expect: waits,
  hookTimeout: 180_000,
  testTimeout: 120_000,
};

/**
 * `unit` needs nothing but Node; `release` what is built; `components` needs a Chromium; `server` builds the server, brings a
 * PostgreSQL and runs on both engines; `measured` has a process of its own. `prove` takes a small part of each proof, and the
 * whole of it with PROVE=full.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          include: [
            'domain/src/**/*.test.ts',
            'content/**/*.test.ts',
            'tools/**/*.test.ts',
            'web/app/**/*.test.ts',
            'web/{scripts,vite,paint-first}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', BUILT],
          // A test that hangs ends; a slow machine alone fails none.
          testTimeout: 60_000,
        },
      },
      {
        test: { name: 'release', include: [BUILT], hookTimeout: 300_000, testTimeout: 120_000 },
      },
      {
        plugins: [tailwindcss()],
        // Packages are found at each start, before the first test: one that is found later loads the page again under a running test.
        optimizeDeps: {
          entries: ['web/{app,paint-first,test}/**/*.test.tsx'],
          include: ['axe-core'],
          force: true,
        },
        test: {
          name: 'components',
          include: ['web/{app,paint-first}/**/*.test.tsx'],
          setupFiles: ['web/test/setup.ts'],
          expect: waits,
          hookTimeout: 60_000,
          testTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: lookForHeadlessChromium(), args: TEST_ARGUMENTS },
              contextOptions: { locale: 'en-US', timezoneId: 'Europe/Berlin' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1024, height: 768 } }],
          },
        },
      },
      {
        resolve: builtThreads,
        test: {
          ...serverTests,
          name: 'server',
          maxWorkers,
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: ['**/node_modules/**', MEASURED],
        },
      },
      { resolve: builtThreads, test: { ...serverTests, name: 'measured', include: [MEASURED] } },
      {
        test: {
          ...serverTests,
          name: 'prove',
          // A whole proof has the machine to itself; small parts share it.
          maxWorkers: process.env.PROVE === 'full' ? 1 : maxWorkers,
          include: ['prove/*.proof.ts'],
          // Each is bounded by its own rounds; this ends one that hangs.
          testTimeout: process.env.PROVE === 'full' ? 3_600_000 : 120_000,
        },
      },
    ],
  },
});
