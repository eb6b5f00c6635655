import { api } from '@atelier/domain/api.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { Browser, Page } from '@playwright/test';
import { closeContext } from './page.ts';
import type { Product } from './product.ts';
import { callAs, submitProject } from './seed.ts';
import { createAccount, newTestUser, openAs, ownerSession } from './users.ts';

/** A submitted project with these milestones, with a browser for each side. */
export async function beginPlan(
  { page, browser, product }: { page: Page; browser: Browser; product: Product },
  titles: string[],
  { areDrafts = false } = {},
) {
  const [client, studio] = await Promise.all([createAccount(product, newTestUser()), ownerSession(product)]);
  const project = await submitProject(product, client, { company: 'Sample Bakery' });
  const params = { id: project.id };
  const { items: plan } = await callAs(product, studio, api.listMilestonesAsStudio, { params });
  const milestones: Milestone[] = [];
  if (titles.length > 0) {
    for (const { id } of plan) {
      await callAs(product, studio, api.deleteMilestone, { params: { ...params, milestoneId: id } });
    }
    for (const title of titles) {
      milestones.push(
        (
          await callAs(product, studio, api.createMilestone, {
            params,
            body: { title, published: !areDrafts },
          })
        ).milestone,
      );
    }
  }
  const context = await browser.newContext({ baseURL: product.origin });
  const studioPage = await context.newPage();
  await openAs(studioPage, studio);
  await openAs(page, client);
  const set = (index: number, body: { status: string }) =>
    callAs(product, studio, api.setMilestoneStatus, {
      params: { ...params, milestoneId: milestones[index]?.id ?? '' },
      body,
    });
  const drop = (index: number) =>
    callAs(product, studio, api.deleteMilestone, {
      params: { ...params, milestoneId: milestones[index]?.id ?? '' },
    });
  return {
    studioPage,
    clientEmail: client.user.email ?? '',
    drop,
    openClient: () => page.goto(`/client-portal/${project.id}?tab=milestones`),
    openStudio: () => studioPage.goto(`/admin/portal/${project.id}?tab=milestones`),
    set,
    finish: () => closeContext(context),
  };
}

/** The same, with the plan open on both sides. */
export async function openPlan(...args: Parameters<typeof beginPlan>) {
  const plan = await beginPlan(...args);
  await plan.openClient();
  await plan.openStudio();
  return plan;
}

export const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Drag ${title}`, exact: true }) });
/** Unfolds the form that adds a milestone. */
export const openAddition = (page: Page) => page.getByRole('button', { name: 'Add a milestone' }).click();
/** Chooses an action from a milestone's menu, as on a phone. */
export async function chooseAction(page: Page, title: string, label: string): Promise<void> {
  await row(page, title)
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}
/** Sends a milestone for review with what its dialog already has. */
export async function sendForReview(page: Page, title: string): Promise<void> {
  await row(page, title).getByRole('button', { name: 'Send for review' }).click();
  await reviewDialog(page, title).getByRole('button', { name: 'Send for review' }).click();
}
export const reviewDialog = (page: Page, title: string) =>
  page.getByRole('dialog', { name: `Send “${title}” for review` });
export const step = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Milestones' }).getByRole('listitem').filter({ hasText: title });
export const titlesIn = (scope: Page) =>
  scope
    .getByRole('rowheader')
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector('[tabindex]')?.textContent));
