import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { typefaces } from '@atelier/content/typefaces.ts';
import { readFont } from './font-file.ts';
import { plainForm, replacementOf } from './plain-letters.ts';
import { type ComposedDocument, type Hand, Sheet } from './sheet.ts';
import { unpackFont } from './unpacked-font.ts';

/** One font file with its characters. */
interface Face {
  name: string;
  file: Buffer;
  /** From the baseline to the top, as a fraction of the size. */
  ascent: number;
  letters: ReadonlySet<number>;
}

/** A piece of text in one font. */
export interface Run {
  face: Face;
  text: string;
}

const packages = createRequire(import.meta.url);

/** The site's own fonts first, then one with more scripts, then one with signs and more alphabets, in lookup order. */
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
  const signs = `dejavu-sans-latin-${weight === 'regular' ? 400 : 700}`;
  // Not every typeface has the second part.
  return [...parts.filter((name) => existsSync(fileOf(name))), ...others, signs];
}

function fileOf(name: string): string {
  const family = /^(.+?)-(?:latin|vietnamese|cyrillic|greek|devanagari)/.exec(name)?.[1] ?? name;
  const folder = dirname(packages.resolve(`@fontsource/${family}/package.json`));
  return `${folder}/files/${name}-normal.woff`;
}

/** Replaces a character that no font has: drafts and records have it, nothing else is issued with one. */
const codeOf = (letter: string) =>
  `[U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;
/** Emoji and their joiners and modifiers: they decorate a brief and are omitted from a document. */
const PICTURE =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|\p{Cf}/u;
/** Characters that count as emoji but belong to text. */
const SIGN = /[©®™‼⁉ℹ0-9#*↔↕↖-↙↩↪☎☐-☒★☆♀♂♠♣♥♦✉✔✖❤▪▫▶◀◻◼]/u;
/** Lines run from left to right here: these would be printed backwards, and their letters don't join. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Samaritan}]/u;
/** A line can be broken after this many letters without a space: looking for the place in a longer word takes the library seconds. */
const WORD_MAX = 40;

const loaded = new Map<string, Face>();

/** A font by its file name; read once. */
function loadFace(name: string): Face {
  const known = loaded.get(name);
  if (known) return known;
  const file = unpackFont(readFileSync(fileOf(name)));
  const face = { name, file, ...readFont(file) };
  loaded.set(name, face);
  return face;
}

function findFace(hand: Hand, letter: string): Face | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  for (const name of SEARCHED[hand]) {
    const face = loadFace(name);
    if (face.letters.has(codePoint)) return RIGHT_TO_LEFT.test(letter) ? undefined : face;
  }
  return undefined;
}

function isPicture(letter: string): boolean {
  return PICTURE.test(letter) && !SIGN.test(letter);
}

/** A text's letters as they are printed, each with its font; undefined for space, and for one that no font has. */
function* printed(hand: Hand, text: string): Generator<{ letter: string; face: Face | undefined }> {
  const has = (letter: string) => findFace(hand, letter) !== undefined;
  for (const letter of text.normalize('NFC')) {
    const replacement = replacementOf(letter);
    if (replacement === undefined && isPicture(letter)) continue;
    if (/\s/u.test(letter)) {
      yield { letter: letter === '\n' ? '\n' : ' ', face: undefined };
      continue;
    }
    const plain = replacement ?? (has(letter) ? letter : (plainForm(letter, has) ?? letter));
    for (const part of plain) yield { letter: part, face: findFace(hand, part) };
  }
}

/**
 * Splits a text into as few runs as possible, each of which may begin a line. Letters that no font has become their plain form, or
 * their code; emoji are omitted.
 */
export function setInFaces(hand: Hand, text: string): Run[] {
  const runs: Run[] = [];
  let inWord = 0;
  const add = (face: Face, letter: string) => {
    const last = runs.at(-1);
    const isTooLong = inWord >= WORD_MAX && !/[\s\p{M}]/u.test(letter);
    inWord = /\s/u.test(letter) ? 0 : isTooLong ? 1 : inWord + 1;
    if (last?.face === face && !isTooLong) last.text += letter;
    else runs.push({ face, text: letter });
  };
  const first = loadFace(SEARCHED[hand][0] ?? '');
  for (const { letter, face } of printed(hand, text)) {
    if (face) add(face, letter);
    else if (/\s/u.test(letter)) add(runs.at(-1)?.face ?? first, letter);
    else for (const sign of codeOf(letter)) add(first, sign);
  }
  return runs.length > 0 ? runs : [{ face: first, text: '' }];
}

/** A text's characters that documents can't show, each once, at most 50. */
export function missingLetters(text: string): string {
  const missing = new Set<string>();
  for (const { letter, face } of printed('text', text)) {
    if (face === undefined && !/\s/u.test(letter)) missing.add(letter);
    if (missing.size === 50) break;
  }
  return [...missing].join('');
}

/** The characters of a document that it can't show, each once, at most 50. */
export function missingIn({ facts, compose }: ComposedDocument): string {
  const reader = new TextReader(facts);
  compose(reader);
  return missingLetters([...reader.texts, facts.foot].join(' '));
}

/** Reads what a document says, and sets nothing. */
class TextReader extends Sheet {
  readonly y = 0;
  readonly texts: string[] = [];
  moveTo(): void {}
  space(): void {}
  keepTogether(): void {}
  rule(): void {}
  blank(): void {}
  text(text: string): void {
    this.texts.push(text);
  }
}
