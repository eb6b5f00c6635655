import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page, Route } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { submitProject } from '../harness/fill.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  hush,
  PHONE,
} from '../harness/look.ts';
import { createAccount, newPerson, openAs, signInAsOwner } from '../harness/people.ts';
import type { Product } from '../harness/product.ts';
import { expect, test } from '../harness/test.ts';

const FONT = 'node_modules/@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff';
const MB = 1024 ** 2;
const LIST = /\/api\/portal\/[^/]+\/files(\?|$)/;
const LONG = `${'a-name-without-any-end-'.repeat(13)}.txt`;
const SCRIPT = '<script>document.title = "ran"; alert(1)</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/>${SCRIPT}</svg>`;

const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#b93415' } })
    .png()
    .toBuffer();
const file = (name: string, content: Buffer | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** Two pages: text in a font that comes with the file, and a red sheet. */
async function twoPages(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  document.font(FONT).fontSize(40).text('The first page');
  document.addPage().rect(0, 0, 596, 842).fill('#b93415');
  document.end();
  return buffer(document);
}

/** The colour in the middle of a drawn page, as [red, green, blue]. */
const middleOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const pixel = element.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data;
    return [...(pixel ?? [])].slice(0, 3);
  });

/** Drops files from elsewhere on a part of the page. */
const dropOn = (area: Locator, dropped: { name: string; text: string }[]) =>
  area.evaluate((element, files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of files) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, dropped);

/** Holds files and folders of this machine over the page at a place, as from another window, and lets go. */
async function dropFromDisk(page: Page, x: number, y: number, files: string[]) {
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files, dragOperationsMask: 1 };
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

/** Whether the browser would ask whoever closes the page. */
const asksBeforeLeaving = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** A client's project, and the client's and the owner's browsers on its files. */
async function openBothSides(page: Page, product: Product) {
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

test('the studio delivers, replaces and deletes, and the client has each file as it was', async ({
  page,
  product,
  expectConsole,
}) => {
  const { studio, close } = await openBothSides(page, product);
  await expect(page.getByText('No deliverables yet.')).toBeVisible();
  await expect(studio.getByText('No deliverables yet.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const png = await picture();
  await studio
    .getByLabel('Deliver files')
    .locator('input')
    .setInputFiles([
      file('home.png', png),
      file('logo.svg', SVG),
      file('page.html', SCRIPT),
      file(LONG, 'text'),
    ]);
  await expect(studio.getByRole('button', { name: /^Replace / })).toHaveCount(4);
  await expect(studio.getByRole('list', { name: 'Uploads' })).toBeHidden();
  const delivered = studio.getByRole('listitem').filter({ hasText: 'home.png' });
  await expect(delivered).toContainText(`${Math.round(png.length / 1024)} KB · PNG picture`);
  // Dropped, with names that pretend to be a path, another kind of file, or a part of the page.
  const markup = "<img src=x onerror=document.title='ran'>.txt";
  await dropOn(studio.getByRole('region', { name: 'Deliver files' }), [
    { name: '..\\..\\etc\\hosts.txt', text: 'one' },
    { name: 'sheet\u202Egnp.txt', text: 'two' },
    { name: markup, text: 'three' },
    { name: 'The "last" menu.txt', text: 'four' },
  ]);
  await expect(studio.getByRole('button', { name: /^Replace / })).toHaveCount(8);
  // Beside the place that is meant for it, in the page's foot; of a folder a browser has nothing to send.
  const folder = import.meta.dirname;
  await dropFromDisk(studio, 700, 880, [folder, path.resolve(folder, '../../content/faq.ts')]);
  await expect(studio.getByRole('button', { name: 'Replace faq.ts' })).toBeVisible();
  await expect(studio.getByText('“journeys” is a folder. Send the files inside it')).toBeVisible();

  await hush(page);
  await failRequests(page, LIST, 500, '');
  expectConsole(/status of 500/);
  await page.reload();
  await expect(page.getByText('Failed to load files.', { exact: true })).toBeVisible();
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const name of ['hosts.txt', 'sheetgnp.txt', markup, 'The "last" menu.txt']) {
    const link = page.getByRole('link', { name: `Download ${name}`, exact: true });
    const saving = page.waitForEvent('download');
    await link.click();
    // What file systems do not take, the browser replaces.
    expect((await saving).suggestedFilename()).toBe(name.replaceAll(/[<>"]/g, '_'));
  }
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expect(page).not.toHaveTitle('ran');
  const row = page.getByRole('listitem').filter({ hasText: 'home.png' });
  const downloading = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download home.png' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('home.png');
  expect((await readFile(await download.path())).equals(png)).toBe(true);
  const project = page.getByRole('article');
  await expect(project.getByRole('button', { name: /^(Replace|Delete) / })).toHaveCount(0);

  await row.getByRole('button', { name: 'View home.png' }).click();
  const large = page.getByRole('dialog').getByRole('img', { name: 'home.png' });
  await expect(large).toHaveJSProperty('naturalWidth', 300);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  for (const name of ['logo.svg', 'page.html']) {
    const link = page.getByRole('link', { name: `Download ${name}` });
    const saving = page.waitForEvent('download');
    // As somebody would who copies the link into a new tab: nothing opens, it is saved.
    await page.evaluate((url) => window.open(url), (await link.getAttribute('href')) ?? '');
    expect((await saving).suggestedFilename()).toBe(name);
    await expect(page).not.toHaveTitle('ran');
  }

  await delivered.getByLabel('New version of home.png').setInputFiles(file('home 2.txt', 'two'));
  await expect(studio.getByText('Version 2', { exact: false })).toBeVisible();
  await studio.getByText('An older version').click();
  await expect(studio.getByRole('link', { name: 'home.png' })).toBeVisible();
  await studio.getByRole('button', { name: 'Delete home 2.txt' }).click();
  await studio.getByRole('button', { name: 'Delete file' }).click();
  await expect(studio.getByRole('listitem').filter({ hasText: 'home 2.txt' })).toHaveCount(0);

  await expectAccessibleInBothThemes(studio);
  await studio.setViewportSize(PHONE);
  await expectNoSidewaysScroll(studio);
  await close();
});

test('a PDF is looked at in the page, and one that is broken says so', async ({ page, product }) => {
  const { studio, close } = await openBothSides(page, product);
  await studio
    .getByLabel('Deliver files')
    .locator('input')
    .setInputFiles([file('plan.pdf', await twoPages()), file('torn.pdf', '%PDF-1.7\nand nothing else')]);
  await page.getByRole('button', { name: 'View plan.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'plan.pdf' });
  await expect(dialog.getByText('Page 1 of 2')).toBeVisible();
  await expect.poll(() => middleOf(dialog.getByRole('img'))).toEqual([255, 255, 255]);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => middleOf(dialog.getByRole('img'))).toEqual([185, 52, 21]);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'View torn.pdf' }).click();
  await expect(page.getByText('This PDF is damaged and can’t be shown.')).toBeVisible();
  await close();
});

test('the client sends files, sees why one does not arrive, tries again, and gives one up', async ({
  page,
  product,
  expectConsole,
}) => {
  const { studio, close } = await openBothSides(page, product);
  const input = page.getByLabel('Send files for your project').locator('input');
  await input.setInputFiles([file('empty.txt', ''), file('setup.exe', 'MZ'), file('texts.md', '# Texts')]);
  expectConsole(/status of 4(09|15)|status of 503/);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('This file is empty. Save it again, then send it.');
  await expect(uploads).toContainText('You can’t send programs here.');
  await expect(page.getByRole('heading', { name: 'Sent by you' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove empty.txt' }).click();
  await page.getByRole('button', { name: 'Remove setup.exe' }).click();
  await expect(uploads).toBeHidden();

  const held: Route[] = [];
  await page.route(LIST, async (route) => {
    if (route.request().method() === 'POST') held.push(route);
    else await route.fallback();
  });
  await input.setInputFiles(file('held.txt', 'held'));
  await expect(uploads.getByRole('progressbar', { name: 'Sending held.txt' })).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('button', { name: 'Cancel held.txt' }).click();
  await expect(uploads).toBeHidden();
  expect(await asksBeforeLeaving(page)).toBe(false);
  const moved = path.join(test.info().outputDir, 'moved.txt');
  await mkdir(path.dirname(moved), { recursive: true });
  await writeFile(moved, 'here for now');
  await input.setInputFiles(moved);
  await expect.poll(() => held.length).toBe(2);
  await rm(moved);
  expectConsole(/ERR_FILE_NOT_FOUND/);
  await held[1]?.continue();
  await expect(uploads).toContainText(
    'This file has been moved or changed and can’t be read. Choose it again.',
  );
  await page.getByRole('button', { name: 'Remove moved.txt' }).click();
  // It arrives and its reply does not: tried again, it is the same one file.
  await page.unroute(LIST);
  const lost: string[] = [];
  await page.route(LIST, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    lost.push(route.request().url());
    if (lost.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  expectConsole(/net::ERR_FAILED/);
  await input.setInputFiles(file('once.txt', 'once'));
  await expect(uploads).toContainText('Failed to send. Check your connection.');
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(uploads).toBeHidden();
  await expect(page.getByRole('link', { name: 'Download once.txt' })).toHaveCount(1);
  expect(new Set(lost).size).toBe(1);
  await page.unroute(LIST);
  await page.route(LIST, async (route) => {
    if (route.request().method() === 'POST') held.push(route);
    else await route.fallback();
  });
  // What is on its way goes on while something else is looked at, and says there that it did not get through.
  await input.setInputFiles(file('later.txt', 'later'));
  await expect.poll(() => held.length).toBe(3);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
  expect(await asksBeforeLeaving(page)).toBe(true);
  await held[2]?.fulfill({ status: 503, json: { error: 'The store is resting.' } });
  await expect(page.getByText('later.txt wasn’t sent.')).toBeVisible();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(uploads).toContainText('The store is resting.');
  await expectAccessibleInBothThemes(page);
  // Nor does a look at a public page give it up.
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => held.length).toBe(4);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await expect(uploads.getByRole('progressbar', { name: 'Sending later.txt' })).toBeVisible();
  await held[3]?.fulfill({ status: 503, json: { error: 'The store is resting.' } });
  await expect(uploads).toContainText('The store is resting.');
  await page.unroute(LIST);
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Download later.txt' })).toBeVisible();

  await studio.reload();
  await expect(studio.getByRole('heading', { name: 'Sent by your client' })).toBeVisible();
  await expect(studio.getByRole('link', { name: 'Download texts.md' })).toBeVisible();
  // Left open until its links had run out: by then it has asked for new ones.
  const dead = `${product.origin}/files/018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f.1.${'A'.repeat(43)}`;
  await page.clock.install();
  await page.route(LIST, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const reply = await route.fetch();
    const body = await reply.json();
    for (const each of body.items) each.url = dead;
    await route.fulfill({ response: reply, json: body });
  });
  await page.reload();
  const link = page.getByRole('link', { name: 'Download texts.md' });
  await expect(link).toHaveAttribute('href', dead);
  expect((await page.request.get(dead)).status()).toBe(404);
  await page.unroute(LIST);
  await page.clock.fastForward('04:30');
  await expect(link).not.toHaveAttribute('href', dead);
  const downloading = page.waitForEvent('download');
  await link.click();
  expect((await downloading).suggestedFilename()).toBe('texts.md');

  // More at once than fits: one is too large, and of the others, each of which would fit, the last to arrive is one too many.
  const part = (name: string) => file(name, 'x'.repeat(0.8 * MB));
  const large = file('large.txt', 'x'.repeat(MB + 1));
  await input.setInputFiles([large, ...['1.txt', '2.txt', '3.txt'].map(part)]);
  const reasons = (at: Page) => at.getByRole('list', { name: 'Uploads' }).getByRole('alert');
  const parts = (at: Page) => at.getByRole('link', { name: /^Download [123]\.txt$/ });
  const tooLarge = 'A file can be up to 1 MB.';
  const noRoom = /^This project has 40\d KB of 2 MB left\. Delete some files first\.$/;
  await expect(reasons(page)).toHaveText([tooLarge, noRoom]);
  await expect(parts(page)).toHaveCount(2);
  // The studio knows of it, and is told the same before anything is sent; what fits arrives.
  await expect(parts(studio)).toHaveCount(2);
  let sent = 0;
  studio.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/files?key=')) sent += 1;
  });
  await dropOn(studio.getByRole('region', { name: 'Deliver files' }), [
    { name: 'large.txt', text: 'x'.repeat(MB + 1) },
    { name: 'plan.txt', text: 'x'.repeat(0.8 * MB) },
    { name: 'note.txt', text: 'small' },
  ]);
  await expect(reasons(studio)).toHaveText([tooLarge, noRoom]);
  await expect(studio.getByRole('button', { name: 'Replace note.txt' })).toBeVisible();
  expect(sent).toBe(1);
  await expect(link).toBeVisible();

  await page.getByRole('button', { name: 'Remove large.txt' }).click();
  await page
    .getByRole('button', { name: /^Delete [123]\.txt$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await expect(parts(page)).toHaveCount(1);
  // There is room now for what waits here.
  await uploads.getByRole('button', { name: 'Try again' }).click();
  await expect(parts(page)).toHaveCount(2);
  await expect(uploads).toBeHidden();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await close();
});

test('a project shows an address as plain text unless it is a web link', async ({ page, product }) => {
  const session = await createAccount(product, newPerson());
  const { id } = await submitProject(product, session, { company: 'Linked Bakery' });
  await openAs(page, session);
  const hostile = ['javascript:document.title="ran"', 'data:text/html,ran', 'ftp://files.example/a'];
  const day = '2026-01-02T03:04:05.000Z';
  const versions = hostile.map((url, index) => {
    return { version: 1, name: `old ${index}.png`, size: 9, type: 'image/png', url, createdAt: day };
  });
  const items = versions.map((old, index) => {
    return { ...old, id: `${index}`, from: 'owner', name: `new ${index}.png`, version: 2, versions: [old] };
  });
  const limits = { maxBytes: MB, usedBytes: 0, quotaBytes: MB, usedFiles: 0, maxFiles: 9, account: null };
  await page.route(LIST, (route) => route.fulfill({ json: { items, limits } }));
  const sent = { version: 1, total: 1, source: 'link', hash: 'a', sentAt: day, url: hostile[0] };
  const accepted = { status: 'accepted', acceptedAt: day, acceptedName: 'Ada', recordUrl: hostile[1] };
  const contract = { ...sent, ...accepted, changeRequests: [] };
  await page.route(/\/api\/portal\/[^/]+\/contract$/, (route) => route.fulfill({ json: { contract } }));

  await page.goto(`/client-portal/${id}?tab=files`);
  const project = page.getByRole('article');
  await expect(project.getByText('new 2.png')).toBeVisible();
  for (const older of await page.getByText('An older version').all()) await older.click();
  await expect(project.getByText('old 2.png')).toBeVisible();
  await expect(project.getByRole('link')).toHaveCount(0);
  await expect(project.locator('img')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Contract' }).click();
  await expect(project.getByText('View/Download contract')).toBeVisible();
  await expect(project.getByText('Download the record of acceptance')).toBeVisible();
  await expect(project.getByRole('link')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
});
