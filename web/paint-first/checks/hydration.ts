/*
 * Opens every prerendered page of the built product in Chromium under the strict content policy and checks that it
 * comes to life without a word in the console and without a change to its document. Run after `npm run build`.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { PagesManifest } from '../build/pages-manifest.ts';
import { contentPolicyFor } from './content-policy.ts';

const clientFolder = join(import.meta.dirname, '../../build/client');
const manifest: PagesManifest = JSON.parse(readFileSync(join(clientFolder, '../pages.json'), 'utf8'));
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The built files and nothing else: every call to the API is answered 401, as to somebody signed out. */
function serve() {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path.startsWith('/api/') || path.startsWith('/auth/v1/')) return response.writeHead(401).end();
    const asset = join(clientFolder, path);
    if (extname(path) && existsSync(asset)) {
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
      return createReadStream(asset).pipe(response);
    }
    const page = manifest.pages[path] ?? manifest.fallback;
    const shown = path === '/nothing/here' ? manifest.notFound : page;
    response.writeHead(200, {
      'content-type': types['.html'],
      'content-security-policy': contentPolicyFor(shown),
    });
    return createReadStream(join(clientFolder, shown.file)).pipe(response);
  });
  return new Promise<typeof server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Where two texts begin to differ, with a little around it. */
function differenceOf(before: string, after: string): string {
  const at = [...before].findIndex((character, position) => character !== after[position]);
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `from …${around(before)}… to …${around(after)}…`;
}

/** What went wrong on one page, in words; nothing if all is well. */
async function faultsOf(browser: Browser, origin: string, path: string): Promise<string[]> {
  const tab = await browser.newPage();
  const faults: string[] = [];
  tab.on(
    'console',
    (message) => message.type() !== 'debug' && faults.push(`console ${message.type()}: ${message.text()}`),
  );
  tab.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  await tab.addInitScript(() => {
    // Compared is what stands there before and at the moment the page becomes live, not what a page then does of itself.
    // <html> is left out: the state of session and theme stands there, on purpose.
    const read = () => {
      const head = document.head.cloneNode(true) as HTMLHeadElement;
      // Written by the loader after the paint.
      for (const link of head.querySelectorAll('link[rel="manifest"], link[rel="stylesheet"]')) link.remove();
      return `${head.innerHTML}\n${document.body.innerHTML}`;
    };
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { before: read() });
      const onLive = new MutationObserver(() => Object.assign(window, { after: read() }));
      onLive.observe(document.documentElement, { attributeFilter: ['data-live'] });
    });
  });
  await tab.goto(origin + path);
  // As somebody who is there: a page to be read is in no hurry to come to life.
  await tab.mouse.move(1, 1);
  const isLive = await tab.waitForSelector('html[data-live]', { timeout: 5000 }).catch(() => undefined);
  if (!isLive) faults.push('the page never came to life');
  await tab.waitForLoadState('networkidle');
  const { before, after } = await tab.evaluate(() => {
    const { before, after } = window as Window & { before?: string; after?: string };
    return { before: before ?? '', after: after ?? '' };
  });
  await tab.close();
  return before === after ? faults : [...faults, `the document changed ${differenceOf(before, after)}`];
}

const server = await serve();
const executablePath = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((file) => existsSync(file));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
let count = 0;
for (const path of [...Object.keys(manifest.pages), '/nothing/here']) {
  const faults = await faultsOf(browser, origin, path);
  count += faults.length;
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${path}`);
  for (const fault of faults) console.log(`     ${fault}`);
}
await browser.close();
server.close();
process.exitCode = count === 0 ? 0 : 1;
