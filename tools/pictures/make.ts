import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PictureName, pictures, pictureWidths } from '@atelier/content/pictures.ts';
import { typefaces } from '@atelier/content/typefaces.ts';
import { chromium } from '@playwright/test';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { ensureChromium } from '../chromium.ts';
import { borrowhall } from './borrowhall.ts';
import { cards, cardTexts, drawCard } from './cards.ts';
import { baseCss, type Composition, faviconSvg, icons } from './composition.ts';
import { marram } from './marram.ts';
import { oddspoke } from './oddspoke.ts';
import { plainmove } from './plainmove.ts';
import { photographPortal } from './portal.ts';
import { proofs } from './proof.ts';

/** The site's typefaces, and those of the sample work, whatever the site is set in. Of two with one name the last counts. */
const fonts: readonly (readonly [family: string, file: string, range: string])[] = [
  ...Object.values(typefaces).map(
    (typeface) =>
      [
        typeface.name,
        `@fontsource-variable/${typeface.package}/files/${typeface.package}-latin-wght-normal.woff2`,
        `font-weight: ${typeface.weights.join(' ')}`,
      ] as const,
  ),
  [
    'Bricolage Grotesque',
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    'font-weight: 200 800; font-stretch: 75% 100%',
  ],
  [
    'Fraunces',
    '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
    'font-weight: 100 900',
  ],
];

const fontFaces = fonts
  .map(([family, file, range]) => {
    const data = readFileSync(new URL(import.meta.resolve(file))).toString('base64');
    return `@font-face { font-family: "${family}"; ${range}; src: url(data:font/woff2;base64,${data}) format("woff2"); }`;
  })
  .join('\n');

/** Draws compositions in Chromium, one after the other: PNGs of `scale` times their size. */
export async function* render(
  compositions: readonly Composition[],
  scale: number,
): AsyncGenerator<[Composition, Buffer]> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ deviceScaleFactor: scale });
    for (const composition of compositions) {
      const { width, height, html, css } = composition;
      await page.setViewportSize({ width, height });
      await page.setContent(
        `<!doctype html><style>${fontFaces}${baseCss}body{width:${width}px;height:${height}px}${css}</style><body>${html}</body>`,
      );
      await page.evaluate('document.fonts.ready');
      yield [composition, await page.screenshot({ type: 'png' })];
    }
  } finally {
    await browser.close();
  }
}

/*
 * Draws the pictures of the site: those of `content/pictures.ts`, the cards of shared links, the icons. The results are
 * part of the tree, so that building the site needs neither this nor a browser. `npm run pictures` draws all of them;
 * `npm run pictures -- portal` photographs the portal alone, after its screens have changed; `npm run pictures -- cards` draws the cards alone, which is enough after changing a title or the studio's name;
 * `npm run pictures -- take {name} {file}` makes the files of a picture of the owner's own.
 */

const root = join(import.meta.dirname, '../..');
const pictureFolder = join(root, 'content/pictures');
const publicFolder = join(root, 'web/public');
const cardFolder = join(publicFolder, 'cards');

/** What one file may weigh at most. */
const BUDGET = 60_000;

type Encode = (image: Sharp, quality: number) => Promise<Buffer>;
const formats: Record<string, Encode> = {
  avif: (image, quality) => image.avif({ quality, effort: 4 }).toBuffer(),
  webp: (image, quality) => image.webp({ quality, effort: 6, smartSubsample: true }).toBuffer(),
};

/** The best quality whose file is within the budget. Drawings stay clean far below what a photograph needs. */
async function encode(png: Buffer, width: number, format: string): Promise<Buffer> {
  // A photograph has more in it than a drawing.
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

/** Draws the pictures of `content/pictures.ts`, in every width and format. */
async function makePictures(): Promise<void> {
  mkdirSync(pictureFolder, { recursive: true });
  const compositions = [...oddspoke, ...marram, ...plainmove, ...borrowhall, ...proofs];
  // Pictures no longer shown aren't drawn; pictures without a drawing are the owner's own.
  const shown = compositions.filter(({ name }) => Object.hasOwn(pictures, name));
  for await (const [{ name }, png] of render(shown, 2)) await writeSizes(name as PictureName, png);
}

/** Writes a picture in every width and format that pages ask for: all of them or, where one is too heavy, none. */
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
 * Makes the files of a photograph or a drawing of the owner's own, cut to the ratio that `content/pictures.ts` says.
 * @throws when it names no picture, or the file is none
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
  for await (const [{ name }, png] of render(compositions, 1)) {
    writeFileSync(join(cardFolder, `${name}.png`), await flatPng(png));
  }
  removeOldCards();
  writeFileSync(join(import.meta.dirname, 'cards.json'), `${JSON.stringify(cardTexts(), null, 2)}\n`);
}

/** Takes away the cards of pages that there are no longer. */
function removeOldCards(): void {
  const wanted = new Set(cards.map(({ name }) => `${name}.png`));
  for (const file of readdirSync(cardFolder)) if (!wanted.has(file)) rmSync(join(cardFolder, file));
}

async function makeIcons(): Promise<void> {
  writeFileSync(join(publicFolder, 'favicon.svg'), faviconSvg());
  for await (const [{ name, width }, png] of render(icons, 1)) {
    const file = await flatPng(png);
    if (name === 'favicon') writeFileSync(join(publicFolder, 'favicon.ico'), icoOf(file, width));
    else writeFileSync(join(publicFolder, `${name}.png`), file);
  }
}

const kinds: Record<string, () => Promise<void>> = {
  pictures: makePictures,
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
