import type { Locator, Page } from '@playwright/test';
import { submitProject } from './fill.ts';
import { createAccount, newPerson, openAs, signInAsOwner } from './people.ts';
import type { Product } from './product.ts';

export const MB = 1024 ** 2;
/** The calls that list and send a project's files. */
export const FILES = /\/api\/portal\/[^/]+\/files(\?|$)/;

export const fileOf = (name: string, content: Buffer | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Drops files from elsewhere on a part of the page. */
export const dropFilesOn = (area: Locator, dropped: { name: string; text: string }[]) =>
  area.evaluate((element, files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of files) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, dropped);

/** A client's project, and the client's and the owner's browsers on its files. */
export async function openFiles(page: Page, product: Product) {
  const session = await createAccount(product, newPerson());
  const project = await submitProject(product, session, { company: 'Filed Bakery' });
  await openAs(page, session);
  await page.goto(`/client-portal/${project.id}?tab=files`);
  // A browser of its own: the two share no storage.
  const context = await page.context().browser()?.newContext({ baseURL: product.origin });
  const studio = await context?.newPage();
  if (!studio) throw new Error('No second browser.');
  await signInAsOwner(studio, product);
  await studio.goto(`/admin/portal/${project.id}?tab=files`);
  return { studio, project, close: async () => context?.close() };
}
