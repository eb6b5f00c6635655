import { cases } from '@atelier/content/cases.ts';
import { pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';
import { serviceSections } from '@atelier/content/services.ts';
import { studio } from '@atelier/content/studio.ts';
import { expectAccessibleInBothThemes, holdRequests, PHONE, untilLive } from '../../harness/page.ts';
import { casePaths } from '../../harness/public-site.ts';
import { expect, test } from '../../harness/test.ts';

const [firstCase] = cases;
const [firstPost, secondPost] = posts;

test('the phone menu locks scrolling and closes on Escape and on every navigation', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await untilLive(page);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const openMenu = () => page.getByRole('button', { name: 'Menu', exact: true }).click();
  await openMenu();
  const links = ['Home', 'Work', 'Services', 'Process', 'About', 'Contact', 'Login', 'Sign up'];
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveText(links);
  await expect(menu.getByRole('link', { name: `${studio.name}, home` })).toBeVisible();
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

test('the footer leads to each section of the services page', async ({ page }) => {
  await page.goto('/about');
  await untilLive(page);
  for (const { anchor, label } of serviceSections) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(`/services#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  }
});

test('the footer leads to every other page without a reload', async ({ page }) => {
  await page.goto('/terms');
  await untilLive(page);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const footer = page.getByRole('contentinfo');
  // On a slow connection the page shows that it is loading.
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
  test('the work page links to every case, and each case to the next', { tag: '@chromium' }, async ({
    page,
  }) => {
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
    // The cover moves along while the page around it fades.
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
  test('the blog links to a post and to the feed, and each post to another', async ({ page }) => {
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
