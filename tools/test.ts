import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { quickProofFiles } from '../prove/proofs.ts';
import { ensureBuilt } from './build.ts';
import { checkSteps } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { runStages, type Step } from './steps.ts';

/**
 * As Vitest names what failed, "FAIL  server src/x.test.ts > what it says", with how and the lines that
 * differ; or an error that no test caught.
 */
const VITEST_FAILURE = /^\s*FAIL\s|^\w*Error: |^[-+] +\S|^Vitest caught \d+ unhandled/;
/** As Playwright names what failed, "  1) e2e/journeys/x.spec.ts:1:1 › what it says", with how and in which line. */
const PLAYWRIGHT_FAILURE =
  /^ {2}\d+\) | {4}(?:\w*Error|Locator|Expected[^:]*|Received[^:]*): | {2,4}> +\d+ \| /;

/*
 * `npm test` runs everything once and decides whether a change may go in. `npm run test:full` (`--full`) adds what
 * takes longer: every server test on both engines, a small part of every proof, and the journeys in Firefox.
 */
const { full: isFull } = parseArgs({ options: { full: { type: 'boolean', default: false } } }).values;

// As many shells and containers have it: build, product and tests have to choose for themselves.
process.env.NODE_ENV = 'development';
if (isFull) process.env.ENGINES ??= 'sqlite,postgres';

const FIREFOX = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';

const vitest = (title: string, project: string, ...files: string[]): Step => ({
  title,
  run: ['vitest', 'run', '--project', project, ...files],
  namesFailure: VITEST_FAILURE,
});

const JOURNEYS = ['playwright', 'test', '-c', 'e2e/playwright.config.ts'] as const;
const journeys: Step = { title: 'Journeys in Chromium', run: JOURNEYS, namesFailure: PLAYWRIGHT_FAILURE };

const firefox: Step = existsSync(FIREFOX)
  ? {
      title: 'Journeys in Firefox',
      run: ['env', 'JOURNEYS_BROWSER=firefox', ...JOURNEYS],
      namesFailure: PLAYWRIGHT_FAILURE,
    }
  : { title: 'Journeys in Firefox', run: () => console.log(`Skipped: there is no Firefox at ${FIREFOX}`) };

// What runs many processes of its own has the machine to itself; the checks, of one process each, share it.
process.exitCode = await runStages([
  [
    { title: 'Chromium', run: () => console.log(ensureChromium()) },
    { title: 'Build', run: ensureBuilt },
    ...checkSteps,
  ],
  [vitest('Unit tests', 'unit')],
  [vitest('Server tests', 'server')],
  [vitest('Hostile texts, measured by themselves', 'measured')],
  [
    vitest('Release, unpacked and started', 'release'),
    { title: 'Valid HTML', run: ['node', 'web/paint-first/build/check-html.ts'] },
  ],
  [vitest('Proofs, a small part', 'prove', ...(isFull ? [] : quickProofFiles))],
  [vitest('Component tests in Chromium', 'components')],
  [journeys],
  ...(isFull ? [[firefox]] : []),
]);
