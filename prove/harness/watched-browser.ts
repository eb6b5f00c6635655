import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { expect } from 'vitest';
import { findHeadlessChromium, TEST_ARGUMENTS } from '../../tools/chromium.ts';
import { BEACON, CALLED } from './payloads.ts';

/** How a page's content policy is treated: as it is, only reported, or not at all. */
export type PolicyMode = 'enforced' | 'report-only' | 'ignored';

/** Whatever a browser did that no page of the product asks for. */
interface Watch {
  /** Payloads that ran, dialogs, and requests to the beacon. */
  executions: string[];
  /** What a policy refused, or would have. */
  violations: string[];
}

interface ContextOptions {
  origin: string;
  mode: PolicyMode;
  /** The session of the embedded provider, as its client keeps it. */
  session?: unknown;
}

/** What this proof itself evaluates in a page: a policy in force lets the browser's own tools through, and one for reports notes them. */
const OWN_EVALUATION = /^(script-src eval|require-trusted-types-for trusted-types-sink .*eval\|)/;

const SESSION_KEY = 'studio-auth-embedded';

/** A real Chromium in which everything that payloads do is counted. */
export class WatchedBrowser implements AsyncDisposable {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async open(): Promise<WatchedBrowser> {
    return new WatchedBrowser(
      await chromium.launch({ executablePath: findHeadlessChromium(), args: TEST_ARGUMENTS }),
    );
  }

  async newContext({
    origin,
    mode,
    session,
  }: ContextOptions): Promise<{ context: BrowserContext; watch: Watch }> {
    const watch: Watch = { executions: [], violations: [] };
    const context = await this.#browser.newContext({ bypassCSP: mode === 'ignored', locale: 'en-US' });
    await context.exposeBinding(
      CALLED,
      ({ page }, n) => void watch.executions.push(`payload ${n} ran at ${page.url()}`),
    );
    await context.exposeBinding('__violated', ({ page }, what: string) => {
      if (mode === 'enforced' || !OWN_EVALUATION.test(what))
        watch.violations.push(`${what} at ${page.url()}`);
    });
    await context.addInitScript(`
      addEventListener('securitypolicyviolation', (event) =>
        __violated(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ' ' + event.sample), true);`);
    if (session) {
      await context.addInitScript(`
        if (self.origin === ${JSON.stringify(origin)}) localStorage.setItem(${JSON.stringify(SESSION_KEY)}, ${JSON.stringify(JSON.stringify(session))});`);
    }
    context.on('dialog', (dialog) => {
      watch.executions.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      const url = request.url();
      if (new URL(url, origin).pathname.startsWith(BEACON)) watch.executions.push(`${url} was asked for`);
    });
    if (mode === 'report-only') await reportOnly(context);
    return { context, watch };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

/** Has each document come with its content policy for reports alone. */
async function reportOnly(context: BrowserContext): Promise<void> {
  await context.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const { 'content-security-policy': policy, ...headers } = response.headers();
    await route.fulfill({
      response,
      headers: { ...headers, ...(policy && { 'content-security-policy-report-only': policy }) },
    });
  });
}

/** Elements that only markup of a payload makes. */
const INJECTED = `[...document.querySelectorAll('*')].flatMap((element) => {
  const isForeign = element.matches('[src="x"], [src^="${BEACON}"], [href^="${BEACON}"], iframe[srcdoc], object, base[href]') ||
    (element.localName === 'script' && element.textContent.includes('${CALLED}('));
  const active = [...element.attributes].filter(({ name, value }) => /^on/i.test(name) ||
    (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) && /^[\\s\\0-\\x1f]*(javascript|vbscript|data:text)/i.test(value)));
  return isForeign || active.length > 0 ? [element.outerHTML.slice(0, 200)] : [];
})`;

/** Whether the page shows a payload, as text or in a field. */
const SHOWS = `[document.body?.innerText ?? '', ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)]
  .some((text) => text.includes('${CALLED}(') || text.includes('${BEACON}'))`;

/** One address that is opened. */
export interface Screen {
  path: string;
  /** Whether it shows what was written: it is waited for then. */
  shows: boolean;
  /** A button that opens a dialog with a list, by its name. */
  press?: string;
}

/** Opens an address and waits for what it shows. @returns markup of payloads that became elements */
export async function openScreen(
  page: Page,
  origin: string,
  { path, shows, press }: Screen,
): Promise<string[]> {
  try {
    await page.goto(`${origin}${path}`);
  } catch (error) {
    // A file is saved and not shown.
    if (/Download is starting|ERR_ABORTED/.test(String(error))) return [];
    throw error;
  }
  if (press) {
    await page.getByRole('button', { name: press }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  }
  // Asked from here: a wait within the page evaluates text, which the policy refuses.
  if (shows) await expect.poll(() => page.evaluate(SHOWS), { message: `${path} shows a payload` }).toBe(true);
  // What is drawn is drawn in a frame, and what it loads has begun to load in the next.
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
  );
  const injected = (await page.evaluate(INJECTED)) as string[];
  return injected.map((html) => `${path} has ${html}`);
}

/** Has a page read a file in every way that could run it: as a script, a style, a picture, a frame, an object or a worker. */
export async function embedEverywhere(page: Page, url: string): Promise<void> {
  await page.evaluate(
    async ([address]) => {
      const load = (name: string, attributes: Record<string, string>) =>
        new Promise<void>((resolve) => {
          const element = document.createElement(name);
          element.addEventListener('load', () => resolve());
          element.addEventListener('error', () => resolve());
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
          (document.body ?? document.documentElement).append(element);
        });
      const work = new Promise<void>((resolve) => {
        const worker = new Worker(address);
        worker.addEventListener('error', () => resolve());
        worker.addEventListener('message', () => resolve());
      });
      await Promise.all([
        load('script', { src: address }),
        load('script', { src: address, type: 'module' }),
        load('link', { rel: 'stylesheet', href: address }),
        load('img', { src: address }),
        work,
      ]);
      // Their events don't come where a file is saved instead.
      for (const [name, key] of [
        ['iframe', 'src'],
        ['object', 'data'],
        ['embed', 'src'],
      ] as const)
        void load(name, { [key]: address });
    },
    [url] as const,
  );
}
