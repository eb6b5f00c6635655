/*
 * Opens every prerendered page of the built product in Chromium under the strict content policy and checks that it
 * comes to life without a word in the console and without a change to its document. Run after `npm run build`.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { BuiltPage, PagesManifest } from './pages-manifest.ts';
import { contentPolicyFor } from './policy.ts';

const clientFolder = join(import.meta.dirname, '../build/client');
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
    if (path.startsWith('/api/') || path.startsWith('/auth/')) return response.writeHead(401).end();
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

/** What went wrong on one page, in words; nothing if all is well. */
async function faultsOf(browser: Browser, origin: string, path: string, page: BuiltPage): Promise<string[]> {
  const tab = await browser.newPage();
  const faults: string[] = [];
  tab.on('console', (message) => faults.push(`console ${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  await tab.addInitScript(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver((records) => {
        for (const { target, type, attributeName } of records) {
          // The state of session and theme stands on <html>, on purpose.
          if (target !== document.documentElement)
            changes.push(`${type} ${attributeName ?? ''} of ${target.nodeName}`);
        }
      }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
    });
  });
  await tab.goto(origin + path);
  await tab.locator('html[data-live]').waitFor();
  await tab.waitForLoadState('networkidle');
  const changes = await tab.evaluate(() => (window as Window & { changes?: string[] }).changes ?? []);
  await tab.close();
  if (page === manifest.fallback) return faults;
  return [...faults, ...changes.map((change) => `document changed: ${change}`)];
}

const server = await serve();
const executablePath = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((file) => existsSync(file));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const pages: [string, BuiltPage][] = [
  ...Object.entries(manifest.pages),
  ['/nothing/here', manifest.notFound],
];
let count = 0;
for (const [path, page] of pages) {
  const faults = await faultsOf(browser, origin, path, page);
  count += faults.length;
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${path}`);
  for (const fault of faults) console.log(`     ${fault}`);
}
await browser.close();
server.close();
process.exitCode = count === 0 ? 0 : 1;
