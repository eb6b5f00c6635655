import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/*
 * Every pair of text and ground that the components use keeps WCAG 2.2 AA in both themes: 4.5 for text, 3 for the edge
 * of a control and for marks.
 */
const source = readFileSync(new URL('./styles/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...source.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** Relative luminance of "#rrggbb", by WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['sunken', 'paper', 'raised'];
const texts = [
  'ink',
  'ink-soft',
  'ink-faint',
  'accent',
  'accent-strong',
  'danger',
  'success',
  'warning',
  'info',
];
const tones = ['accent', 'neutral', 'info', 'success', 'warning', 'danger'];

const pairs: [string, string, number][] = [
  ...surfaces.flatMap((ground) => texts.map((text): [string, string, number] => [text, ground, 4.5])),
  ...surfaces.map((ground): [string, string, number] => ['edge', ground, 3]),
  ...tones.map((tone): [string, string, number] => [`on-${tone}-soft`, `${tone}-soft`, 4.5]),
  ...tones.slice(2).map((tone): [string, string, number] => [tone, `${tone}-soft`, 3]),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['on-danger', 'danger-fill', 4.5],
  ['on-danger', 'danger-fill-strong', 4.5],
  ['paper', 'ink', 4.5],
  ['ink', 'neutral-soft', 4.5],
  ['ink-soft', 'neutral-soft', 4.5],
];

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  it.each(pairs)('%s on %s has at least %d', (text, ground, least) => {
    const first = tokens.get(text)?.[theme];
    const second = tokens.get(ground)?.[theme];
    if (!first || !second) throw new Error(`${text} or ${ground} is no colour of tokens.css`);
    const place = `web/app/ui/styles/tokens.css: --${text} on --${ground}, ${theme} theme, needs a contrast of ${least}`;
    expect(contrast(first, second), place).toBeGreaterThanOrEqual(least);
  });
});
