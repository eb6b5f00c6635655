import { api } from '@atelier/domain/api.ts';
import type { Brief } from '@atelier/domain/onboarding.ts';
import { type Browser, expect, type Page } from '@playwright/test';
import { callAs, submitProject } from './fill.ts';
import { leave } from './look.ts';
import { createAccount, newPerson, openAs, ownerSession } from './people.ts';
import type { Product } from './product.ts';

/** Where a project's contract is read and saved, on either side. */
export const CONTRACT = /\/api\/(admin\/)?portal\/[^/]+\/contract$/;

/** A submitted project, and both of its sides, each with a browser of their own. */
export async function beginContract(
  { page, browser, product }: { page: Page; browser: Browser; product: Product },
  answers: Partial<Brief> = {},
) {
  const person = newPerson();
  const [client, studio] = await Promise.all([createAccount(product, person), ownerSession(product)]);
  const project = await submitProject(product, client, { company: 'Sample Bakery', ...answers });
  const params = { id: project.id };
  const context = await browser.newContext({ baseURL: product.origin });
  const studioPage = await context.newPage();
  await openAs(studioPage, studio);
  await openAs(page, client);
  /** Sends the contract as it stands, with a total, without a browser. */
  const send = async (total: number | null) => {
    const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
    const body = { total, source: 'made', revision: contract.draft.revision };
    const saved = await callAs(product, studio, api.saveContract, { params, body });
    const { revision } = saved.contract.draft;
    await callAs(product, studio, api.sendContract, { params, body: { revision } });
  };
  return {
    person,
    client,
    studio,
    params,
    title: 'Sample Bakery',
    project,
    studioPage,
    openClient: () => page.goto(`/client-portal/${project.id}?tab=contract`),
    openStudio: () => studioPage.goto(`/admin/portal/${project.id}?tab=contract`),
    send,
    finish: () => leave(context),
  };
}

/** Presses one of the ways to give the document, and waits until it is chosen. */
export async function chooseDocument(page: Page, name: string): Promise<void> {
  const way = page.getByRole('radio', { name });
  await way.click();
  await expect(way).toBeChecked();
}
