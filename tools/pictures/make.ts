/*
 * Draws the pictures of the site: those of `content/pictures.ts`, the cards of shared links, the icons. The results are
 * part of the tree, so that building the site needs neither this nor a browser. `npm run pictures` draws all of them;
 * `npm run pictures -- cards` the cards alone, which is enough after changing a title or the studio's name.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PictureName, pictures, pictureWidths } from '@atelier/content/pictures.ts';
import sharp, { type Sharp } from 'sharp';
import { borrowhall } from './borrowhall.ts';
import { cards, cardTexts, drawCard } from './cards.ts';
import { faviconSvg, icons } from './icons.ts';
import { marram } from './marram.ts';
import { oddspoke } from './oddspoke.ts';
import { plainmove } from './plainmove.ts';
import { proofs } from './proof.ts';
import { render } from './render.ts';

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
  for (const quality of [56, 48, 40]) {
    const file = await formats[format]?.(sharp(png).resize({ width }), quality);
    if (file && file.length <= BUDGET) return file;
  }
  throw new Error(`${format} of ${width} px does not fit into ${BUDGET} bytes`);
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
  const missing = Object.keys(pictures).filter((name) => !compositions.some((each) => each.name === name));
  if (missing.length > 0) throw new Error(`Nobody draws ${missing.join(', ')}`);
  for await (const [{ name }, png] of render(compositions, 2)) {
    for (const width of pictureWidths(name as PictureName)) {
      for (const format of Object.keys(formats)) {
        writeFileSync(join(pictureFolder, `${name}-${width}.${format}`), await encode(png, width, format));
      }
    }
    console.log(name);
  }
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
  writeFileSync(join(import.meta.dirname, 'cards.json'), `${JSON.stringify(cardTexts(), null, 2)}\n`);
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
};
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(kinds);
for (const kind of wanted) {
  const make = kinds[kind];
  if (!make) throw new Error(`There are ${Object.keys(kinds).join(', ')}; no ${kind}.`);
  await make();
}
