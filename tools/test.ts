import { ensureBuilt } from './build.ts';
import { checkSteps, runSteps } from './check.ts';
import { ensureChromium } from './chromium.ts';

/** As Vitest names what failed, "FAIL  server src/x.test.ts > what it says", with how; or an error that no test caught. */
const VITEST_FAILURE = /^\s*FAIL\s|^\w*Error: |^Vitest caught \d+ unhandled/;
/** As Playwright names what failed, "  1) e2e/journeys/x.spec.ts:1:1 › what it says", with how and in which line. */
const PLAYWRIGHT_FAILURE =
  /^ {2}\d+\) | {4}(?:\w*Error|Locator|Expected[^:]*|Received[^:]*): | {2,4}> +\d+ \| /;

// As many shells and containers have it: build, product and tests have to choose for themselves.
process.env.NODE_ENV = 'development';

// Everything that decides whether a change may go in, in the order of how soon it says no.
process.exitCode = await runSteps([
  ...checkSteps(),
  { title: 'Unit tests', run: ['vitest', 'run', '--project', 'unit'], namesFailure: VITEST_FAILURE },
  {
    title: 'Server tests, on SQLite and PostgreSQL',
    run: ['vitest', 'run', '--project', 'server'],
    namesFailure: VITEST_FAILURE,
  },
  {
    title: 'Hostile texts, measured by themselves',
    run: ['vitest', 'run', '--project', 'measured'],
    namesFailure: VITEST_FAILURE,
  },
  { title: 'Build', run: ensureBuilt },
  {
    title: 'Release, unpacked and started',
    run: ['vitest', 'run', '--project', 'release'],
    namesFailure: VITEST_FAILURE,
  },
  { title: 'Valid HTML', run: ['node', 'web/paint-first/build/check-html.ts'] },
  {
    title: 'Chromium',
    run: () => {
      console.log(ensureChromium());
    },
  },
  // After the build and Chromium: one of them opens the site's screens.
  {
    title: 'Proofs, a small part of each',
    run: ['vitest', 'run', '--project', 'prove'],
    namesFailure: VITEST_FAILURE,
  },
  {
    title: 'Component tests in Chromium',
    run: ['vitest', 'run', '--project', 'components'],
    namesFailure: VITEST_FAILURE,
  },
  {
    title: 'Journeys in Chromium',
    run: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
    namesFailure: PLAYWRIGHT_FAILURE,
  },
]);
