import type { Page } from '@playwright/test';
import { untilLive } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, signIn, type TestUser } from '../../harness/users.ts';
import { expectSaved, fillBusiness, goNext, onServer, openWizard } from '../../harness/wizard.ts';

/** Everything this tab's browser stores, as one text. */
const stored = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.entries(storage).map((entry) => entry.join(' = ')))
      .join('\n'),
  );

/** Fails when storage or the page contains one of the words. */
async function expectNothingOf(page: Page, words: readonly string[]): Promise<void> {
  const found = async () => {
    const seen = `${await stored(page)}\n${await page.locator('body').innerText()}`;
    return words.filter((word) => seen.includes(word));
  };
  await expect.poll(found, { message: `at ${page.url()}` }).toEqual([]);
}

/** A client with a project who has typed into every form that keeps its text. */
async function typeEverywhere(page: Page, product: Product) {
  const ada = newTestUser('ada');
  const session = await createAccount(product, ada);
  const { id } = await submitProject(product, session, { company: 'Adas Bakery' });
  await openWizard(page, session);
  await goNext(page, 2);
  await fillBusiness(page, 'Ada Answered');
  await expectSaved(page);
  await page.goto('/contact');
  await untilLive(page);
  await page.getByLabel('Your question').fill('Adas question');
  await expect.poll(() => stored(page)).toContain('Adas question');
  await page.goto(`/client-portal/${id}?tab=feedback`);
  await page.getByLabel('Your message').fill('Adas half a thought');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit username' }).click();
  await page.getByLabel('Username').fill('adas_next_name');
  const typed = ['Ada Answered', 'Adas question', 'Adas half a thought', 'adas_next_name'];
  const kept = await stored(page);
  expect(typed.filter((word) => !kept.includes(word))).toEqual([]);
  return { ada, session, id, words: [...typed, ada.email, session.user.id, id, 'Adas Bakery'] };
}

/** Visits every screen that could show the previous person's data. */
async function lookAround(page: Page, former: { id: string; words: readonly string[] }, eve: TestUser) {
  await expectNothingOf(page, former.words);
  await page.goto('/client-portal');
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await expectNothingOf(page, former.words);
  await page.goto('/contact');
  await untilLive(page);
  await expect(page.getByLabel('Your question')).toHaveValue('');
  await page.goto('/start?step=2');
  await expect(page.getByLabel('Primary contact')).toHaveValue('');
  await expectNothingOf(page, former.words);
  await page.goto('/profile');
  await expect(page.getByText(eve.email).first()).toBeVisible();
}

test('signing out leaves none of the client’s data in the browser', async ({ page, product }) => {
  const former = await typeEverywhere(page, product);
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/login');
  await expectNothingOf(page, former.words);
  const eve = newTestUser('eve');
  await createAccount(product, eve);
  await signIn(page, eve);
  await lookAround(page, former, eve);
});

test('signing in as another person in one tab clears the previous person’s data from both', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const former = await typeEverywhere(page, product);
  const second = await context.newPage();
  await second.goto(`/client-portal/${former.id}`);
  await expect(second.getByRole('heading', { name: 'Adas Bakery' }).first()).toBeVisible();
  const eve = newTestUser('eve');
  const session = await createAccount(product, eve);
  // As if the first session had expired, without "Sign out".
  await openAs(page, session);
  await page.goto('/profile');
  await expect(page.getByText(eve.email).first()).toBeVisible();
  await lookAround(page, former, eve);
  await second.bringToFront();
  await second.reload();
  await expect(second.getByText('Not found.', { exact: true })).toBeVisible();
  await expectNothingOf(
    second,
    former.words.filter((word) => word !== former.id),
  );
});

test('open tabs neither show nor save the previous person’s data once another signs in', async ({
  page,
  context,
  product,
  expectConsole,
}) => {
  expectConsole(/status of 40[134]|ERR_FAILED/);
  const [ada, eve] = [newTestUser('ada'), newTestUser('eve')];
  const session = await createAccount(product, ada);
  const { id } = await submitProject(product, session, { company: 'Adas Bakery' });
  const eves = await createAccount(product, eve);
  await openAs(page, session);
  const [portal, wizard] = [await context.newPage(), await context.newPage()];
  await portal.goto(`/client-portal/${id}`);
  await expect(portal.getByRole('heading', { name: 'Adas Bakery' }).first()).toBeVisible();
  await openWizard(wizard, session);
  await goNext(wizard, 2);
  await expectSaved(wizard);
  // What Ada types from here on isn't saved with her session.
  await wizard.route('**/api/onboarding/save', (route) =>
    route.request().headers().authorization?.includes(session.access_token)
      ? route.abort()
      : route.fallback(),
  );
  await wizard.getByLabel('Primary contact').fill('Ada Answered');

  // The first session has expired; the tabs haven't noticed.
  await page.evaluate(() => localStorage.removeItem('studio-auth-embedded'));
  await signIn(page, eve);
  await expect(portal.getByText(`Welcome ${eve.username}!`)).toBeVisible();
  await expect(portal.getByText('No submissions yet.')).toBeVisible();
  await expect(portal.getByText('Adas Bakery')).toHaveCount(0);
  await expect(wizard.getByLabel('Primary contact')).toHaveValue('');
  await expectNothingOf(wizard, ['Ada Answered', ada.email]);
  expect(await onServer(product, eves)).toBeNull();
});
