import { cases } from '@atelier/content/cases.ts';
import { questionGroups } from '@atelier/content/faq.ts';
import { featureCopy } from '@atelier/content/features.ts';
import { pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';
import { serviceAnchors } from '@atelier/content/service-anchors.ts';
import { serviceSections } from '@atelier/content/services.ts';
import { FEATURE_NAMES } from '@atelier/domain/onboarding/catalogue.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectRoomForLargeText,
  holdRequests,
  PHONE,
  untilLive,
} from '../harness/look.ts';
import { casePaths, postPaths, publicPaths } from '../harness/public-site.ts';
import { expect, test } from '../harness/test.ts';

/** What the section of the services about being found is called. */
const seoTitle = serviceSections.find(({ anchor }) => anchor === 'seo')?.title ?? '';

const [firstCase] = cases;
const [firstPost, secondPost] = posts;

const paths = [
  ...(['services', 'process', 'work', 'about', 'faq', 'blog', 'privacy', 'terms', 'sitemap'] as const).map(
    (key) => pages[key].path,
  ),
  ...casePaths,
  ...postPaths,
];

for (const path of paths) {
  test(`${path} can be read by everybody, in both themes and on a phone`, async ({ page, product }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== product.origin) foreign.push(request.url());
    });
    await page.goto(path);
    await untilLive(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectRoomForLargeText(page);
    expect(foreign, 'requests to anybody else').toEqual([]);
  });
}

test('an address that leads nowhere says so to everybody, and leads on', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/);
  await page.goto('/work/nothing');
  await untilLive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There’s nothing at this address.');
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectRoomForLargeText(page);
  const ways = page.getByRole('main').getByRole('link');
  const targets = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets).toEqual([
    ...(['services', 'work', 'faq', 'blog', 'sitemap'] as const).map((key) => pages[key].path),
    '/',
    '/contact',
  ]);
  await ways.first().click();
  await expect(page).toHaveURL(pages.services.path);
});

test('on a phone the menu holds the page still, and closes on Escape and on every move', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await untilLive(page);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const openMenu = () => page.getByRole('button', { name: 'Menu', exact: true }).click();
  await openMenu();
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Contact', 'Login', 'Sign up']);
  await expectAccessibleInBothThemes(page);
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  expect(await page.evaluate(() => scrollY), 'scrolled behind the menu').toBe(0);
  await openMenu();
  await menu.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(menu).toBeHidden();
  await openMenu();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(menu).toBeHidden();
});

test('the newsletter form sends nothing, and says so before and after', async ({ page }) => {
  await page.goto('/about');
  await untilLive(page);
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByText('Not started yet: this sends nothing.')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await foot.getByLabel('Newsletter').fill('somebody@people.example');
  await foot.getByRole('button', { name: 'Subscribe' }).click();
  await expect(foot.getByText('Nothing was sent or kept')).toBeVisible();
  await expect(page).toHaveURL('/about');
  expect(calls.filter((url) => !url.includes('/assets/'))).toEqual([]);
});

test('the services explain every feature with its sentence, three points and a price', async ({ page }) => {
  await page.goto('/services');
  for (const [id, { blurb, bullets }] of Object.entries(featureCopy)) {
    const name = FEATURE_NAMES[id as keyof typeof featureCopy];
    const feature = page.getByRole('article').filter({
      has: page.getByRole('heading', { name, exact: true, level: 3 }),
    });
    await expect(feature.getByText(blurb)).toBeVisible();
    for (const bullet of bullets) await expect(feature.getByText(bullet)).toBeVisible();
    await expect(feature.getByText(/\$\d/)).toBeVisible();
  }
});

test('the foot of every page leads to the sections of the services', async ({ page }) => {
  await page.goto('/about');
  await untilLive(page);
  for (const [anchor, label] of Object.entries(serviceAnchors)) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(`/services#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
});

test('the foot of every page leads to every other page, without loading it anew', async ({ page }) => {
  await page.goto('/terms');
  await untilLive(page);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const footer = page.getByRole('contentinfo');
  // On a slow line one sees that the page is coming.
  const scripts = await holdRequests(page, /\/assets\/.*\.js/);
  await footer.getByRole('link', { name: pages.contact.label, exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  await scripts.release();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  for (const key of ['work', 'process', 'about', 'faq', 'blog', 'privacy', 'terms', 'sitemap'] as const) {
    const { path, label, title } = pages[key];
    await footer.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`));
    await expect(page.getByRole('main')).toBeFocused();
  }
  expect(loads).toEqual([]);
});

if (firstCase && cases.length > 1) {
  test('from the work to every case, and from each to the next', async ({ page }) => {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        const note = () => {
          for (const { effect } of document.getAnimations())
            moved.push((effect as KeyframeEffect).pseudoElement ?? '');
        };
        transition.ready.then(note, () => {});
        return transition;
      };
    });
    const moved = () => page.evaluate(() => (window as Window & { moved?: string[] }).moved?.splice(0) ?? []);
    await page.goto('/work');
    await untilLive(page);
    for (const { title } of cases) await expect(page.getByRole('link', { name: title })).toBeVisible();
    await page.getByRole('link', { name: firstCase.title }).click();
    await expect(page).toHaveURL(casePaths[0] ?? '');
    // The cover goes along; the page around it fades.
    await expect.poll(moved).toContain(`::view-transition-group(work${firstCase.slug})`);
    for (const [index, study] of cases.entries()) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(study.title);
      await expect(page.getByText(study.results[0].after, { exact: true })).toBeVisible();
      const next = cases[(index + 1) % cases.length];
      await page.getByRole('navigation', { name: 'More work' }).getByRole('link').click();
      await expect(page).toHaveURL(`/work/${next?.slug}`);
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await moved();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Work' }).click();
    await expect(page).toHaveURL('/work');
    await expect(page.getByRole('link', { name: firstCase.title })).toBeVisible();
    expect(await moved()).toEqual([]);
  });
}

if (firstPost && secondPost) {
  test('from the notes to a post, on to another, and to the feed', async ({ page }) => {
    await page.goto('/blog');
    await untilLive(page);
    await page.getByRole('link', { name: secondPost.title }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(secondPost.title);
    await page.getByRole('navigation', { name: 'More notes' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstPost.title);
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'RSS feed' })).toHaveAttribute('href', '/feed.xml');
  });
}

test('questions open and close with the keyboard', async ({ page }) => {
  await page.goto('/faq');
  const question = questionGroups[1]?.questions[0];
  if (!question) throw new Error('There is no question to ask.');
  const answer = page.getByText(question.answer[0] ?? '');
  await expect(answer).toBeHidden();
  await page.getByText(question.question).focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Space');
  await expect(answer).toBeHidden();
  // Nobody can open anything on paper.
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
});

test('a section of the services begins the wizard with its features', async ({ page }) => {
  await page.goto('/services#seo');
  await untilLive(page);
  const seo = page.getByRole('region', { name: seoTitle });
  // Where it was led to on a first visit, the typefaces take nobody away from there.
  await page.evaluate(() => document.fonts.ready);
  const under = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);
  expect((await seo.boundingBox())?.y, 'below the header').toBeGreaterThan(under);
  await seo.getByRole('link', { name: 'See your price' }).click();
  await expect(page).toHaveURL('/login');
});

test('nothing moves while a page with pictures arrives', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    const typefaces: (string | undefined)[] = [];
    Object.assign(window, { shifts, typefaces });
    const note = () => typefaces.push(document.documentElement.dataset.typefaces);
    const watched = { subtree: true, attributeFilter: ['data-typefaces'] };
    new MutationObserver(note).observe(document, watched);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The second case's title fills its line to one per cent, so it may break elsewhere in another face.
  for (const path of ['/work', ...casePaths.slice(0, 1), '/blog', '/about']) {
    const pictures = await holdRequests(page, /\/pictures-/);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilLive(page);
    // A first visit is painted without our typefaces. When all are there they are put on, the one for titles first.
    await expect
      .poll(() => page.evaluate(() => (window as Window & { typefaces?: string[] }).typefaces))
      .toEqual(['later', 'coming', 'text', undefined]);
    // The faces before ours fit the header's words and running text; another word may move by a few pixels, by itself, and on
    // some page a line more or less is needed. 0.1 is where a page counts as moving.
    const byFonts = await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return (window as Window & { shifts?: number[] }).shifts?.splice(0) ?? [];
    });
    expect(Math.max(0, ...byFonts), path).toBeLessThan(0.005);
    await pictures.release();
    for (const picture of await page.getByRole('main').locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
    }
    const shifts = await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts ?? []);
    expect(shifts, path).toEqual([]);
  }
});

test('what is far below is laid out in parts at a sign of somebody, and at once for a key or a click', async ({
  page,
}) => {
  // At the first moment at which the page takes signs, before it may come alive by itself.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const isArriving = [document.documentElement.dataset.arriving === ''];
      for (const type of new URLSearchParams(location.search).getAll('sign')) {
        dispatchEvent(type === 'keydown' ? new KeyboardEvent(type) : new MouseEvent(type));
        isArriving.push(document.documentElement.dataset.arriving === '');
      }
      Object.assign(window, { isArriving });
    });
  });
  const arrive = async (...signs: string[]) => {
    await page.goto(`/?${signs.map((sign) => `sign=${sign}`).join('&')}`);
    return page.evaluate(() => (window as Window & { isArriving?: boolean[] }).isArriving);
  };
  expect(await arrive('pointermove', 'click')).toEqual([true, true, false]);
  expect(await arrive('keydown')).toEqual([true, false]);
  expect(await arrive('pointermove')).toEqual([true, true]);
  await untilLive(page);
  await expect(page.locator('html[data-arriving], [style*="content-visibility"]')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read, and every form says what it needs', async ({ page, expectConsole }) => {
    expectConsole(/status of 404/);
    const linked = ['callback', 'email-change', 'invite', 'reset'].map((name) => `/auth/${name}`);
    for (const path of [...publicPaths, ...linked, '/forbidden', '/nothing']) {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 }), path).toBeVisible();
      const needsScript = linked.includes(path) || (await main.locator('form').count()) > 0;
      // By its place: Playwright does not look for words in there.
      const note = main.locator('noscript p');
      await expect(note, path).toHaveCount(needsScript ? 1 : 0);
      if (needsScript) {
        await expect(note, path).toBeVisible();
        await expect(note, path).toContainText('needs JavaScript, which is turned off in your browser');
      } else {
        expect((await main.innerText()).length, path).toBeGreaterThan(40);
      }
      // What only a script can do is not offered.
      await expect(page.getByRole('group', { name: 'Theme' }), path).toBeHidden();
      await expect(main.getByRole('button', { name: 'Back', exact: true }), path).toBeHidden();
      await expect(page.getByText('Not started yet: this sends nothing.'), path).toBeVisible();
    }
  });

  test('questions open, links lead on, pictures come', async ({ page }) => {
    await page.goto('/faq');
    const question = questionGroups[0]?.questions[1];
    await page.getByText(question?.question ?? '').click();
    await expect(page.getByText(question?.answer[0] ?? '')).toBeVisible();
    if (firstCase) {
      await page.getByRole('contentinfo').getByRole('link', { name: 'Work', exact: true }).click();
      await page.getByRole('link', { name: firstCase.title }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstCase.title);
      const cover = page.getByRole('main').locator('img').first();
      await expect(cover).toBeVisible();
      expect((await cover.boundingBox())?.height).toBeGreaterThan(100);
    }
    // On a phone each feature of the services folds its three points away.
    await page.setViewportSize(PHONE);
    await page.goto('/services#seo');
    const seo = page.getByRole('region', { name: seoTitle });
    await expect(seo).toBeInViewport();
    const point = seo.getByText(featureCopy.seo.bullets[0]);
    await expect(point).toBeHidden();
    await seo.getByText(featureCopy.seo.blurb).click({ force: true });
    await expect(point).toBeVisible();
  });
});
