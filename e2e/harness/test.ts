import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Product, startProduct } from './product.ts';

/**
 * Allows console messages that match, whether they come before or after: the browser notes each refused
 * request.
 */
type ExpectedConsole = (pattern: RegExp) => void;

/** Chromium warns of scripts that took some seconds, and Firefox of the PDF that it opens after a download. */
const HARMLESS_WARNING =
  /was preloaded using link preload but not used within a few seconds|Invalid absolute docBaseUrl: "file:/;

/**
 * Errors that only Firefox reports and nobody sees: a text file's policy blocks the icon, or the page was
 * left or lost its network while a script or a typeface was loading (NS_BINDING_ABORTED, NS_ERROR_OFFLINE).
 */
const FIREFOX_NOISE = [
  /\(img-src\) at \S+\/favicon\.ico because it violates the following directive: “default-src 'none'”/,
  /^error loading dynamically imported module/,
  /^download failed \(font-family.* status=21523988(50|64) /,
];

/** Collects a page's console errors and warnings. */
function trapConsole(page: Page, seen: string[]): void {
  page.on('console', (message) => {
    if (HARMLESS_WARNING.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) {
      seen.push(`${message.type()}: ${message.text()} (${page.url()})`);
    }
  });
  page.on('pageerror', ({ message, stack = message }) => {
    if (!FIREFOX_NOISE.some((pattern) => pattern.test(message))) seen.push(`uncaught: ${stack}`);
  });
}

/**
 * Removes the journey's route handlers before its browser is closed: a handler still answering then would
 * fail the journey after its end.
 */
export async function removeRoutes(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
}

interface Fixtures {
  expectConsole: ExpectedConsole;
  consoleTrap: { expected: RegExp[]; seen: string[] };
}

const isFirefox = (browser: Browser | null) => browser?.browserType().name() === 'firefox';

/**
 * Makes `fill()` work in Firefox, where Playwright sets the value from the page's own script. React then
 * sees no change, so its tracker is reset here; and a field without a selection, such as one for addresses,
 * gets the text appended, so it is set to the filled text alone.
 */
function reportFilledFields(): void {
  addEventListener(
    'input',
    (event) => {
      if (event.isTrusted) return;
      const field = event.target as HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };
      const { data } = event as InputEvent;
      if (field.selectionStart === null && typeof data === 'string') field.value = data;
      field._valueTracker?.setValue('something else');
    },
    { capture: true },
  );
}

/** Playwright's test with the running product and a console that must stay silent. */
export const test = base.extend<Fixtures, { product: Product }>({
  browser: [
    async ({ browser }, use) => {
      if (isFirefox(browser)) {
        browser.on('context', (context) => void context.addInitScript(reportFilledFields));
      }
      await use(browser);
    },
    { scope: 'worker' },
  ],
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
      // Checked only now: a page may log a message before the test reaches the line that expects it.
      const unexpected = trap.seen.filter((text) => !trap.expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'nothing unexpected in the console').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, consoleTrap }, use) => {
    context.on('page', (page) => trapConsole(page, consoleTrap.seen));
    await use(context);
    await removeRoutes(context);
  },
  expectConsole: async ({ consoleTrap }, use) => {
    await use((pattern) => consoleTrap.expected.push(pattern));
  },
});

export { expect };

/** The browser's own note of a refused request. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The axe rules about colours; the others give the same result in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Fails when axe finds a violation of WCAG 2.2 AA on the page as it is, with whatever is open on it.
 * `coloursOnly` runs the colour rules alone, for a page already checked in the other theme.
 */
export async function expectAccessible(
  page: Page,
  { coloursOnly = false }: { coloursOnly?: boolean } = {},
): Promise<void> {
  // axe crashes Firefox's content process (seen with 153, signal 11); it reads the same document in Chromium.
  if (isFirefox(page.context().browser())) return;
  // Rows faded while newer ones load have neither state's colours.
  await expect(page.locator('table[aria-busy="true"], ul[aria-busy="true"]')).toHaveCount(0);
  // Legacy mode stays in the page's own frame, the only one here, and takes half the time: the default
  // opens a page for every run.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  if (coloursOnly) axe.withRules(COLOUR_RULES);
  else axe.withTags(STANDARDS);
  const { violations } = await axe.analyze();
  const found = violations.map(
    (violation) =>
      `${violation.id}: ${violation.help}\n  ${violation.nodes.map((node) => node.target.join(' ')).join('\n  ')}`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}
