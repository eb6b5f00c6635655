import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { dropFilesOn, FILES, fileOf, MB, openFiles } from '../../harness/files.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  PHONE,
} from '../../harness/page.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs } from '../../harness/users.ts';

const FONT = 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff';
const LONG = `${'a-name-without-any-end-'.repeat(13)}.txt`;
const SCRIPT = '<script>document.title = "ran"; alert(1)</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/>${SCRIPT}</svg>`;

const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#b93415' } })
    .png()
    .toBuffer();

/** Two pages: text in an embedded font, and a red sheet. */
async function twoPages(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  document.font(FONT).fontSize(40).text('The first page');
  document.addPage().rect(0, 0, 596, 842).fill('#b93415');
  document.end();
  return buffer(document);
}

/**
 * The colour in the middle of a rendered page, as [red, green, blue]. It is read from a copy: Chromium warns on the console about
 * a canvas that is read several times, as it is while the page is still drawn.
 */
const middleOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(element, element.width / 2, element.height / 2, 1, 1, 0, 0, 1, 1);
    return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  });

/** Drags files and folders from the disk over the page and drops them at a point. */
async function dropFromDisk(page: Page, x: number, y: number, files: string[]) {
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files, dragOperationsMask: 1 };
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

test('the studio delivers, replaces and deletes files, and the client downloads each unchanged', {
  tag: '@chromium',
}, async ({ page, product, expectConsole }) => {
  const { studio, close } = await openFiles(page, product);
  await expect(page.getByText('No deliverables yet.')).toBeVisible();
  await expect(studio.getByText('No deliverables yet.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const png = await picture();
  await studio
    .getByLabel('Deliver files')
    .locator('input')
    .setInputFiles([
      fileOf('home.png', png),
      fileOf('logo.svg', SVG),
      fileOf('page.html', SCRIPT),
      fileOf(LONG, 'text'),
    ]);
  await expect(studio.getByRole('button', { name: /^Replace / })).toHaveCount(4);
  await expect(studio.getByRole('list', { name: 'Uploads' })).toBeHidden();
  const delivered = studio.getByRole('listitem').filter({ hasText: 'home.png' });
  await expect(delivered).toContainText(`${Math.round(png.length / 1024)} KB · PNG picture`);
  // Dropped with names that imitate a path, another file type or markup.
  const markup = "<img src=x onerror=document.title='ran'>.txt";
  await dropFilesOn(studio.getByRole('region', { name: 'Deliver files' }), [
    { name: '..\\..\\etc\\hosts.txt', text: 'one' },
    { name: 'sheet\u202Egnp.txt', text: 'two' },
    { name: markup, text: 'three' },
    { name: 'The "last" menu.txt', text: 'four' },
  ]);
  await expect(studio.getByRole('button', { name: /^Replace / })).toHaveCount(8);
  // Dropped outside the drop zone, on the page's footer; a browser can't send a folder.
  const folder = import.meta.dirname;
  await dropFromDisk(studio, 700, 880, [folder, path.resolve(folder, '../../../content/faq.ts')]);
  await expect(studio.getByRole('button', { name: 'Replace faq.ts' })).toBeVisible();
  await expect(studio.getByText('“portal” is a folder. Send the files inside it')).toBeVisible();

  await blockEvents(page);
  await failRequests(page, FILES, 500, '');
  expectConsole(/status of 500/);
  await page.reload();
  await expect(page.getByText('Failed to load files.', { exact: true })).toBeVisible();
  await page.unroute(FILES);
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const name of ['hosts.txt', 'sheetgnp.txt', markup, 'The "last" menu.txt']) {
    const link = page.getByRole('link', { name: `Download ${name}`, exact: true });
    const saving = page.waitForEvent('download');
    await link.click();
    // The browser replaces characters that file systems reject.
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

  await row.getByRole('button', { name: 'View home.png', exact: true }).click();
  const large = page.getByRole('dialog').getByRole('img', { name: 'home.png' });
  await expect(large).toHaveJSProperty('naturalWidth', 300);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  for (const name of ['logo.svg', 'page.html']) {
    const link = page.getByRole('link', { name: `Download ${name}` });
    const saving = page.waitForEvent('download');
    // As if the link were copied into a new tab: the file is saved, not opened.
    await page.evaluate((url) => window.open(url), (await link.getAttribute('href')) ?? '');
    expect((await saving).suggestedFilename()).toBe(name);
    await expect(page).not.toHaveTitle('ran');
  }

  await delivered.getByLabel('New version of home.png').setInputFiles(fileOf('home 2.txt', 'two'));
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

test('a PDF opens in the page, and a damaged one shows an error', async ({ page, product }) => {
  const { studio, close } = await openFiles(page, product);
  await studio
    .getByLabel('Deliver files')
    .locator('input')
    .setInputFiles([fileOf('plan.pdf', await twoPages()), fileOf('torn.pdf', '%PDF-1.7\nand nothing else')]);
  await page.getByRole('button', { name: 'View plan.pdf', exact: true }).click();
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
  await page.getByRole('button', { name: 'View torn.pdf', exact: true }).click();
  await expect(page.getByText('This PDF is damaged and can’t be shown.')).toBeVisible();
  await close();
});

test('a project shows an address as plain text unless it is a web link', async ({ page, product }) => {
  const session = await createAccount(product, newTestUser());
  const { id } = await submitProject(product, session, { company: 'Linked Bakery' });
  await openAs(page, session);
  const hostile = ['javascript:document.title="ran"', 'data:text/html,ran', 'ftp://files.example/a'];
  const day = '2026-01-02T03:04:05.000Z';
  const versions = hostile.map((url, index) => {
    return {
      version: 1,
      name: `old ${index}.png`,
      size: 9,
      type: 'image/png',
      url,
      createdAt: day,
      review: null,
    };
  });
  const items = versions.map((old, index) => {
    return {
      ...old,
      _id: `${index}`,
      id: `${index}`,
      from: 'owner',
      name: `new ${index}.png`,
      version: 2,
      versions: [old],
    };
  });
  const limits = { maxBytes: MB, usedBytes: 0, quotaBytes: MB, usedFiles: 0, maxFiles: 9, account: null };
  await page.route(FILES, (route) => route.fulfill({ json: { items, limits } }));
  const sent = { version: 1, total: 1, source: 'link', hash: 'a', sentAt: day, url: hostile[0] };
  const terms = { totalWithChanges: 1, terms: null, changes: [] };
  const accepted = { status: 'accepted', acceptedAt: day, acceptedName: 'Ada', recordUrl: hostile[1] };
  const contract = { ...sent, ...accepted, ...terms, changeRequests: [] };
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
