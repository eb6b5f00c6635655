import { colors } from './colors.ts';
import { type Composition, markShape } from './composition.ts';

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

/** The studio's mark where a device or a browser shows the site as a small square. The maskable one may be cut to a circle. */
export const icons: readonly Composition[] = [
  icon('icon-192', 192, paper, accent, 12),
  icon('icon-512', 512, paper, accent, 32),
  icon('icon-maskable', 512, accent, onAccent, 96),
  icon('apple-touch-icon', 180, paper, accent, 16),
  icon('favicon', 48, paper, accent, 0),
];

/** The icon that browsers draw themselves, in any size: `web/public/favicon.svg`. Every page has it inside, so it is short. */
export const faviconSvg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 30 30"><rect x="-3" y="-3" width="30" height="30" rx="6" fill="${paper}"/>${markShape(accent)}</svg>\n`;
