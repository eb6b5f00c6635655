import { when } from './rules.ts';
import type { Site } from './site.ts';

const TOKENS = 'web/app/ui/styles/tokens.css';

/** A colour of the site, "#rrggbb" in each theme. */
interface Token {
  light: string;
  dark: string;
}

/** What WCAG 2.2 AA wants of text, and of the edge of a control and of marks. */
const TEXT_CONTRAST = 4.5;
const MARK_CONTRAST = 3;

const SURFACES = ['sunken', 'paper', 'raised'];
const TEXTS = [
  ...['ink', 'ink-soft', 'ink-faint', 'accent', 'accent-strong'],
  ...['danger', 'success', 'warning', 'info'],
];
const TONES = ['accent', 'neutral', 'info', 'success', 'warning', 'danger'];

/** Every pair of text and ground that the components use. */
const PAIRS: readonly (readonly [text: string, ground: string, contrast: number])[] = [
  ...SURFACES.flatMap((ground) => TEXTS.map((text) => [text, ground, TEXT_CONTRAST] as const)),
  ...SURFACES.map((ground) => ['edge', ground, MARK_CONTRAST] as const),
  ...TONES.map((tone) => [`on-${tone}-soft`, `${tone}-soft`, TEXT_CONTRAST] as const),
  ...TONES.slice(2).map((tone) => [tone, `${tone}-soft`, MARK_CONTRAST] as const),
  ['on-accent', 'accent', TEXT_CONTRAST],
  ['on-accent', 'accent-strong', TEXT_CONTRAST],
  ['on-danger', 'danger-fill', TEXT_CONTRAST],
  ['on-danger', 'danger-fill-strong', TEXT_CONTRAST],
  ['paper', 'ink', TEXT_CONTRAST],
  ['ink', 'neutral-soft', TEXT_CONTRAST],
  ['ink-soft', 'neutral-soft', TEXT_CONTRAST],
];

/** Which colours can't be read on each other, and where a colour is written down twice and differs. */
export function colorErrors({ colors: { tokensCss, browserColors, mailColors } }: Site): string[] {
  const tokens = readTokens(tokensCss);
  const paper = tokens.get('paper');
  return [
    ...PAIRS.flatMap(([text, ground, least]) => contrastErrors(tokens, text, ground, least)),
    ...when(
      browserColors.join() !== [paper?.light, paper?.dark].join(),
      `web/app/lib/pages/page-meta.ts: the colours are not --paper of ${TOKENS}.`,
    ),
    ...(['light', 'dark'] as const).flatMap((theme) =>
      Object.entries(mailColors[theme]).flatMap(([name, color]) => {
        const token = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        const wanted = tokens.get(token)?.[theme];
        return when(
          color !== wanted,
          `content/studio.ts: mailColors.${theme}.${name} is ${color}, and --${token} of ${TOKENS} is ${wanted}.`,
        );
      }),
    ),
  ];
}

function readTokens(css: string): ReadonlyMap<string, Token> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]));
}

function contrastErrors(
  tokens: ReadonlyMap<string, Token>,
  text: string,
  ground: string,
  least: number,
): string[] {
  const [above, below] = [tokens.get(text), tokens.get(ground)];
  if (!above || !below)
    return [`${TOKENS}: --${above ? ground : text} is missing, or is no pair of #rrggbb.`];
  return (['light', 'dark'] as const).flatMap((theme) => {
    const contrast = contrastOf(above[theme], below[theme]);
    return when(
      contrast < least,
      `${TOKENS}: --${text} on --${ground}, ${theme} theme, has a contrast of ${contrast.toFixed(2)}; at least ${least} is wanted.`,
    );
  });
}

function contrastOf(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance of "#rrggbb", by WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
