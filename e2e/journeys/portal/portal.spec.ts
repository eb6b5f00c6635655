import { featureName } from '@atelier/content/offer.ts';
import { questions } from '@atelier/content/questions.ts';
import { shortId } from '@atelier/domain/text.ts';
import { expectAccessibleInBothThemes, pageTime, pressByKeyboard } from '../../harness/page.ts';
import { sampleBrief, saveDraft, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, submitSignIn } from '../../harness/users.ts';

test('the portal shows a client without a project how to start one', async ({ page, product }) => {
  const user = newTestUser();
  await openAs(page, await createAccount(product, user));
  await page.goto('/client-portal');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome ${user.username}!`);
  await expect(page.getByRole('heading', { name: 'Your submitted projects' })).toBeVisible();
  await expect(page.getByText('No submissions yet.', { exact: true })).toBeVisible();
  await expect(page.getByText('Select a project to view details.')).toBeHidden();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Client Portal' }),
  ).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Start a project' }).click();
  await expect(page).toHaveURL(/\/start/);
});

test('the portal lists no draft among the submitted projects', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  const draft = await saveDraft(product, session);
  await openAs(page, session);
  await page.goto('/client-portal');
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await page.goto(`/client-portal/${draft.id}`);
  await expect(page.getByText('This one is still a draft.')).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
});

test('a tab reopened while another one is still opening stays open', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  const { id } = await submitProject(product, session);
  await openAs(page, session);
  await page.goto(`/client-portal/${id}?tab=contract`);
  await expect(page.getByRole('tab', { name: 'Contract', selected: true })).toBeVisible();
  // The second click comes in the same task, once the address has changed but before the screen can.
  await page.evaluate(async () => {
    const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
    const press = (name: string) => tabs.find(({ textContent }) => textContent === name)?.click();
    press('Files');
    for (let turns = 0; turns < 1000 && !location.search.includes('files'); turns += 1)
      await Promise.resolve();
    press('Contract');
  });
  await expect(page).toHaveURL(`/client-portal/${id}?tab=contract`);
  await page.getByRole('tab', { name: 'Milestones' }).click();
  await expect(page.getByText('No milestones yet.')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^No contract yet\./)).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No deliverables yet.')).toBeVisible();
});

test('the portal opens the newest project with its whole brief and estimate', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  await submitProject(product, session, { company: 'First Bakery', features: ['lp'] });
  const second = await submitProject(product, session, {
    company: 'Second Bakery',
    goals: 'Line one.\nLine two.',
    budgetRange: '5-10k',
    mustHaves: ['Opening hours'],
    decisionMakers: [{ name: 'Kim', role: 'Partner' }],
    target: '2030-01-31',
  });
  await openAs(page, session);
  await page.goto('/client-portal');
  await expect(page).toHaveURL(`/client-portal/${second.id}`);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Client Portal' }),
  ).toBeVisible();

  const list = page.getByRole('region', { name: 'Your submitted projects' });
  const row = list.getByRole('link', { name: 'Second Bakery' });
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(row).toContainText(`#${shortId(second.id)}`);
  await expect(row).toContainText('3 features');
  await expect(row).toContainText(/Submitted (just now|\d+ minutes? ago)/);
  await expect(list.getByRole('link', { name: 'First Bakery' })).toContainText('1 feature');
  await expect(list.getByRole('listitem')).toHaveCount(2);

  const project = page.getByRole('article', { name: 'Second Bakery' });
  await expect(project.getByText('Submitted', { exact: true })).toBeVisible();
  await expect(project.getByRole('heading', { name: 'What happens now' })).toBeVisible();
  await expect(project.getByText('An estimate from the answers in the brief, not an offer.')).toBeVisible();
  await expect(project.getByText('To build it')).toBeVisible();
  await expect(
    project
      .getByRole('definition')
      .filter({ hasText: /^\$[\d,]+–\$[\d,]+$/ })
      .first(),
  ).toBeVisible();
  await pressByKeyboard(page, project.locator('summary'));
  for (const step of ['Package & Features', 'Business Details', 'Goals', 'Discovery', 'Content & Brand']) {
    await expect(project.getByRole('heading', { name: step, exact: true })).toBeVisible();
  }
  for (const answer of [
    featureName('web'),
    questions.budgetRange.answers['5-10k'],
    'Opening hours',
    'Kim, Partner',
    'January 31, 2030',
  ]) {
    await expect(project.getByText(answer, { exact: true }).last()).toBeVisible();
  }
  await expectAccessibleInBothThemes(page);

  await list.getByRole('link', { name: 'First Bakery' }).click();
  await expect(page.getByRole('article', { name: 'First Bakery' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article', { name: 'Second Bakery' })).toBeVisible();
});

test('a brief shows typed markup as text, and only web addresses as links', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  const attack = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';
  const project = await submitProject(product, session, {
    company: attack,
    contact: attack,
    goals: attack,
    constraints: attack,
    mustHaves: [attack],
    decisionMakers: [{ name: attack, role: attack }],
    assetsLink: 'javascript:alert(1)',
    inspirationUrls: [
      { url: 'javascript:alert(2)', note: attack },
      { url: 'data:text/html,<script>alert(3)</script>', note: '' },
      { url: 'https://inspiration.example/page', note: 'The colours' },
    ],
  });
  await openAs(page, session);
  await page.goto(`/client-portal/${project.id}`);
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 2, name: attack })).toBeVisible();
  await article.locator('summary').click();
  await expect(article.getByText('javascript:alert(1)')).toBeVisible();
  await expect(article.locator('a[href^="javascript"], a[href^="data"], img[src=x], script')).toHaveCount(0);
  const link = article.getByRole('link', { name: 'https://inspiration.example/page' });
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(page).not.toHaveTitle('run');
});

test('the brief prints without the page around it', { tag: '@chromium' }, async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  await submitProject(product, session);
  await openAs(page, session);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.goto('/client-portal');
  const title = page.getByRole('heading', { name: 'Your brief, as submitted' });
  await title.click();
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  // Folded again, as when it is printed from the browser's own menu: paper shows it all the same.
  await title.click();
  await expect(page.getByText('Sell bread')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(title).toBeVisible();
  await expect(page.getByText('Sell bread')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Estimate' })).toBeVisible();
  for (const around of ['banner', 'contentinfo'] as const) await expect(page.getByRole(around)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your submitted projects' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('another client’s project and an id that never existed look the same in the portal', async ({
  page,
  product,
  expectConsole,
}) => {
  const owner = await createAccount(product, newTestUser());
  const foreign = await submitProject(product, owner, { company: 'Secret Bakery' });
  const stranger = await createAccount(product, newTestUser());
  await submitProject(product, stranger, { company: 'Own Bakery' });
  await openAs(page, stranger);
  expectConsole(/status of 40[04]/);
  for (const id of [
    foreign.id,
    '0198c0de-0000-7000-8000-000000000000',
    'nonsense',
    '%00',
    '..%2f..%2fadmin',
  ]) {
    await page.goto(`/client-portal/${id}`);
    await expect(page.getByText('Not found.', { exact: true })).toBeVisible();
    await expect(page.getByText('Secret Bakery')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Your projects' }).click();
  await expect(page.getByRole('article', { name: 'Own Bakery' })).toBeVisible();
});

test('a link to a project opens it after signing in', async ({ page, product }) => {
  const user = newTestUser();
  const project = await submitProject(product, await createAccount(product, user), {
    company: 'Deep Bakery',
  });
  // As in an email: a link to one place in the project.
  await page.goto(`/client-portal/${project.id}?tab=milestones`);
  await page.waitForURL('**/login');
  await submitSignIn(page, user);
  await expect(page.getByRole('article', { name: 'Deep Bakery' })).toBeVisible();
  await expect(page).toHaveURL(`/client-portal/${project.id}?tab=milestones`);
  await expect(page.getByRole('tab', { name: 'Milestones', selected: true })).toBeVisible();
});

test('an unsent finished brief can be resent from the portal', async ({ page, product, expectConsole }) => {
  const session = await createAccount(product, newTestUser());
  await openAs(page, session);
  const kept = {
    userId: session.user.id,
    final: sampleBrief({ company: 'Kept Bakery' }),
    keptAt: '2030-01-31T10:00:00.000Z',
  };
  await page.evaluate((value) => localStorage.setItem('onboarding:finished', value), JSON.stringify([kept]));
  expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const submit = /\/api\/onboarding\/submit$/;
  await page.route(submit, (route) => route.abort());
  await page.clock.install();
  await page.goto('/client-portal');
  await expect(page.getByRole('alert')).toContainText('Your finished brief hasn’t arrived yet.');
  const again = page.getByRole('button', { name: 'Send it again' });
  await expect(again).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // With the clock stopped only the click sends it: the page also retries by time. It jumps by more than a slow machine takes for the call.
  await page.clock.pauseAt((await pageTime(page)) + 10_000);
  await expect(again).toBeVisible();
  await page.unroute(submit);
  await again.click();
  await page.clock.resume();
  await expect(page.getByText('Your brief has arrived.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Kept Bakery' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article', { name: 'Kept Bakery' })).toBeVisible();
  await expect(page.getByText('Your brief has arrived.')).toBeHidden();
});
