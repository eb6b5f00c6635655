import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { sealUnsubscription } from '../server/src/features/notifications/unsubscribe.ts';
import { knownRoutes } from '../server/src/platform/http/routes.ts';
import { loadSite, type Site } from '../server/src/platform/http/site.ts';
import { SITE_FOLDER } from '../server/src/run-server.ts';
import { startProduct } from '../server/test/harness/running-product.ts';
import { createTestServer, type TestServer } from '../server/test/harness/server.ts';
import { attemptByCall, newestMail, tokenIn } from '../server/test/harness/sign-in.ts';
import { type Headers, scorePage } from './harness/observatory.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { without } from './harness/without.ts';

const ORIGIN = 'https://studio.example';
const HTML = { accept: 'text/html' };
const BAR = 130;

/** A site of three files, with a script and a style in each, where the real one isn't built. */
const folder = mkdtempSync(join(tmpdir(), 'atelier-headers-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readSite(): Promise<Site> {
  const path = sized({ quick: folder, full: SITE_FOLDER });
  if (path === folder) writeSmallSite();
  const site = await loadSite(path);
  if (!site) throw new Error('The site isn’t built: npm run build');
  return site;
}

function writeSmallSite(): void {
  const page = (file: string) => {
    mkdirSync(join(folder, 'client'), { recursive: true });
    writeFileSync(join(folder, 'client', file), `<!doctype html><title>${file}</title>`);
    return { file, scriptHashes: [`sha256-${'A'.repeat(43)}=`], styleHashes: [`sha256-${'B'.repeat(43)}=`] };
  };
  const [home, fallback, notFound] = ['index.html', 'app.html', '404.html'].map(page);
  const routes = ['/', '/profile', '/auth/callback', '/admin/portal/:id', '/work/*'];
  const manifest = { pages: { '/': home }, fallback, notFound, routes, origin: ORIGIN };
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(manifest));
}

/** One HTML reply. */
interface Page {
  address: string;
  headers: Headers;
  cookies: string[];
}

/** Addresses that lead to HTML only with a token, or only with a broken one. */
async function addressesWithTokens(server: TestServer): Promise<string[]> {
  await attemptByCall(server, {
    email: 'ada@client.example',
    password: 'a long sentence of Ada’s',
  });
  const token = tokenIn(await newestMail(server, 'ada@client.example'));
  const unsubscribe = sealUnsubscription(server.secret, { address: 'ada@client.example', kind: 'message' });
  return [
    `/auth/v1/verify?token=${token}&type=signup`,
    `/unsubscribe?token=${unsubscribe}`,
    '/unsubscribe?token=broken',
    '/files/00000000-0000-7000-8000-000000000000.broken',
    '/nothing/here',
    '/auth/nothing',
  ];
}

/** Every HTML reply to a GET: of the site's addresses, and of every route that the server has. */
async function readPages(server: TestServer, site: Site): Promise<Page[]> {
  const patterns = knownRoutes(server.http).filter(({ method }) => method === 'GET');
  const addresses = new Set(
    [
      ...Object.keys(site.manifest.pages),
      ...site.manifest.routes,
      ...patterns.map(({ pattern }) => pattern),
    ].map((pattern) => `/${pattern.replace(/^\//, '').replace(/:\w+/g, 'x1').replace('*', 'x1')}`),
  );
  for (const address of await addressesWithTokens(server)) addresses.add(address);
  const pages: Page[] = [];
  for (const address of addresses) {
    // A stream of events doesn't end.
    if (address === '/api/events') continue;
    const page = await readPage(server, address);
    if (page) pages.push(page);
  }
  return pages;
}

/** A GET's reply, if it is HTML. */
async function readPage(server: TestServer, address: string): Promise<Page | undefined> {
  const { headers } = await server.inject({ url: address, headers: HTML });
  const cookies = [headers['set-cookie'] ?? []].flat();
  const isHtml = String(headers['content-type']).startsWith('text/html');
  return isHtml ? { address, headers: headers as Headers, cookies } : undefined;
}

/** The page of an error: the server loses a table that an address needs. */
async function readErrorPage(server: TestServer): Promise<Page | undefined> {
  await sql`alter table auth_one_time_tokens rename to lost`.execute(server.db);
  const page = await readPage(server, '/auth/v1/verify?token=x&type=signup');
  expect(server.takeLoggedErrors()).toHaveLength(1);
  return page && { ...page, address: 'an error' };
}

/** What csp_evaluator, Google's checker of policies, holds to be dangerous for certain or perhaps. */
function findDangers(policy: string): string[] {
  const bad = [Severity.HIGH, Severity.HIGH_MAYBE, Severity.SYNTAX, Severity.MEDIUM];
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => bad.includes(severity))
    .map(({ severity, directive, description }) => `${Severity[severity]} ${directive}: ${description}`);
}

/** The pages that are below the bar, each with why. */
const findFaults = (pages: readonly Page[]) =>
  pages.flatMap(({ address, headers, cookies }) => {
    const { score, points } = scorePage(headers, cookies);
    const dangers = findDangers(headers['content-security-policy'] ?? '');
    return score >= BAR && dangers.length === 0 ? [] : [{ address, score, points, dangers }];
  });

describe('the headers of HTML', () => {
  it('score 130 by the Observatory’s rules on every page, and csp_evaluator finds nothing dangerous', async () => {
    const site = await readSite();
    await using server = await createTestServer({ engine: 'sqlite', env: { PUBLIC_URL: ORIGIN }, site });
    const found = await readPages(server, site);
    const broken = await readErrorPage(server);
    const pages = [...found, ...(broken ? [broken] : [])];
    expect(findFaults(pages)).toEqual([]);
    const addresses = pages.map(({ address }) => address.replace(/\?.*/, ''));
    const expected = [
      '/',
      '/security-policy',
      '/auth/v1/verify',
      '/unsubscribe',
      '/nothing/here',
      'an error',
    ];
    expect(expected.filter((address) => !addresses.includes(address))).toEqual([]);
    expect(addresses.some((address) => address.startsWith('/files/'))).toBe(true);
    keepResult('headers', {
      on: 'the built site',
      tried: `${pages.length} HTML replies`,
      outcome: `each ${Math.min(...pages.map(({ headers }) => scorePage(headers).score))} points or more; no finding of high or medium severity`,
      control:
        'with scripts allowed inline, the score is below 100 and csp_evaluator says high (its own test)',
    });
  });

  it('are found wanting when a page’s policy lets any script run', async () => {
    const product = await startProduct({
      PUBLIC_URL: ORIGIN,
      AUTH_AUTOCONFIRM: 'off',
      DATA_DIR: mkdtempSync(join(folder, 'data-')),
      ...without([
        {
          file: 'server/src/platform/http/plain-page.ts',
          text: `    "default-src 'none'",`,
          instead: `    "default-src * 'unsafe-inline'",`,
        },
      ]),
    });
    try {
      const { headers } = await fetch(`${product.origin}/security-policy`, { headers: HTML });
      const weak = { address: '/security-policy', headers: Object.fromEntries(headers), cookies: [] };
      expect(findFaults([weak])).toMatchObject([{ score: expect.toSatisfy((score: number) => score < 100) }]);
      expect(findFaults([weak])[0]?.dangers.join()).toContain('HIGH');
    } finally {
      await product.stop();
    }
  });

  it.each([
    ['strict-transport-security', undefined],
    ['x-content-type-options', undefined],
    ['referrer-policy', 'unsafe-url'],
    ['cross-origin-resource-policy', undefined],
    ['content-security-policy', "default-src 'self'"],
    [
      'content-security-policy',
      "default-src 'none'; script-src 'self' 'unsafe-eval'; frame-ancestors 'none'",
    ],
  ])('score below 130 when %s is %s', async (name, value) => {
    await using server = await createTestServer({ engine: 'sqlite', env: { PUBLIC_URL: ORIGIN } });
    const { headers } = await server.inject({ url: '/security-policy', headers: HTML });
    expect(scorePage(headers as Headers).score).toBe(BAR);
    expect(scorePage({ ...(headers as Headers), [name]: value }).score).toBeLessThan(BAR);
  });
});
