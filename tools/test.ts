import { ensureBuilt } from './build.ts';
import { checkSteps } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { runSteps } from './steps.ts';

// Everything that decides whether a change may go in, in the order of how soon it says no.
process.exitCode = await runSteps([
  ...checkSteps(),
  { title: 'Unit tests', run: ['vitest', 'run', '--project', 'unit'] },
  { title: 'Server tests, on SQLite and PostgreSQL', run: ['vitest', 'run', '--project', 'server'] },
  { title: 'Build', run: ensureBuilt },
  { title: 'Valid HTML', run: ['node', 'web/scripts/check-html.ts'] },
  {
    title: 'Chromium',
    run: () => {
      console.log(ensureChromium());
    },
  },
  { title: 'Journeys in Chromium', run: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'] },
]);
