import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PictureName } from '@atelier/content/pictures.ts';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { buildOrExit } from '../build.ts';
import { findHeadlessChromium } from '../chromium.ts';

/*
 * Photographs of the product: what clients of the demo see at each step of a project, for the page about the process. Taken
 * from the built product, so that the page shows what a client will get, and never a drawing of it.
 */

/** The window of a screen, in CSS pixels: so narrow that its words can be read on a phone. */
const NARROW = 640;
/** A window in which a dialog has its two columns. */
const WIDE = 1040;
/** Width divided by height, as `content/pictures.ts` says. */
const RATIO = 4 / 3;
/** Enough for the widest file that pages ask for. */
const SCALE = 2.5;
/** Above the picture, outside it: the header, which stays at the top of the window. */
const HEADER = 74;
/** Between the upper edge and the first thing that is shown. */
const MARGIN = 20;

/** Clients of the demo: one with a contract to accept, one whose project is under way. */
const CLIENTS = { samira: 'samira@quillandink.example', tomas: 'tomas@northlight.example' };

interface Shot {
  name: PictureName;
  /** Whose screen it is. */
  client: keyof typeof CLIENTS;
  /** Goes to the screen. @returns what the picture begins with, or the dialog that it shows */
  open: (page: Page) => Promise<{ first: Locator } | { dialog: Locator }>;
}

const shots: readonly Shot[] = [
  {
    name: 'process-brief',
    client: 'samira',
    open: async (page) => {
      await page.goto('/start?features=web,brand,forms,seo,host&fresh=1');
      await page.getByRole('button', { name: /^Grow/ }).click();
      return { first: page.getByText('Step 1 of 7') };
    },
  },
  {
    name: 'process-contract',
    client: 'samira',
    open: async (page) => {
      await openTab(page, 'Quill', 'Contract');
      return { first: page.getByRole('tablist') };
    },
  },
  {
    name: 'process-design',
    client: 'tomas',
    open: async (page) => {
      await page.setViewportSize({ width: WIDE, height: WIDE / RATIO });
      await openTab(page, 'Northlight', 'Files');
      const deliverable = page.getByRole('listitem').filter({ hasText: 'design-home.png' }).first();
      await deliverable.getByRole('button', { name: /^Review/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Show resolved/ }).click();
      return { dialog };
    },
  },
  {
    name: 'process-milestones',
    client: 'tomas',
    open: async (page) => {
      await openTab(page, 'Northlight', 'Milestones');
      return { first: page.getByRole('heading', { name: 'Website' }) };
    },
  },
];

/** Opens the signed-in client's newest project of a company at one of its tabs. */
async function openTab(page: Page, company: string, tab: string): Promise<void> {
  await page.goto('/client-portal');
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(company) })
    .first()
    .click();
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  await page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) }).waitFor();
}

/** Takes every photograph, one after the other: PNGs of `SCALE` times the frame. */
export async function* photographPortal(): AsyncGenerator<[PictureName, Buffer]> {
  await buildOrExit();
  const demo = await startDemo();
  const browser = await chromium.launch({
    executablePath: findHeadlessChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const pages = new Map<keyof typeof CLIENTS, Page>();
    for (const { name, client, open } of shots) {
      const page = pages.get(client) ?? (await signIn(browser, demo, client));
      pages.set(client, page);
      await page.setViewportSize({ width: NARROW, height: HEADER + NARROW / RATIO });
      yield [name, await photograph(page, await open(page))];
    }
  } finally {
    await browser.close();
    await demo.stop();
  }
}

async function photograph(page: Page, shown: Awaited<ReturnType<Shot['open']>>): Promise<Buffer> {
  await page.evaluate('document.fonts.ready');
  // Without the mouse on anything, and no focus ring.
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  const box = 'dialog' in shown ? await shown.dialog.boundingBox() : await scrollBelowHeader(shown.first);
  if (!box) throw new Error('The dialog is not shown.');
  const { x, y, width } = box;
  return page.screenshot({
    type: 'png',
    animations: 'disabled',
    clip: { x, y, width, height: width / RATIO },
  });
}

/** Scrolls until an element is right below the header. @returns where the picture begins, and its width */
async function scrollBelowHeader(first: Locator) {
  await first.evaluate((element, top) => {
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
  }, HEADER + MARGIN);
  return { x: 0, y: HEADER, width: NARROW };
}

interface Demo {
  origin: string;
  password: string;
  stop: () => Promise<void>;
}

/** Fills a demo of its own in a new folder and runs it; the folder goes with it. */
async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-pictures-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const program = join(import.meta.dirname, '../../demo/main.ts');
  const child = spawn(process.execPath, [program, '--folder', folder], {
    env: { PATH: process.env.PATH, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  let output = '';
  const password = await new Promise<string | undefined>((resolve) => {
    child.once('exit', () => resolve(undefined));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      // It prints who can sign in once it listens.
      const [, printed] = /with this password[^\n]*\n\s+(\S[^\n]*)\n/.exec(output) ?? [];
      if (printed) resolve(printed);
    });
  });
  if (password) return { origin, password, stop };
  await stop();
  throw new Error(`The demo ended before it was ready:\n${output}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** A browser of a client's own, signed in. */
async function signIn(
  browser: Browser,
  { origin, password }: Demo,
  client: keyof typeof CLIENTS,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(CLIENTS[client]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/profile');
  return page;
}
