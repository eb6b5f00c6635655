import { api } from '@atelier/domain/api.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { callAs, submitProject } from './fill.ts';
import { leave } from './look.ts';
import { createAccount, newPerson, openAs, ownerSession } from './people.ts';
import type { Product } from './product.ts';

/** Where a project's contract is read and saved, on either side. */
export const CONTRACT = /\/api\/(admin\/)?portal\/[^/]+\/contract$/;

/** Writes a contract as the studio whose session it is, and sends it, without a browser. */
export async function sendContract(
  product: Product,
  studio: Session,
  { id }: { id: string },
  draft: { total: number | null; link?: string },
): Promise<void> {
  const params = { id };
  const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
  const source = draft.link === undefined ? 'made' : 'link';
  const body = { ...draft, source, revision: contract.draft.revision };
  const saved = await callAs(product, studio, api.saveContract, { params, body });
  const { revision } = saved.contract.draft;
  await callAs(product, studio, api.sendContract, { params, body: { revision } });
}

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
    /** Sends the contract as it is made from the brief, with a total, without a browser. */
    send: (total: number | null) => sendContract(product, studio, params, { total }),
    finish: () => leave(context),
  };
}

/** Presses one of the ways to give the document, and waits until it is chosen. */
export async function chooseDocument(page: Page, name: string): Promise<void> {
  const way = page.getByRole('radio', { name });
  await way.click();
  await expect(way).toBeChecked();
}
