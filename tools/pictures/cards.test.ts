import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { cards, cardTexts } from './cards.ts';
import { faviconSvg, icons, markShape } from './composition.ts';

const publicFolder = join(import.meta.dirname, '../../web/public');

it('has cards of shared links that say what the pages say, in their colours (else: npm run pictures -- cards)', () => {
  const drawn: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'cards.json'), 'utf8'));
  expect(drawn).toEqual(cardTexts());
});

/** The lines and rounds of a drawing, without their colours: each attribute that says where something is. */
const shapesOf = (svg: string) =>
  [...svg.matchAll(/\s(?:d|[cr][xy]?|[xy][12]?|points|width|height)="[^"]*"/g)].map(([at]) => at.trim());

test.each(cards)('has the card $name', ({ name }) => {
  expect(existsSync(join(publicFolder, 'cards', `${name}.png`))).toBe(true);
});

it('has no cards of pages that there are no longer (else: npm run pictures -- cards)', () => {
  const names = readdirSync(join(publicFolder, 'cards')).map((file) => file.replace(/\.png$/, ''));
  expect(names.sort()).toEqual(cards.map(({ name }) => name).sort());
});

test.each(icons)('has the icon $name', ({ name }) => {
  const file = name === 'favicon' ? 'favicon.ico' : `${name}.png`;
  expect(existsSync(join(publicFolder, file))).toBe(true);
});

it('has the mark of the header in its icons (web/app/shell/header.tsx, tools/pictures/composition.ts)', () => {
  const brand = readFileSync(join(publicFolder, '../app/shell/header.tsx'), 'utf8');
  const header = /<svg[^>]*>(.*?)<\/svg>/s.exec(brand)?.[1] ?? '';
  expect(shapesOf(markShape('currentColor'))).toEqual(shapesOf(header));
});

it('has an icon in the colours of the pages (else: npm run pictures -- icons)', () => {
  expect(readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')).toBe(faviconSvg());
});
