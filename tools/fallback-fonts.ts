import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');

/** A face that stands in for one of ours while it is on its way. */
interface Fallback {
  family: string;
  /** The typeface it stands in for, by the name of its file. */
  file: string;
  /** The weights it stands in for; it is fitted to the first. */
  weights: readonly number[];
  isBold: boolean;
  /** What is written in that weight: letters differ in how much wider they are. */
  sample: string;
}

const RUNNING =
  'A small site that loads at once, says what you do and brings the right people to you. What happens next is agreed in ' +
  'writing before work begins, and nothing is paid for that you have not seen. Ask what you like; I answer within a day.';
/** The words of the header, which push each other along, so they have to fit best; the gaps between them are none of text. */
const HEADER = 'HomeContactLoginSign up';

const fallbacks: readonly Fallback[] = [
  {
    family: 'Bricolage Fallback',
    file: 'bricolage-grotesque',
    weights: [600],
    isBold: true,
    sample: RUNNING,
  },
  {
    family: 'Bricolage Fallback',
    file: 'bricolage-grotesque',
    weights: [700],
    isBold: true,
    sample: RUNNING,
  },
  { family: 'Instrument Fallback', file: 'instrument-sans', weights: [400], isBold: false, sample: RUNNING },
  { family: 'Instrument Fallback', file: 'instrument-sans', weights: [500], isBold: false, sample: HEADER },
  {
    family: 'Instrument Fallback',
    file: 'instrument-sans',
    weights: [600, 700],
    isBold: true,
    sample: RUNNING,
  },
];

/** Typefaces that are there already, by the names that systems know them by. Liberation Sans has Arial's widths. */
const PRESENT = {
  regular: ['Arial', 'ArialMT', 'Liberation Sans', 'Roboto'],
  bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Roboto Bold'],
};

/** How a face compares with Arial: widths as a ratio, heights in parts of its size. */
interface Measures {
  width: number;
  ascent: number;
  descent: number;
}

/**
 * The stylesheet of the faces that are shown until ours have arrived: as wide and as high, so that nothing moves when they
 * swap. Measured in Chromium.
 * @throws where neither Arial nor Liberation Sans is installed
 */
export async function fallbackStyles(): Promise<string> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const faces: string[] = [];
    for (const fallback of fallbacks) {
      const data = readFileSync(join(root, `web/app/ui/fonts/${fallback.file}.woff2`)).toString('base64');
      faces.push(writeFace(fallback, await page.evaluate(measure, { ...fallback, data })));
    }
    return `/* Written by tools/fonts.ts, which says what these are. */\n${faces.join('\n')}`;
  } finally {
    await browser.close();
  }
}

/** Runs in the browser. */
async function measure({ data, weights, isBold, sample }: Fallback & { data: string }): Promise<Measures> {
  const ours = new FontFace('Ours', `url(data:font/woff2;base64,${data})`, { weight: '200 800' });
  const names = isBold ? ['Arial Bold', 'Liberation Sans Bold'] : ['Arial', 'Liberation Sans'];
  const present = new FontFace('Present', names.map((name) => `local("${name}")`).join(), {
    weight: '200 800',
  });
  for (const face of [ours, present]) document.fonts.add(await face.load());
  const brush = document.createElement('canvas').getContext('2d');
  if (!brush) throw new Error('There is nothing to measure with.');
  const write = (family: string) => {
    brush.font = `${weights[0]} 1000px ${family}`;
    return brush.measureText(sample);
  };
  const drawn = write('Ours');
  const width = drawn.width / write('Present').width;
  document.fonts.clear();
  return {
    width,
    ascent: drawn.fontBoundingBoxAscent / 1000,
    descent: drawn.fontBoundingBoxDescent / 1000,
  };
}

function writeFace({ family, weights, isBold }: Fallback, { width, ascent, descent }: Measures): string {
  const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`;
  const names = isBold ? PRESENT.bold : PRESENT.regular;
  // Heights are parts of the size after it was adjusted.
  return `@font-face {
  font-family: "${family}";
  font-weight: ${weights.join(' ')};
  size-adjust: ${percent(width)};
  ascent-override: ${percent(ascent / width)};
  descent-override: ${percent(descent / width)};
  line-gap-override: 0%;
  src: ${names.map((name) => `local("${name}")`).join(', ')};
}
`;
}
