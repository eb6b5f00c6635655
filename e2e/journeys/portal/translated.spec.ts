import { PAGES } from '@atelier/domain/pages.ts';
import type { Page } from '@playwright/test';
import { translatePages } from '../../harness/foreign.ts';
import { sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  createAccountButton,
  fillSignUp,
  newTestUser,
  openAs,
  requestResetLink,
  signInAsOwner,
  submitSignIn,
} from '../../harness/users.ts';
import { finish, goToReview, newClient, openWizard } from '../../harness/wizard.ts';

/*
 * The browser translates every page here, before and after it is alive: it takes each text out, which React still
 * holds. Nothing may turn white, and nothing be reported in the console.
 */
test.beforeEach(({ page }) => translatePages(page));

/** Opens a screen, and waits until it is alive and has been translated. */
async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-live]')).toBeAttached();
  await expect(page.locator('h1 font').first(), path).toBeVisible();
}

test('translated, the public forms are sent', async ({ page, expectConsole }) => {
  expectConsole(REFUSED);
  const user = newTestUser();
  await openScreen(page, '/login');
  await submitSignIn(page, user);
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');

  await openScreen(page, '/contact');
  await page.getByLabel('Name').fill('Vera Visitor');
  await page.getByRole('main').getByLabel('Email').fill(user.email);
  await page.getByLabel('Your question').fill('Could you build a shop for tea?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thanks! I’ll get back to you shortly.')).toBeVisible();

  await openScreen(page, '/sign-up');
  await fillSignUp(page, user);
  await createAccountButton(page).click();
  await expect(page.getByText('Account created.')).toBeVisible();

  await openScreen(page, '/forgot');
  await requestResetLink(page, user.email);
});

test('translated, the brief is filled in and finished', async ({ page, product }) => {
  await openWizard(page, await newClient(product));
  await goToReview(page);
  await finish(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('translated, the client’s screens open and a message is sent', async ({ page, product }) => {
  const client = await newClient(product);
  const { _id: id } = await submitProject(product, client);
  await openAs(page, client);
  await openScreen(page, PAGES.profile);
  for (const tab of ['overview', 'contract', 'milestones', 'files', 'invoices', 'activity', 'feedback']) {
    await openScreen(page, `/client-portal/${id}?tab=${tab}`);
  }
  await page.getByRole('textbox').last().fill('Bonjour');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText('Bonjour')).toBeVisible();
});

test('translated, the studio’s screens open and an enquiry is archived', async ({ page, product }) => {
  const { _id: id } = await submitProject(product, await newClient(product));
  await sendEnquiry(product);
  await signInAsOwner(page, product);
  const paths = Object.values(PAGES).filter((path) => /^\/admin(?!.*:)/.test(path));
  for (const path of paths) await openScreen(page, path);
  for (const tab of ['overview', 'contract', 'milestones', 'files', 'invoices', 'activity', 'feedback']) {
    await openScreen(page, `/admin/portal/${id}?tab=${tab}`);
  }
  await openScreen(page, `/admin/portal/${id}/as-client`);
  await openScreen(page, PAGES.inbox);
  await page
    .getByRole('link', { name: /Vera Visitor/ })
    .first()
    .click();
  await page.getByRole('article').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('article').getByText('Archived', { exact: true })).toBeVisible();
});
