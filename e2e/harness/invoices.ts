import { randomUUID } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { PlannedPart } from '@atelier/domain/contracts/terms.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import type { Browser, Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { closeContext } from './page.ts';
import type { Product } from './product.ts';
import { callAs, submitProject } from './seed.ts';
import { createAccount, newTestUser, openAs, ownerSession } from './users.ts';

/** A line without tax, as an invoice is sent with it. */
export const invoiceLine = (title: string, unitPrice: number) => ({
  ...{ id: randomUUID(), title, detail: '', quantity: 100, unitPrice },
  ...{ taxName: 'No tax', taxRate: 0 },
});

/** Makes an invoice by hand and sends it, without a browser; gives its id. */
export async function sendInvoice(
  product: Pick<Product, 'origin'>,
  studio: Session,
  params: { id: string },
  invoice: object,
): Promise<string> {
  const made = await callAs(product, studio, api.createInvoice, { params, body: invoice });
  const { id = '', revision = 0 } = made.items[0] ?? {};
  await callAs(product, studio, api.sendInvoice, {
    params: { ...params, invoiceId: id },
    body: { revision },
  });
  return id;
}

/** A submitted project, with a browser for each side and what fills its invoices without one. */
export async function beginInvoices(
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
  await openAs(page, client, product.origin);
  const list = () => callAs(product, studio, api.listInvoicesAsStudio, { params });
  return {
    user,
    client,
    clientEmail: client.user.email ?? '',
    studio,
    params,
    studioPage,
    list,
    /** Of the invoice that was made last. */
    newestNumber: async () => (await list()).items[0]?.number ?? '',
    openClient: (tab = 'invoices') => page.goto(`${product.origin}/client-portal/${project.id}?tab=${tab}`),
    openStudio: () => studioPage.goto(`/admin/portal/${project.id}?tab=invoices`),
    /** Sends a contract with a total and without lines, in these payments. */
    sendContract: async (total: number, parts: PlannedPart[]) => {
      const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
      const { revision, terms } = contract.draft;
      const plan = { kind: 'custom', parts };
      const body = { total, source: 'made', link: '', terms: { ...terms, lines: [], plan }, revision };
      const saved = await callAs(product, studio, api.saveContract, { params, body });
      await callAs(product, studio, api.sendContract, {
        params,
        body: { revision: saved.contract.draft.revision },
      });
    },
    sendInvoice: (invoice: object) => sendInvoice(product, studio, params, invoice),
    finish: () => closeContext(context),
  };
}
