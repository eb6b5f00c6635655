import { randomUUID } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import { sendContract } from '../../harness/contract.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  pressByKeyboard,
} from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { callAs, newWord, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, ownerSession, signInAsOwner } from '../../harness/users.ts';

const column = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Board' }).getByRole('region', { name, exact: true });
const cardIn = (page: Page, stage: string, company: string) =>
  column(page, stage).getByRole('listitem').filter({ hasText: company });
/** The sample brief's title stands beside its company. */
const named = (company: string) => `${company} · Website`;
const announced = (page: Page) => page.getByRole('region', { name: 'Board' }).getByRole('status');

/** Opens a card's menu and chooses the stage, by keyboard alone. */
async function moveByKeyboard(page: Page, company: string, stage: string): Promise<void> {
  // From the card on: the journeys before this one have left many others.
  await page.getByRole('main').getByRole('link', { name: company }).focus();
  await pressByKeyboard(page, page.getByRole('button', { name: `Move ${named(company)} to…` }));
  const item = page.getByRole('menu').getByRole('menuitem', { name: new RegExp(`^${stage}`) });
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
}

/** A submitted project without the suggested plan. */
async function beginProject(product: Product, company: string) {
  const [client, studio] = await Promise.all([createAccount(product, newTestUser()), ownerSession(product)]);
  const params = { id: (await submitProject(product, client, { company })).id };
  const { items } = await callAs(product, studio, api.listMilestonesAsStudio, { params });
  for (const { id: milestoneId } of items) {
    await callAs(product, studio, api.deleteMilestone, { params: { ...params, milestoneId } });
  }
  // No payment waits for one of them.
  const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
  const { total, terms, revision } = contract.draft;
  const all = { id: randomUUID(), label: 'at launch', percent: 100, due: 'finish' };
  const parts = [{ ...all, milestoneId: null, date: null }];
  const body = {
    total,
    source: 'made',
    link: '',
    terms: { ...terms, plan: { kind: 'custom', parts } },
    revision,
  };
  await callAs(product, studio, api.saveContract, { params, body });
  const plan = async (title: string) => {
    const body = { title, due: '2099-05-04' };
    return (await callAs(product, studio, api.createMilestone, { params, body })).milestone;
  };
  return { client, studio, params, plan, email: client.user.email ?? '' };
}

test('a card is dragged to send its contract, and says why it can’t be dragged elsewhere', {
  tag: '@chromium',
}, async ({ page, product }) => {
  const company = `Drag ${newWord()}`;
  const { client, params, email } = await beginProject(product, company);
  await signInAsOwner(page, product);
  await page.goto('/admin/projects?view=board');
  const card = cardIn(page, 'Proposal', company);
  await expect(card).toContainText('Estimate');
  await card.dragTo(column(page, 'Contract sent'));
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toHaveText('Send version 1?');
  await expect(question).toContainText(`${email} gets an email`);
  // Behind the question the card is where it is to go.
  await expect(page.locator('section[aria-label="Contract sent"]')).toContainText(company);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await expect(announced(page)).toHaveText(`“${named(company)}” stays in Proposal.`);
  await expect(card.getByRole('link', { name: company })).toBeFocused();

  await card.dragTo(column(page, 'Contract sent'));
  await question.getByRole('button', { name: 'Send version 1' }).click();
  const sent = cardIn(page, 'Contract sent', company);
  await expect(announced(page)).toHaveText(`“${named(company)}” moved to Contract sent.`);
  await expect(page.getByText(`Version 1 of the contract is sent to ${email}.`)).toBeVisible();
  expect(await product.mail.nextMail(email, /contract/i)).toBeTruthy();

  await sent.dragTo(column(page, 'Reserved'));
  await expect(sent).toContainText('Only your client reserves a place, by accepting the contract.');
  await expect(announced(page)).toContainText(`“${named(company)}” stays in Contract sent. Only your client`);
  await expect(sent.getByRole('link', { name: 'Open the contract' })).toHaveAttribute(
    'href',
    `/admin/portal/${params.id}?tab=contract`,
  );
  await expectAccessibleInBothThemes(page);
  await sent.getByRole('button', { name: `Dismiss: ${named(company)}` }).click();
  await expect(sent).not.toContainText('Only your client');
  await callAs(product, client, api.acceptContract, { params, body: {} });
  await expect(cardIn(page, 'Reserved', company)).toBeVisible();
});

test('a card is moved by keyboard through the stages that are the studio’s decision', async ({
  page,
  product,
  expectConsole,
}) => {
  const company = `Keys ${newWord()}`;
  const { client, studio, params, plan, email } = await beginProject(product, company);
  await sendContract(product, studio, params, { total: 4_200 });
  await callAs(product, client, api.acceptContract, { params, body: {} });
  await signInAsOwner(page, product);
  await page.goto('/admin/projects?view=board');
  await expect(cardIn(page, 'Reserved', company)).toContainText('$4,200');

  await moveByKeyboard(page, company, 'In work');
  await expect(cardIn(page, 'Reserved', company)).toContainText('The plan has no milestone to start.');
  const [design, build] = [await plan('Design'), await plan('Build')];
  await expect(cardIn(page, 'Reserved', company)).toContainText('due May 4, 2099');
  await moveByKeyboard(page, company, 'In work');
  const inWork = cardIn(page, 'In work', company);
  await expect(announced(page)).toHaveText(`“${named(company)}” moved to In work.`);
  await expect(page.getByText('“Design” is in progress now.')).toBeVisible();
  await expect(inWork.getByRole('link', { name: company })).toBeFocused();

  // Undone before the client gets the mail.
  await moveByKeyboard(page, company, 'In review');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toHaveText('Send “Design” for review?');
  await expect(question).toContainText(`${email} gets the email “A milestone is ready for your review”`);
  await expectAccessibleInBothThemes(page);
  await pressByKeyboard(page, question.getByRole('button', { name: 'Send for review' }));
  await expect(cardIn(page, 'In review', company)).toBeVisible();
  const toast = page.getByRole('group').filter({ hasText: '“Design” is in review.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(announced(page)).toHaveText(`Undone: “${named(company)}” is in In work again.`);
  await expect(inWork).toBeVisible();

  // Another admin changes the milestone while the question is open.
  expectConsole(/status of 409/);
  await moveByKeyboard(page, company, 'In review');
  await expect(question.getByRole('heading')).toHaveText('Send “Design” for review?');
  await callAs(product, studio, api.updateMilestone, {
    params: { ...params, milestoneId: design.id },
    body: { title: 'Design, revised' },
  });
  await question.getByRole('button', { name: 'Send for review' }).click();
  await expect(question).toBeHidden();
  await expect(inWork).toContainText(/changed/);
  await expect(announced(page)).toContainText(`“${named(company)}” stays in In work.`);

  // With two under way, the question says which.
  await callAs(product, studio, api.setMilestoneStatus, {
    params: { ...params, milestoneId: build.id },
    body: { status: 'in_progress' },
  });
  await moveByKeyboard(page, company, 'In review');
  await question.getByRole('radio', { name: 'Build' }).check();
  await question.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText(`“Build” is in review. ${email} gets an email about it.`)).toBeVisible();
  await moveByKeyboard(page, company, 'In work');
  await expect(inWork).toBeVisible();
  await expect(announced(page)).toHaveText(`“${named(company)}” moved to In work.`);

  await pressByKeyboard(page, page.getByRole('button', { name: `Move ${named(company)} to…` }));
  const live = page.getByRole('menuitem', { name: /^Live/ });
  await expect(live).toHaveAttribute('aria-disabled', 'true');
  await expect(live).toContainText('Only your client finishes it');
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('a card whose contract has no price leads to the contract', async ({ page, product }) => {
  const company = `Price ${newWord()}`;
  const { studio, params } = await beginProject(product, company);
  const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
  const body = { total: null, source: 'made', revision: contract.draft.revision };
  await callAs(product, studio, api.saveContract, { params, body });
  await signInAsOwner(page, product);
  await page.goto('/admin/projects?view=board');
  await moveByKeyboard(page, company, 'Contract sent');
  const card = cardIn(page, 'Proposal', company);
  await expect(card).toContainText('The contract has no price yet. Write it first.');
  await card.getByRole('link', { name: 'Open the contract' }).click();
  await expect(page).toHaveURL(`/admin/portal/${params.id}?tab=contract`);
});
