import { randomUUID } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { type Browser, expect, type Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { closeContext } from './page.ts';
import type { Product } from './product.ts';
import { callAs, submitProject } from './seed.ts';
import { createAccount, newTestUser, openAs, ownerSession } from './users.ts';

/** The calls that read and save a project's contract, on either side. */
export const CONTRACT = /\/api\/(admin\/)?portal\/[^/]+\/contract$/;

/** Writes and sends a contract with the studio's session, without a browser. */
export async function sendContract(
  product: Pick<Product, 'origin'>,
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

/** Writes and sends a change order of $900 with the studio's session, without a browser. */
export async function sendChangeOrder(
  product: Pick<Product, 'origin'>,
  studio: Session,
  { id }: { id: string },
  title: string,
): Promise<{ id: string }> {
  const made = await callAs(product, studio, api.createChangeOrder, { params: { id }, body: { title } });
  const [order] = made.items;
  if (!order) throw new Error('no change order was begun');
  const params = { id, changeOrderId: order.id };
  const part = { label: 'when this change is accepted', percent: 100, due: 'acceptance' } as const;
  const terms = {
    lines: [{ id: randomUUID(), title, detail: '', price: 900 }],
    payments: [{ id: randomUUID(), ...part, milestoneId: null, date: null }],
    days: 0,
    milestones: [],
  };
  const body = { title, reason: 'You asked for one.', terms, revision: order.revision };
  const saved = await callAs(product, studio, api.saveChangeOrder, { params, body });
  const revision = saved.items.find((each) => each.id === order.id)?.revision ?? 0;
  await callAs(product, studio, api.sendChangeOrder, { params, body: { revision } });
  return { id: order.id };
}

/** Replaces the lines of a contract's draft, which come from the brief, with a total. */
export async function replaceLines(
  product: Pick<Product, 'origin'>,
  studio: Session,
  params: { id: string },
  total: number | null,
): Promise<void> {
  const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
  const body = { total, source: 'made', revision: contract.draft.revision };
  await callAs(product, studio, api.saveContract, { params, body });
}

/** A submitted project, with a browser for each side. */
export async function beginContract(
  { page, browser, product }: { page: Page; browser: Browser; product: Product },
  answers: Partial<Brief> = {},
) {
  const user = newTestUser();
  const [client, studio] = await Promise.all([createAccount(product, user), ownerSession(product)]);
  const project = await submitProject(product, client, { company: 'Sample Bakery', ...answers });
  const params = { id: project.id };
  const context = await browser.newContext({ baseURL: product.origin });
  const studioPage = await context.newPage();
  await openAs(studioPage, studio);
  await openAs(page, client);
  return {
    user,
    client,
    studio,
    params,
    title: 'Sample Bakery',
    project,
    studioPage,
    openClient: () => page.goto(`/client-portal/${project.id}?tab=contract`),
    openStudio: () => studioPage.goto(`/admin/portal/${project.id}?tab=contract`),
    /** Sends the contract made from the brief, with a total, without a browser. */
    send: (total: number | null) => sendContract(product, studio, params, { total }),
    finish: () => closeContext(context),
  };
}

/** Chooses how the document is given and waits until the choice shows. */
export async function chooseDocument(page: Page, name: string): Promise<void> {
  const way = page.getByRole('radio', { name });
  await way.click();
  await expect(way).toBeChecked();
}
