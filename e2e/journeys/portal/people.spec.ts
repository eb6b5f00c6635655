import { api } from '@atelier/domain/api.ts';
import type { Locator, Page } from '@playwright/test';
import { closeContext, expectWellMade } from '../../harness/page.ts';
import { beginPlan } from '../../harness/plan.ts';
import { callAs } from '../../harness/seed.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs } from '../../harness/users.ts';

const people = (page: Page, title = 'Who’s in this project') =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
/**
 * Opens a person's menu. The row is in sight first, and what arrives above it is there: a menu closes when the page scrolls, as it
 * does when something above it grows.
 */
async function openMenu(row: Locator): Promise<void> {
  const opener = row.getByRole('button', { name: /^What to do with/ });
  await opener.scrollIntoViewIfNeeded();
  await opener.click();
}
const person = (page: Page, name: string) => people(page).getByRole('listitem').filter({ hasText: name });

test('a client brings a colleague who follows, lets them decide, makes them the main contact and leaves', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  test.slow();
  // The project is gone for those who leave it.
  expectConsole(REFUSED);
  const plan = await beginPlan({ page, browser, product }, ['Design']);
  const bea = newTestUser('bea');
  const session = await createAccount(product, bea);
  const context = await browser.newContext({ baseURL: product.origin });
  const beas = await context.newPage();
  try {
    await plan.set(0, { status: 'in_progress' });
    await plan.set(0, { status: 'in_review' });
    await plan.openClient();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText('Enter a valid email.')).toBeVisible();
    await dialog.getByLabel('Email').fill(bea.email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
    await expect(people(page).getByText('Invited (follows)')).toBeVisible();

    // Through the mail's link, to the invitation.
    await openAs(beas, session);
    const mail = await product.mail.nextMail(bea.email, /invited you to a project/);
    await beas.goto(linkIn(mail, '/client-portal'));
    await expect(beas.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
    await expectWellMade(beas);
    await beas.getByRole('button', { name: 'Join' }).click();
    await expect(beas.getByRole('tab', { name: 'Overview' })).toBeVisible();
    await expect(person(beas, bea.username)).toContainText('Follows');
    await expect(beas.getByText('Nothing: you follow this project')).toBeVisible();
    await beas.getByRole('tab', { name: 'Milestones' }).click();
    await expect(beas.getByText('In review').first()).toBeVisible();
    await expect(beas.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await beas.getByRole('tab', { name: 'Feedback' }).click();
    await beas.getByLabel('Your message').fill('I follow this.');
    await beas.getByLabel('Your message').press('Enter');
    await expect(beas.getByRole('log').getByText('I follow this.')).toBeVisible();

    // The first client sees them without a reload, and lets them decide.
    await expect(person(page, bea.username)).toContainText('Follows');
    await expect(page.getByText('I follow this.')).toBeVisible();
    await openMenu(person(page, bea.username));
    await page.getByRole('menuitemradio', { name: 'Decides' }).click();
    await page.keyboard.press('Escape');
    await expect(person(page, bea.username)).toContainText('Decides');
    await expectWellMade(page);
    await beas.getByRole('tab', { name: 'Milestones' }).click();
    await beas.getByRole('button', { name: 'Approve' }).click();
    await expect(beas.getByText('Approved').first()).toBeVisible();
    await expect(page.getByText('Every milestone is done.')).toBeVisible();
    await expect(page.getByText(/approved “Design”/)).toBeVisible();
    await expect(page.getByText(/^Nothing right now/)).toBeVisible();

    // Handing over, then leaving.
    await openMenu(person(page, bea.username));
    await page.getByRole('menuitem', { name: 'Make main contact…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make main contact' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(person(page, bea.username)).toContainText('Main contact');
    await product.mail.nextMail(bea.email, /You’re the main contact of Sample Bakery/);
    await expect(page.getByText(/made “.+” the main contact/)).toBeVisible();
    await openMenu(people(page));
    await page.getByRole('menuitem', { name: 'Leave this project…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('No submissions yet.')).toBeVisible();
    await expect(page).toHaveURL(/\/client-portal$/);
    await beas.getByRole('tab', { name: 'Overview' }).click();
    await expect(people(beas).getByRole('listitem')).toHaveCount(1);
  } finally {
    await closeContext(context);
    await plan.finish();
  }
});

test('a removed colleague’s open project closes, and the studio manages people too', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const plan = await beginPlan({ page, browser, product }, []);
  const cyd = newTestUser('cyd');
  const session = await createAccount(product, cyd);
  const context = await browser.newContext({ baseURL: product.origin });
  const cyds = await context.newPage();
  try {
    const desk = plan.studioPage;
    await plan.openStudio();
    await desk.getByRole('tab', { name: 'Overview' }).click();
    await desk.getByRole('button', { name: 'Invite a colleague' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Invite a colleague' });
    await dialog.getByLabel('Email').fill(cyd.email);
    await dialog.getByText('Decides', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
    const [invitation] = (await callAs(product, session, api.listReceivedInvitations)).items;
    await callAs(product, session, api.joinProject, { params: { id: invitation?.id ?? '' } });
    await openAs(cyds, session);
    await cyds.goto('/client-portal');
    await expect(cyds.getByRole('heading', { name: 'Who’s in this project' })).toBeVisible();
    const row = desk.getByRole('listitem').filter({ hasText: cyd.email });
    await expect(row).toContainText('Decides');
    await expect(desk.getByText(/joined the project/)).toBeVisible();
    await expectWellMade(desk);
    await openMenu(row);
    await desk.getByRole('menuitem', { name: 'Remove from the project…' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
    await expect(cyds.getByRole('heading', { name: 'Who’s in this project' })).toBeHidden();
    await cyds.goto('/client-portal');
    await expect(cyds.getByText('No submissions yet.')).toBeVisible();
  } finally {
    await closeContext(context);
    await plan.finish();
  }
});
