import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Product, startProduct } from './product.ts';

/** Says which messages a journey bears in the console, before or after they come: the browser's own note of a refused request. */
type ExpectedConsole = (pattern: RegExp) => void;

/** What Chromium says of a page whose scripts took some seconds: it speaks of the machine, not of the page. */
const OF_SLOWNESS = /was preloaded using link preload but not used within a few seconds/;

/** Keeps what a page says in the console. */
function trapConsole(page: Page, seen: string[]): void {
  page.on('console', (message) => {
    if (OF_SLOWNESS.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) {
      seen.push(`${message.type()}: ${message.text()} (${page.url()})`);
    }
  });
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.stack ?? error.message}`));
}

/**
 * Lets go of what a journey answers in the network's place, before its browser is closed: an answer that is still being made
 * then would fail the journey after its end.
 */
export async function stopAnswering(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
}

interface Fixtures {
  expectConsole: ExpectedConsole;
  consoleTrap: { expected: RegExp[]; seen: string[] };
}

/** Playwright's test with the running product, and with a console that has to stay silent. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.origin);
  },
  consoleTrap: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const trap = { expected: [] as RegExp[], seen: [] as string[] };
      await use(trap);
      // Held against what was expected only now: a page may speak before its test comes to the line that expects it.
      const unexpected = trap.seen.filter((text) => !trap.expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'nothing unexpected in the console').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, consoleTrap }, use) => {
    context.on('page', (page) => trapConsole(page, consoleTrap.seen));
    await use(context);
    await stopAnswering(context);
  },
  expectConsole: async ({ consoleTrap }, use) => {
    await use((pattern) => consoleTrap.expected.push(pattern));
  },
});

export { expect };

/** The browser's own note of a request that was refused. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What axe decides by colours; the rest is the same in every theme. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Fails when axe finds anything against WCAG 2.2 AA on the whole page as it stands, whatever is open on it.
 * `byColour` asks for the rules of colour alone: for a page in another theme whose whole was looked at in one.
 */
export async function expectAccessible(
  page: Page,
  { byColour = false }: { byColour?: boolean } = {},
): Promise<void> {
  // Rows that are faded until newer ones arrive have the colours of neither.
  await expect(page.locator('table[aria-busy="true"], ul[aria-busy="true"]')).toHaveCount(0);
  // Legacy mode stays in the page's own frame, which is all there is here, and takes half the time: the other one
  // opens a page for every run.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  if (byColour) axe.withRules(RULES_OF_COLOUR);
  else axe.withTags(STANDARDS);
  const { violations } = await axe.analyze();
  const found = violations.map(
    (violation) =>
      `${violation.id}: ${violation.help}\n  ${violation.nodes.map((node) => node.target.join(' ')).join('\n  ')}`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}
