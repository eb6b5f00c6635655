import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkitten';
import subsetFont from 'subset-font';

const root = join(import.meta.dirname, '../../..');

/** A typeface of the site, and the weights that a fallback face stands in for. */
interface Typeface {
  role: 'display' | 'text';
  faces: readonly { weights: readonly number[]; sample: string }[];
}

const RUNNING =
  'A small site that loads at once, says what you do and brings the right people to you. What happens next is agreed in ' +
  'writing before work begins, and nothing is paid for that you have not seen. Ask what you like; I answer within a day.';
/** Titles have more capitals and short words. */
const TITLES =
  'Sold out by Friday noon. Forms that people finish. What makes a page fast. Numbers worth watching. How I work. ' +
  'Services and prices. Drills for the whole street. A brief that gets a fair price. Questions. Ask me something.';
/** The words of the header push each other along, so they have to fit best. */
const HEADER = 'HomeWorkServicesProcessAboutContactLoginSign up';

const typefaces: readonly Typeface[] = [
  {
    role: 'display',
    faces: [
      { weights: [600], sample: TITLES },
      { weights: [700], sample: TITLES },
    ],
  },
  {
    role: 'text',
    faces: [
      { weights: [400], sample: RUNNING },
      { weights: [500], sample: HEADER },
      { weights: [600, 700], sample: RUNNING },
    ],
  },
];

/**
 * Typefaces that systems have, by the PostScript names under which `local()` finds them. The metrics
 * come from packages with the same designs; Arimo and Liberation Sans have Arial's.
 */
export const systemTypefaces = [
  {
    name: 'Arial',
    metrics: 'arimo',
    regular: ['ArialMT', 'LiberationSans', 'Arimo-Regular'],
    bold: ['Arial-BoldMT', 'LiberationSans-Bold', 'Arimo-Bold'],
  },
  // New Android has one variable file, which takes the weight of the face.
  { name: 'Roboto', metrics: 'roboto', regular: ['Roboto-Regular'], bold: ['Roboto-Bold', 'Roboto-Regular'] },
  { name: 'DejaVu', metrics: 'dejavu-sans', regular: ['DejaVuSans'], bold: ['DejaVuSans-Bold'] },
  { name: 'Noto', metrics: 'noto-sans', regular: ['NotoSans-Regular'], bold: ['NotoSans-Bold'] },
] as const;

/** From this weight on, browsers take the bold file of a family that has two. */
const BOLD = 600;

/**
 * The stylesheet of the faces that are shown until the site's typefaces arrive: as wide and as high,
 * so that nothing moves when they swap. The first of a list whose typeface is installed counts.
 */
export async function fallbackStyles(): Promise<string> {
  const faces: string[] = [];
  for (const { role, faces: wanted } of typefaces) {
    const cut = readFileSync(join(import.meta.dirname, `${role}.woff2`));
    for (const { weights, sample } of wanted) {
      const weight = weights[0] ?? 400;
      const own = read(
        await subsetFont(cut, sample, { targetFormat: 'sfnt', variationAxes: { wght: weight } }),
      );
      for (const system of systemTypefaces) {
        const ratio = widthOf(own, sample) / widthOf(readSystem(system.metrics, weight), sample);
        const sources = weight < BOLD ? system.regular : system.bold;
        faces.push(writeFace(fallbackName(role, system.name), weights, own, ratio, sources));
      }
    }
  }
  const lists = typefaces.map(
    ({ role }) =>
      `  --${role}-fallbacks: ${systemTypefaces.map(({ name }) => `"${fallbackName(role, name)}"`).join(', ')};`,
  );
  return `/* Written by fit.ts, which says what these are. */\n:root {\n${lists.join('\n')}\n}\n\n${faces.join('')}`;
}

/** "Text Arial": Arial, fitted to the typeface of the text. */
const fallbackName = (role: Typeface['role'], system: string) =>
  `${role === 'text' ? 'Text' : 'Display'} ${system}`;

function readSystem(name: string, weight: number): Font {
  const file = `${name}-latin-${weight < BOLD ? 400 : 700}-normal.woff2`;
  return read(readFileSync(join(root, `node_modules/@fontsource/${name}/files/${file}`)));
}

function read(file: Buffer): Font {
  const font = create(file);
  if (font.isCollection) throw new Error('A collection of fonts has no single width.');
  return font;
}

/** In parts of the size. */
const widthOf = (font: Font, text: string) =>
  font.glyphsForString(text).reduce((sum, glyph) => sum + glyph.advanceWidth, 0) / font.unitsPerEm;

function writeFace(
  family: string,
  weights: readonly number[],
  { ascent, descent, unitsPerEm }: Font,
  ratio: number,
  sources: readonly string[],
): string {
  const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`;
  // Heights are parts of the size after it was adjusted.
  const rules = {
    'font-family': `"${family}"`,
    'font-weight': weights.join(' '),
    'size-adjust': percent(ratio),
    'ascent-override': percent(ascent / unitsPerEm / ratio),
    'descent-override': percent(-descent / unitsPerEm / ratio),
    'line-gap-override': '0%',
    src: sources.map((name) => `local("${name}")`).join(', '),
  };
  return `@font-face { ${Object.entries(rules)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')} }\n`;
}
