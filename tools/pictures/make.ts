import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PictureName, pictures, pictureWidths } from '@atelier/content/pictures.ts';
import { typefaces } from '@atelier/content/typefaces.ts';
import { chromium } from '@playwright/test';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { ensureChromium } from '../chromium.ts';
import { cards, cardTexts, drawCard } from './cards.ts';
import { baseCss, type Composition, faviconSvg, icons } from './composition.ts';
import { photographPortal } from './portal.ts';

/*
 * Makes the cards of shared links, the icons, and the photographs of the portal. They are part of the tree,
 * so that a build needs no browser. `npm run pictures -- cards icons` follows a new title, name, cover or
 * colour, `npm run pictures -- portal` a new screen, and `npm run pictures` makes all three.
 * `npm run pictures -- take {name} {file}` makes the files of a picture of `content/pictures.ts`.
 */

const root = join(import.meta.dirname, '../..');
const pictureFolder = join(root, 'content/pictures');
const publicFolder = join(root, 'web/public');
const cardFolder = join(publicFolder, 'cards');

const fontFaces = Object.values(typefaces)
  .map(({ name, package: id, weights }) => {
    const file = `@fontsource-variable/${id}/files/${id}-latin-wght-normal.woff2`;
    const data = readFileSync(new URL(import.meta.resolve(file))).toString('base64');
    return (
      `@font-face { font-family: "${name}"; font-weight: ${weights.join(' ')}; ` +
      `src: url(data:font/woff2;base64,${data}) format("woff2"); }`
    );
  })
  .join('\n');

/** Draws compositions in Chromium, one after the other, as PNGs. */
async function* render(compositions: readonly Composition[]): AsyncGenerator<[Composition, Buffer]> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    for (const composition of compositions) {
      const { width, height, html, css } = composition;
      await page.setViewportSize({ width, height });
      await page.setContent(
        `<!doctype html><style>${fontFaces}${baseCss}` +
          `body{width:${width}px;height:${height}px}${css}</style><body>${html}</body>`,
      );
      await page.evaluate('document.fonts.ready');
      yield [composition, await page.screenshot({ type: 'png' })];
    }
  } finally {
    await browser.close();
  }
}

/** What one file may weigh at most. */
const BUDGET = 60_000;

type Encode = (image: Sharp, quality: number) => Promise<Buffer>;
const formats: Record<string, Encode> = {
  avif: (image, quality) => image.avif({ quality, effort: 4 }).toBuffer(),
  webp: (image, quality) => image.webp({ quality, effort: 6, smartSubsample: true }).toBuffer(),
};

/** The best quality whose file is within the budget. */
async function encode(png: Buffer, width: number, format: string): Promise<Buffer> {
  for (const quality of [56, 48, 40, 30, 22]) {
    const file = await formats[format]?.(sharp(png).resize({ width }), quality);
    if (file && file.length <= BUDGET) return file;
  }
  throw new Error(`${format} of ${width} px does not fit into ${BUDGET} bytes: take a calmer picture`);
}

/** A Windows icon that holds one PNG. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const flatPng = (png: Buffer) => sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer();

/** Writes a picture in every width and format that pages request; none of them when one is too heavy. */
async function writeSizes(name: PictureName, picture: Buffer): Promise<void> {
  const files: [file: string, data: Buffer][] = [];
  for (const width of pictureWidths(name)) {
    for (const format of Object.keys(formats)) {
      files.push([`${name}-${width}.${format}`, await encode(picture, width, format)]);
    }
  }
  for (const [file, data] of files) writeFileSync(join(pictureFolder, file), data);
  console.log(name);
}

/** Photographs the portal for the page about the process, from the demo. */
async function makePortal(): Promise<void> {
  for await (const [name, png] of photographPortal()) await writeSizes(name, png);
}

/**
 * Makes the files of the owner's photograph or drawing, cropped to the ratio in `content/pictures.ts`.
 * @throws for an unknown name, or a file that is no picture
 */
async function takePicture(name = '', file = ''): Promise<void> {
  if (!Object.hasOwn(pictures, name))
    throw new Error(`content/pictures.ts has no “${name}”: name it there first.`);
  const { ratio } = pictures[name as PictureName];
  const width = Math.max(...pictureWidths(name as PictureName));
  const height = Math.round(width / ratio);
  // Turned as the camera held it.
  await writeSizes(
    name as PictureName,
    await sharp(file).rotate().resize({ width, height }).png().toBuffer(),
  );
}

/** Draws the cards of shared links, with the pictures as they lie in `content/pictures`. */
async function makeCards(): Promise<void> {
  mkdirSync(cardFolder, { recursive: true });
  const coverOf = (name: PictureName) =>
    `data:image/webp;base64,${readFileSync(join(pictureFolder, `${name}-1600.webp`)).toString('base64')}`;
  const compositions = cards.map((card) => drawCard(card, card.cover && coverOf(card.cover)));
  for await (const [{ name }, png] of render(compositions)) {
    writeFileSync(join(cardFolder, `${name}.png`), await flatPng(png));
  }
  removeOldCards();
  writeFileSync(join(import.meta.dirname, 'cards.json'), `${JSON.stringify(cardTexts(), null, 2)}\n`);
}

/** Deletes the cards of pages that no longer exist. */
function removeOldCards(): void {
  const wanted = new Set(cards.map(({ name }) => `${name}.png`));
  for (const file of readdirSync(cardFolder)) if (!wanted.has(file)) rmSync(join(cardFolder, file));
}

async function makeIcons(): Promise<void> {
  writeFileSync(join(publicFolder, 'favicon.svg'), faviconSvg());
  for await (const [{ name, width }, png] of render(icons)) {
    const file = await flatPng(png);
    if (name === 'favicon') writeFileSync(join(publicFolder, 'favicon.ico'), icoOf(file, width));
    else writeFileSync(join(publicFolder, `${name}.png`), file);
  }
}

const kinds: Record<string, () => Promise<void>> = {
  cards: makeCards,
  icons: makeIcons,
  portal: makePortal,
};
const [first, ...rest] = process.argv.slice(2);
if (first === 'take') await takePicture(...rest);
else {
  for (const kind of first ? [first, ...rest] : Object.keys(kinds)) {
    const make = kinds[kind];
    if (!make) throw new Error(`There are take, ${Object.keys(kinds).join(', ')}; no ${kind}.`);
    await make();
  }
}
