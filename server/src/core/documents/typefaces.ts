import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { typefaces } from '@atelier/content/typefaces.ts';
import * as fontkit from 'fontkit';
import { unpackFont } from './unpacked-font.ts';

/** The styles of a document's text. */
export type Hand = 'text' | 'strong' | 'display';

/** One font file with its characters. */
interface Face {
  name: string;
  file: Buffer;
  /** From the baseline to the top, as a fraction of the size. */
  ascent: number;
  has(codePoint: number): boolean;
}

/** A piece of text in one font. */
export interface Run {
  face: Face;
  text: string;
}

const packages = createRequire(import.meta.url);

/** The site's own fonts first, then one with more scripts, in lookup order. */
const OTHER_SCRIPTS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'devanagari',
];
const SEARCHED: Record<Hand, readonly string[]> = {
  text: order('text', 'regular'),
  strong: order('text', 'strong'),
  display: order('display', 'strong'),
};

function order(role: 'display' | 'text', weight: 'regular' | 'strong'): string[] {
  const own = typefaces[role];
  const parts = ['latin', 'latin-ext'].map((part) => `${own.package}-${part}-${own.inContracts[weight]}`);
  const others = OTHER_SCRIPTS.map((script) => `noto-sans-${script}-${weight === 'regular' ? 400 : 600}`);
  // Not every typeface has the second part.
  return [...parts.filter((name) => existsSync(fileOf(name))), ...others];
}

function fileOf(name: string): string {
  const family = /^(.+?)-(?:latin|vietnamese|cyrillic|greek|devanagari)/.exec(name)?.[1] ?? name;
  const folder = dirname(packages.resolve(`@fontsource/${family}/package.json`));
  return `${folder}/files/${name}-normal.woff`;
}

/** Replaces a character that no font has. */
const MISSING = '[?]';
/** Emoji and their joiners and modifiers: they decorate a brief and are omitted from a document. */
const PICTURE =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|\p{Cf}/u;
/** Characters that count as emoji but belong to text. */
const SIGN = /[©®™0-9#*]/u;

const loaded = new Map<string, Face>();

/** A font by its file name; read once. */
function loadFace(name: string): Face {
  const known = loaded.get(name);
  if (known) return known;
  const file = unpackFont(readFileSync(fileOf(name)));
  const font = fontkit.create(file);
  const ascent = font.ascent / font.unitsPerEm;
  const face = { name, file, ascent, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
  loaded.set(name, face);
  return face;
}

function findFace(hand: Hand, letter: string): Face | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  for (const name of SEARCHED[hand]) {
    const face = loadFace(name);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}

function isPicture(letter: string): boolean {
  return PICTURE.test(letter) && !SIGN.test(letter);
}

/** Splits a text into as few runs as possible; characters without a glyph become [?], emoji are omitted. */
export function setInFaces(hand: Hand, text: string): Run[] {
  const runs: Run[] = [];
  const add = (face: Face, letter: string) => {
    const last = runs.at(-1);
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  };
  const first = loadFace(SEARCHED[hand][0] ?? '');
  for (const letter of text.replaceAll('\t', ' ')) {
    if (isPicture(letter)) continue;
    const current = runs.at(-1)?.face;
    if (/\s/u.test(letter)) add(current ?? first, letter === '\n' ? '\n' : ' ');
    else {
      const face = findFace(hand, letter);
      if (face) add(face, letter);
      else for (const sign of MISSING) add(first, sign);
    }
  }
  return runs.length > 0 ? runs : [{ face: first, text: '' }];
}

/** A text's characters without a glyph, each once, at most 50. */
export function missingLetters(text: string): string {
  const missing = new Set<string>();
  for (const letter of text) {
    if (/\s/u.test(letter) || isPicture(letter) || findFace('text', letter)) continue;
    missing.add(letter);
    if (missing.size === 50) break;
  }
  return [...missing].join('');
}
