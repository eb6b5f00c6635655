import { cases } from '@atelier/content/cases.ts';
import { homeQuestions } from '@atelier/content/faq.ts';
import { featureName, offeredFeatures, preselected } from '@atelier/content/offer.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import { processSteps } from '@atelier/content/process.ts';
import { sampleNote } from '@atelier/content/sample.ts';
import { serviceCards, serviceSections } from '@atelier/content/services.ts';
import { studio } from '@atelier/content/studio.ts';
import { testimonials } from '@atelier/content/testimonials.ts';
import { startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import { capitalize, numberInWords } from '@atelier/domain/text.ts';
import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll, holdRequests, PHONE, untilLive } from '../../harness/page.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';
import { openAs, signInAsOwner } from '../../harness/users.ts';
import { newClient } from '../../harness/wizard.ts';

/** The visible links in a part of the page, as "words → address", in order. */
function linksIn(part: Locator): Promise<string[]> {
  // In one call: one by one, a link that has since gone would be waited for.
  return part.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const words = (link as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
      return `${words} → ${link.getAttribute('href')}`;
    }),
  );
}

const header = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const hero = (page: Page) => section(page, studio.tagline);
/** The clients' column in the footer of every page. */
const clients = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Footer' })
    .locator('div')
    .filter({ has: page.getByText('Clients', { exact: true }) });
const pagesInHeader = [
  'Home → /',
  'Work → /work',
  'Services → /services',
  'Process → /process',
  'About → /about',
];
/** The cases on the sheet, by the number that each is shown for. */
const sheet = cases.slice(0, 4).map(({ slug, results: [{ after }] }) => `${after} → /work/${slug}`);
/**
 * The links in the header, the hero and the footer in each state of the session (specification section 2).
 */
const shown = {
  'signed out': {
    header: [...pagesInHeader, 'Contact → /contact', 'Login → /login', 'Sign up → /sign-up'],
    hero: [
      'Start a Project → /start?type=landing&fresh=1',
      'Ask a question → /contact?type=fullstack',
      'See Work → /work',
      ...sheet,
    ],
    clients: ['Login → /login', 'Sign up → /sign-up'],
  },
  'signed in': {
    header: [...pagesInHeader, 'Contact → /contact', 'Start Project → /start?fresh=1', 'Profile → /profile'],
    hero: [
      'Start a Project → /start?type=landing&fresh=1',
      'Ask a question → /contact?type=fullstack',
      ...sheet,
    ],
    clients: ['Start Project → /start?fresh=1', 'Profile → /profile'],
  },
  'with a submission': {
    header: [
      ...pagesInHeader,
      'Contact → /contact',
      'Client Portal → /client-portal',
      'Start Project → /start?fresh=1',
      'Profile → /profile',
    ],
    hero: [
      'Start a Project → /start?type=landing&fresh=1',
      'Ask a question → /contact?type=fullstack',
      'Client Portal → /client-portal',
      ...sheet,
    ],
    clients: ['Client Portal → /client-portal', 'Start Project → /start?fresh=1', 'Profile → /profile'],
  },
};

/** "Ten services", for as many as there are. */
const counted = (count: number, one: string) =>
  capitalize(`${numberInWords(count)} ${one}${count === 1 ? '' : 's'}`);
const servicesTitle = `${counted(serviceCards.length, 'service')}. One person.`;
const packagesTitle = `${counted(packageOffers.length, 'way')} to start`;

async function expectShown(page: Page, state: keyof typeof shown): Promise<void> {
  await expect.poll(() => linksIn(header(page)), { message: state }).toEqual(shown[state].header);
  await expect.poll(() => linksIn(hero(page)), { message: state }).toEqual(shown[state].hero);
  await expect.poll(() => linksIn(clients(page)), { message: state }).toEqual(shown[state].clients);
}

test('the home page shows its sections in order, and every button leads to its target', {
  tag: '@chromium',
}, async ({ page }) => {
  await page.goto('/');
  await untilLive(page);
  // The inline icon is a valid picture, and the content policy allows it.
  const icon = await page
    .locator('link[rel="icon"][type="image/svg+xml"]')
    .evaluate(async (link: HTMLLinkElement) => {
      const picture = Object.assign(new Image(), { src: link.href });
      await picture.decode();
      return [new URL(link.href).protocol, picture.naturalWidth > 0];
    });
  expect(icon).toEqual(['data:', true]);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    servicesTitle,
    'How it works',
    packagesTitle,
    'Before you ask',
    ...(testimonials.length > 0 ? ['What clients say'] : []),
    'Tell me what it should do.',
  ]);
  await expectShown(page, 'signed out');

  const process = section(page, 'How it works');
  await expect(process.getByRole('listitem')).toHaveCount(processSteps.length);
  expect(await linksIn(process)).toEqual([
    'Start a Project → /start?type=landing&fresh=1',
    'Book a Call → /contact',
  ]);

  const packages = section(page, packagesTitle);
  expect(await linksIn(packages)).toEqual([
    `Configure your own → ${startUrl(preselected)}`,
    ...packageOffers.map(({ button, features }) => `${button} → ${startUrl(features)}`),
    'What each part is, and its price → /services',
  ]);
  for (const id of offeredFeatures) {
    const row = packages.getByRole('row').filter({
      has: page.getByRole('rowheader', { name: featureName(id), exact: true }),
    });
    await expect(row.getByRole('cell')).toHaveText(
      packageOffers.map(({ features }) => (features.includes(id) ? 'included' : /not included/)),
    );
  }

  const questions = section(page, 'Before you ask');
  await expect(questions.locator('summary')).toHaveText(homeQuestions.map(({ question }) => question));
  expect(await linksIn(questions)).toEqual([
    'Get a Quote → /start?fresh=1&intent=quote',
    'All questions → /faq',
  ]);

  const testimonialSection = section(page, 'What clients say');
  await expect(testimonialSection.getByText('5.0')).toBeVisible();
  for (const { quote, stats } of testimonials) {
    const voice = testimonialSection.getByRole('listitem').filter({ hasText: quote });
    for (const { label } of stats) await expect(voice.getByText(label)).toBeVisible();
  }
  if (sampleNote) await expect(testimonialSection.getByText(sampleNote)).toBeVisible();

  const foot = await linksIn(page.getByRole('contentinfo'));
  const stated = [
    '/contact',
    '/work',
    '/process',
    '/about',
    '/faq',
    '/blog',
    '/privacy',
    '/terms',
    '/sitemap',
  ];
  const sections = serviceSections.map(({ anchor }) => `/services#${anchor}`);
  for (const target of [...stated, ...sections, `mailto:${studio.email}`]) {
    expect(
      foot.filter((link) => link.endsWith(` → ${target}`)),
      target,
    ).toHaveLength(1);
  }
  for (const { url } of studio.social) expect(foot.join('\n')).toContain(url);

  for (const width of [360, 390, 768, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    // The lists become strips at this width.
    if (width === PHONE.width) await expectAccessible(page);
  }

  // Paper can't be scrolled or clicked.
  await page.emulateMedia({ media: 'print' });
  const strip = page.getByRole('region', { name: 'What clients say' }).getByRole('list').first();
  expect(await strip.evaluate((list) => list.scrollWidth - list.clientWidth), 'cut off on paper').toBe(0);
  await expect(page.getByRole('link', { name: packageOffers[0]?.button ?? '' })).toBeHidden();
});

test('the header and hero follow the session, even before the scripts run', { tag: '@chromium' }, async ({
  page,
  product,
}) => {
  const client = await newClient(product);
  await openAs(page, client);
  await page.goto('/');
  await expectShown(page, 'signed in');
  // The privacy page says so.
  expect(await page.context().cookies()).toEqual([]);
  await submitProject(product, client);
  await page.reload();
  await expectShown(page, 'with a submission');

  const scripts = await holdRequests(page, /\/assets\/.*\.js/);
  await page.reload({ waitUntil: 'commit' });
  await expect(hero(page)).toBeVisible();
  await expectShown(page, 'with a submission');
  await scripts.release();
  await untilLive(page);
  await expectShown(page, 'with a submission');
  // On a phone the menu has the links that the header has in a wide window.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect
    .poll(() => linksIn(menu))
    .toEqual([`${studio.name} → /`, ...shown['with a submission'].header]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width, height });
  await hero(page).getByRole('link', { name: 'Client Portal' }).click();
  await expect(page).toHaveURL(/\/client-portal/);

  await signInAsOwner(page, product);
  await page.goto('/');
  await expect(header(page).getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, hasTouch: true, viewport: PHONE });

  test('the service cards flip by touch and keyboard on a phone, and their backs link to the service', {
    tag: '@chromium',
  }, async ({ page }) => {
    await page.goto('/');
    const cards = section(page, servicesTitle).locator('details');
    await expect(cards).toHaveCount(serviceCards.length);
    for (const [index, { title, text, bullets, anchor }] of serviceCards.entries()) {
      const card = cards.nth(index);
      await expect(card.getByText(text)).toBeVisible();
      await expect(card.getByText(bullets[0] ?? '')).toBeHidden();
      if (index % 2) {
        await card.locator('summary').focus();
        await page.keyboard.press('Enter');
      } else {
        await card.getByText(title, { exact: true }).first().tap();
      }
      for (const bullet of bullets) await expect(card.getByText(bullet)).toBeVisible();
      await expect(card.getByRole('link')).toHaveAttribute('href', `/services#${anchor}`);
      // In the sideways strip, the flipped card has scrolled fully into view.
      await expect(card.locator('.flip-back')).toBeInViewport({ ratio: 0.9 });
    }
    // A click on the back, beside the link, flips the card again.
    const [first] = serviceCards;
    // Both in one call: the page may still be scrolling.
    const position = await cards.first().evaluate((element) => {
      const [card, link] = [element, element.querySelector('a')].map((each) => each?.getBoundingClientRect());
      if (!card || !link) throw new Error('The first card has no link.');
      return { x: card.width - 24, y: link.y - card.y + link.height / 2 };
    });
    await cards.first().tap({ position });
    await expect(cards.first().getByText(first?.bullets[0] ?? '')).toBeHidden();
    await cards.last().getByRole('link').click();
    await expect(page).toHaveURL(`/services#${serviceCards.at(-1)?.anchor}`);
  });
});

test('the hero comes to rest within 1.2 seconds, and at once where motion is reduced', {
  tag: '@chromium',
}, async ({ page }) => {
  const ends = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.closest('section'))
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  expect((await ends()).length).toBeGreaterThan(cases.slice(0, 4).length);
  expect(Math.max(...(await ends()))).toBeLessThanOrEqual(1_200);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect(Math.max(0, ...(await ends()))).toBeLessThanOrEqual(1);
});

test('a case on the sheet shows its number under the pointer and to the keyboard', async ({ page }) => {
  const [first] = cases;
  if (!first) return;
  const [{ label, after }] = first.results;
  await page.goto('/');
  await untilLive(page);
  const link = hero(page).getByRole('link', { name: `${first.client}: ${label.toLowerCase()}, ${after}` });
  const number = link.getByText(after, { exact: true });
  await expect(number).toHaveCSS('opacity', '0');
  await link.hover();
  await expect(number).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(number).toHaveCSS('opacity', '0');
  await hero(page).getByRole('link', { name: 'See Work' }).focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(number).toHaveCSS('opacity', '1');
});
