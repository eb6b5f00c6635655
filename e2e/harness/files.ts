import type { Locator, Page } from '@playwright/test';
import type { Product } from './product.ts';
import { submitProject } from './seed.ts';
import { createAccount, newTestUser, openAs, signInAsOwner } from './users.ts';

export const MB = 1024 ** 2;
/** The calls that list and send a project's files. */
export const FILES = /\/api\/portal\/[^/]+\/files(\?|$)/;

export const fileOf = (name: string, content: Buffer | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Drops files onto a part of the page. */
export const dropFilesOn = (area: Locator, dropped: { name: string; text: string }[]) =>
  area.evaluate((element, files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of files) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, dropped);

/** A client's project with its files open in the client's and the owner's browsers. */
export async function openFiles(page: Page, product: Product) {
  const session = await createAccount(product, newTestUser());
  const project = await submitProject(product, session, { company: 'Filed Bakery' });
  await openAs(page, session);
  await page.goto(`/client-portal/${project.id}?tab=files`);
  // A separate browser: the two share no storage.
  const context = await page.context().browser()?.newContext({ baseURL: product.origin });
  const studio = await context?.newPage();
  if (!studio) throw new Error('No second browser.');
  await signInAsOwner(studio, product);
  await studio.goto(`/admin/portal/${project.id}?tab=files`);
  return { studio, project, close: async () => context?.close() };
}
