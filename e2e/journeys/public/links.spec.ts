import { serviceSections } from '@atelier/content/services.ts';
import { studio } from '@atelier/content/studio.ts';
import { casePaths, listedPaths, postPaths, publicPaths, readPage } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs, ownerSession } from '../../harness/users.ts';

const elsewhere = new Set<string>([...studio.social.map(({ url }) => url), `mailto:${studio.email}`]);

test('every link, picture and file on the public pages resolves', async ({ page, product }) => {
  const found = new Map<string, Awaited<ReturnType<typeof readPage>>>();
  for (const path of publicPaths) found.set(path, await readPage(page, product, path));

  const wanted = new Map<string, string>();
  for (const [path, { addresses, card, canonical }] of found) {
    for (const address of [...addresses, card, canonical]) {
      // The tab's icon is inline, and a telephone link is no page.
      if (elsewhere.has(address) || /^(data|tel):/.test(address)) continue;
      const url = new URL(address, product.origin + path);
      wanted.set(url.href, path);
    }
  }

  const dead: string[] = [];
  for (const [href, from] of wanted) {
    const url = new URL(href);
    // Inline data leads nowhere.
    if (url.origin !== product.origin && url.protocol !== 'data:') {
      dead.push(`${from} leads to ${href}, which the studio does not name`);
      continue;
    }
    const answer = await fetch(url, { headers: { accept: 'text/html, */*' } });
    if (!answer.ok) dead.push(`${from} leads to ${href}: ${answer.status}`);
    const anchor = decodeURIComponent(url.hash.slice(1));
    const target = found.get(url.pathname);
    if (anchor && !target?.ids.includes(anchor))
      dead.push(`${from} leads to ${href}, which has no such anchor`);
  }
  expect(dead).toEqual([]);
  expect(wanted.size, 'links, pictures and files').toBeGreaterThan(150);
});

/** A PNG file's width and height. */
async function sizeOfPng(address: string): Promise<number[]> {
  const file = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(file.toString('latin1', 1, 4), address).toBe('PNG');
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

test('every public page has its own title, description and address', async ({ page, product }) => {
  const facts = await Promise.all(
    publicPaths.map(async (path) => ({ path, ...(await readPage(page, product, path)) })),
  );
  for (const { path, title, canonical, description, headings, robots, card, shared } of facts) {
    expect(canonical, path).toBe(product.origin + path);
    expect(title.length, path).toBeLessThanOrEqual(65);
    expect(description.length, path).toBeGreaterThanOrEqual(70);
    expect(description.length, path).toBeLessThanOrEqual(160);
    const type = postPaths.includes(path) ? 'article' : 'website';
    expect(shared, path).toEqual({ url: canonical, type, card: 'summary_large_image' });
    expect(await sizeOfPng(card), path).toEqual([1200, 630]);
    expect(headings, path).toHaveLength(1);
    expect(robots, path).toBe('');
  }
  const count = publicPaths.length;
  expect(new Set(facts.map(({ title }) => title)).size).toBe(count);
  expect(new Set(facts.map(({ description }) => description)).size).toBe(count);
  expect(new Set(facts.map(({ card }) => card)).size).toBe(count);
});

test('the public pages carry structured data of the right kinds', async ({ page, product }) => {
  const kindsOn = async (path: string) => {
    const { data } = await readPage(page, product, path);
    return data.flatMap((text) => {
      const block: { '@context': string; '@graph': { '@type': string }[] } = JSON.parse(text);
      expect(block['@context']).toBe('https://schema.org');
      return block['@graph'].map((thing) => thing['@type']);
    });
  };
  expect(await kindsOn('/')).toEqual(['Organization', 'WebSite']);
  expect(await kindsOn('/services')).toEqual(['BreadcrumbList', ...serviceSections.map(() => 'Service')]);
  expect(await kindsOn('/faq')).toEqual(['BreadcrumbList', 'FAQPage']);
  if (casePaths[0]) expect(await kindsOn(casePaths[0])).toEqual(['BreadcrumbList', 'CreativeWork']);
  if (postPaths[0]) expect(await kindsOn(postPaths[0])).toEqual(['BreadcrumbList', 'BlogPosting']);
});

/** The properties that schema.org's readers require or recommend for each type. */
const needed: Record<string, readonly string[]> = {
  Organization: ['@id', 'name', 'url'],
  WebSite: ['@id', 'name', 'url', 'publisher'],
  Person: ['name', 'url'],
  Service: ['name', 'description', 'url', 'provider'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  BlogPosting: ['headline', 'image', 'datePublished', 'author', 'publisher', 'mainEntityOfPage'],
  CreativeWork: ['name', 'creator', 'image', 'url'],
};

/** The list's positions with their addresses, in its order. */
function places(list: unknown): [number, string][] {
  return (list as { position: number; item: string }[]).map(({ position, item }) => [position, item]);
}

/** Home, the pages above an address and the address itself, each with its position. */
function trail(address: string): [number, string][] {
  const { origin, pathname } = new URL(address);
  const parts = pathname.split('/').slice(1);
  const paths = ['', ...parts].map((_, index) => `/${parts.slice(0, index).join('/')}`);
  return paths.map((path, index) => [index + 1, origin + path]);
}

test('the structured data has every required part and absolute addresses', async ({ page, product }) => {
  const seenQuestions = new Map<string, string>();
  for (const path of listedPaths) {
    const { data, canonical, ids } = await readPage(page, product, path);
    const things: Record<string, unknown>[] = [];
    for (const text of data) {
      JSON.parse(text, (_, value: unknown) => {
        if (typeof value === 'object' && value && !Array.isArray(value)) things.push({ ...value });
        return value;
      });
    }
    for (const thing of things.filter((each) => !('@graph' in each))) {
      const kind = String(thing['@type'] ?? 'Reference');
      // Without a type it only refers to another item, which must be on the same page.
      const isThere = things.some((other) => '@type' in other && other['@id'] === thing['@id']);
      expect(kind === 'Reference' ? isThere : kind in needed, `${path}: ${kind}`).toBe(true);
      for (const part of needed[kind] ?? []) expect(thing[part], `${path}: ${kind}.${part}`).toBeTruthy();
      for (const part of ['@id', 'url', 'item', 'image', 'logo', 'mainEntityOfPage']) {
        if (part in thing)
          expect(String(thing[part]).startsWith(`${product.origin}/`), `${path}: ${part}`).toBe(true);
      }
      if (kind === 'BlogPosting') expect(thing.mainEntityOfPage).toBe(canonical);
      if (kind === 'BlogPosting') expect(thing.datePublished).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (kind === 'CreativeWork') expect(thing.url).toBe(canonical);
      if (kind === 'Service') expect(thing['@id']).toBe(thing.url);
      if (kind === 'Service') expect(ids).toContain(new URL(String(thing.url)).hash.slice(1));
      if (kind === 'BreadcrumbList') expect(places(thing.itemListElement)).toEqual(trail(canonical));
      // A question marked up on several pages counts as duplicate content.
      if (kind === 'Question') {
        expect(seenQuestions.get(String(thing.name)), `${path}: ${thing.name}`).toBeUndefined();
        seenQuestions.set(String(thing.name), path);
      }
    }
  }
});

test('search engines get the sitemap, the feed, robots.txt and the manifest', async ({ page, product }) => {
  const get = async (path: string) => {
    const answer = await fetch(product.origin + path);
    expect(answer.status, path).toBe(200);
    return { type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  };
  const readXml = (text: string, selector: string) =>
    page.evaluate(
      ([xml = '', wanted = '']) => {
        const parsed = new DOMParser().parseFromString(xml, 'application/xml');
        if (parsed.querySelector('parsererror')) throw new Error('not well-formed');
        return [...parsed.querySelectorAll(wanted)].map((element) => element.textContent ?? '');
      },
      [text, selector],
    );

  const sitemap = await get('/sitemap.xml');
  expect(sitemap.type).toContain('xml');
  expect(await readXml(sitemap.text, 'loc')).toEqual(listedPaths.map((path) => product.origin + path));
  for (const day of await readXml(sitemap.text, 'lastmod')) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);

  const feed = await get('/feed.xml');
  expect(feed.type).toContain('xml');
  const posts = postPaths.map((path) => product.origin + path);
  expect(await readXml(feed.text, 'item > link')).toEqual(posts);
  expect(await readXml(feed.text, 'item > guid[isPermaLink="true"]')).toEqual(posts);
  expect(feed.text).toContain(`<atom:link href="${product.origin}/feed.xml" rel="self"`);
  const days = await readXml(feed.text, 'item > pubDate');
  expect(days).toHaveLength(posts.length);
  for (const day of days) expect(day).toBe(new Date(day).toUTCString());

  const robots = await get('/robots.txt');
  expect(robots.type).toContain('text/plain');
  expect(robots.text).toContain(`Sitemap: ${product.origin}/sitemap.xml`);

  const manifest = await get('/site.webmanifest');
  expect(manifest.type).toContain('manifest+json');
  expect(JSON.parse(manifest.text).name).toBe(studio.name);
});

test('pages behind a sign-in are marked noindex', async ({ page, product }) => {
  for (const path of ['/profile', '/client-portal', '/start', '/admin', '/admin/users']) {
    expect((await readPage(page, product, path)).robots, path).toBe('noindex');
  }
});

test('screens behind a sign-in say in the title what they are', async ({ page, product }) => {
  await openAs(page, await ownerSession(product));
  for (const [path, title] of [
    ['/profile', 'Profile & Settings'],
    ['/admin', 'Overview'],
    ['/admin/users', 'Users'],
  ] as const) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(`${title} · ${studio.name}`);
  }
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page).toHaveTitle(`Audit · ${studio.name}`);
});

test('an unknown address below an existing page returns 404', async ({ product }) => {
  for (const path of ['/work/nothing', '/blog/nothing', '/services/landing']) {
    const answer = await fetch(product.origin + path, { headers: { accept: 'text/html' } });
    expect(answer.status, path).toBe(404);
  }
});
