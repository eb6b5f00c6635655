import { readFileSync } from 'node:fs';
import { typefaces } from '@atelier/content/typefaces.ts';

const tokens = readFileSync(new URL('../../web/app/ui/styles/tokens.css', import.meta.url), 'utf8');

/**
 * A colour of the site in daylight, by its name in `web/app/ui/styles/tokens.css`.
 * @throws when there is none of that name
 */
function daylight(name: string): string {
  const color = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}),`).exec(tokens)?.[1];
  if (!color) throw new Error(`tokens.css has no colour --${name}: light-dark(#rrggbb, …)`);
  return color;
}

/** Cards and icons are drawn in the site's own colours, so that they follow when those change. */
export const colors = {
  paper: daylight('paper'),
  ink: daylight('ink'),
  edge: daylight('edge'),
  accent: daylight('accent'),
  onAccent: daylight('on-accent'),
};

/** A picture before it is one: a page of HTML of an exact size. */
export interface Composition {
  name: string;
  width: number;
  height: number;
  /** Goes into the body; `css` beside it. */
  html: string;
  css: string;
}

/** Styles that all compositions share. */
export const baseCss = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body { position: relative; overflow: hidden; font: 400 24px/1.45 "${typefaces.text.name}"; }
  svg { display: block; }
  .display { font-family: "${typefaces.display.name}"; font-weight: 700; letter-spacing: -0.03em; }
  .display { line-height: 1; }
`;

/** The studio's mark on a field of 24 by 24, as `web/app/shell/header.tsx` has it. */
export const markShape = (color: string) =>
  `<circle cx="12" cy="12" r="5.5" fill="${color}"/>` +
  `<path d="M2 9V2h7M15 22h7v-7" fill="none" stroke="${color}" stroke-width="3"/>`;

const { paper, accent, onAccent } = colors;

const mark = (color: string) =>
  `<svg viewBox="0 0 24 24" width="100%" height="100%">${markShape(color)}</svg>`;

const icon = (name: string, size: number, ground: string, color: string, inset: number): Composition => ({
  name,
  width: size,
  height: size,
  css: `body { background: ${ground}; } div { position: absolute; inset: ${inset}px; }`,
  html: `<div>${mark(color)}</div>`,
});

/** The studio's mark as devices and browsers show it. The maskable one may be cut to a circle. */
export const icons: readonly Composition[] = [
  icon('icon-192', 192, paper, accent, 12),
  icon('icon-512', 512, paper, accent, 32),
  icon('icon-maskable', 512, accent, onAccent, 96),
  icon('apple-touch-icon', 180, paper, accent, 16),
  icon('favicon', 48, paper, accent, 0),
];

/** `web/public/favicon.svg`, which browsers scale themselves. Every page contains it, so it is short. */
export const faviconSvg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 30 30">` +
  `<rect x="-3" y="-3" width="30" height="30" rx="6" fill="${paper}"/>${markShape(accent)}</svg>\n`;
