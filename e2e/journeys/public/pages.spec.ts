import { cases } from '@atelier/content/cases.ts';
import { questionGroups } from '@atelier/content/faq.ts';
import { featureCopy } from '@atelier/content/features.ts';
import { featureName, offeredFeatures } from '@atelier/content/offer.ts';
import { pages } from '@atelier/content/pages.ts';
import { pictures } from '@atelier/content/pictures.ts';
import { processSteps } from '@atelier/content/process.ts';
import { serviceSections } from '@atelier/content/services.ts';
import { ALWAYS_SUGGESTED } from '@atelier/domain/onboarding/catalogue.ts';
import { expectSteadyTypefaces, expectUnchangedHtml, recordHydration } from '../../harness/first-visit.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectRoomForLargeText,
  PHONE,
  untilLive,
} from '../../harness/page.ts';
import { publicPaths } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';

/** The last section of the services page: the furthest to scroll to. */
const lastSection = (() => {
  const section = serviceSections.at(-1);
  if (!section) throw new Error('The studio offers nothing.');
  return section;
})();

const [firstCase] = cases;

for (const path of publicPaths) {
  test(`${path} becomes live unchanged, is accessible, fits a phone and calls no other site`, async ({
    page,
    product,
  }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== product.origin) foreign.push(request.url());
    });
    await recordHydration(page);
    await page.goto(path);
    await expectSteadyTypefaces(page);
    await untilLive(page);
    await expectUnchangedHtml(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectRoomForLargeText(page);
    expect(foreign, 'requests to other sites').toEqual([]);
  });
}

test('an unknown address shows the not-found page with other links', async ({ page, expectConsole }) => {
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

test('the newsletter form sends nothing, and says so before and after', async ({ page }) => {
  await page.goto('/about');
  await untilLive(page);
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByText('There isn’t one yet, so this sends nothing.')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await foot.getByLabel('Newsletter').fill('somebody@people.example');
  await foot.getByRole('button', { name: 'Subscribe' }).click();
  await expect(foot.getByText('Nothing was sent or kept')).toBeVisible();
  await expect(page).toHaveURL('/about');
  expect(calls.filter((url) => !url.includes('/assets/'))).toEqual([]);
});

test('the services page shows every feature’s sentence, three points and price', async ({ page }) => {
  await page.goto('/services');
  for (const id of offeredFeatures) {
    const { blurb, bullets } = featureCopy[id];
    const name = featureName(id);
    const feature = page.getByRole('article').filter({
      has: page.getByRole('heading', { name, exact: true, level: 3 }),
    });
    await expect(feature.getByText(blurb)).toBeVisible();
    for (const bullet of bullets) await expect(feature.getByText(bullet)).toBeVisible();
    await expect(feature.getByText(/\$\d/)).toBeVisible();
  }
});

test('the process page shows the client’s screen at each step', async ({ page }) => {
  await page.goto('/process');
  for (const { title, shows } of processSteps) {
    const step = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: title, exact: true, level: 2 }),
    });
    const screen = step.getByRole('img', { name: pictures[shows.picture].alt });
    await screen.scrollIntoViewIfNeeded();
    // Loaded, in the file for this width.
    await expect
      .poll(() => screen.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(400);
    await expect(step.getByText(shows.caption)).toBeVisible();
  }
});

test('the questions on /faq open and close with the keyboard', { tag: '@chromium' }, async ({ page }) => {
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
  // Nothing can be opened on paper.
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
});

test('a section of the services page shows the price of its features, and leads into the wizard', async ({
  page,
}) => {
  await page.goto(`/services#${lastSection.anchor}`);
  await untilLive(page);
  const service = page.getByRole('region', { name: lastSection.title });
  // The late fonts don't scroll a first visit away from its anchor.
  await page.evaluate(() => document.fonts.ready);
  const under = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);
  expect((await service.boundingBox())?.y, 'below the header').toBeGreaterThan(under);
  await service.getByRole('button', { name: 'See your price' }).click();
  const price = page.getByRole('dialog', { name: 'See your price' });
  await expect(price.getByRole('status')).toContainText('$');
  const ticked = price.getByRole('checkbox', { checked: true });
  await expect(ticked).toHaveCount(lastSection.features.filter((id) => id !== ALWAYS_SUGGESTED).length);
  await price.getByRole('link', { name: 'Start with this' }).click();
  await expect(page).toHaveURL('/login');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page is readable, and forms say they need JavaScript', { tag: '@chromium' }, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 404/);
    const linked = ['callback', 'email-change', 'invite', 'reset'].map((name) => `/auth/${name}`);
    for (const path of [...publicPaths, ...linked, '/forbidden', '/nothing']) {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 }), path).toBeVisible();
      const needsScript = linked.includes(path) || (await main.locator('form').count()) > 0;
      // Located by selector: Playwright doesn't match text inside noscript.
      const note = main.locator('noscript p');
      await expect(note, path).toHaveCount(needsScript ? 1 : 0);
      if (needsScript) {
        await expect(note, path).toBeVisible();
        await expect(note, path).toContainText('needs JavaScript, which is turned off in your browser');
      } else {
        expect((await main.innerText()).length, path).toBeGreaterThan(40);
      }
      // Controls that need a script are hidden.
      await expect(page.getByRole('group', { name: 'Theme' }), path).toBeHidden();
      await expect(main.getByRole('button', { name: 'Back', exact: true }), path).toBeHidden();
      await expect(page.getByText('There isn’t one yet, so this sends nothing.'), path).toBeVisible();
    }
  });

  test('questions open, links work and pictures load', async ({ page }) => {
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
    // On a phone each feature folds its three points away.
    await page.setViewportSize(PHONE);
    const { anchor, title, features } = lastSection;
    const { blurb, bullets } = featureCopy[features[0] ?? 'web'];
    await page.goto(`/services#${anchor}`);
    const service = page.getByRole('region', { name: title });
    await expect(service).toBeInViewport();
    const point = service.getByText(bullets[0]);
    await expect(point).toBeHidden();
    await service.getByText(blurb).click({ force: true });
    await expect(point).toBeVisible();
  });
});
