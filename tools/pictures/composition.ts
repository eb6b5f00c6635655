import { readFileSync } from 'node:fs';
import { typefaces } from '@atelier/content/typefaces.ts';

const tokens = readFileSync(new URL('../../web/app/ui/styles/tokens.css', import.meta.url), 'utf8');

/** A colour of the site in daylight, by its name in `web/app/ui/styles/tokens.css`. @throws when there is none of that name */
function daylight(name: string): string {
  const color = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}),`).exec(tokens)?.[1];
  if (!color) throw new Error(`tokens.css has no colour --${name}: light-dark(#rrggbb, …)`);
  return color;
}

/** What pictures, cards and icons are drawn with, so that they follow when the site changes its colours. */
export const colors = {
  paper: daylight('paper'),
  raised: daylight('raised'),
  neutralSoft: daylight('neutral-soft'),
  ink: daylight('ink'),
  edge: daylight('edge'),
  rule: daylight('rule'),
  accent: daylight('accent'),
  accentStrong: daylight('accent-strong'),
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

/** The sizes of the pictures on the site: the lead of a case, two phones beside a text, and across a text. */
export const WIDE = { width: 1600, height: 1200 };
export const TALL = { width: 1600, height: 2000 };
export const BANNER = { width: 1600, height: 800 };
export const SQUARE = { width: 960, height: 960 };

/** A browser's window with a page in it, cut off by the lower edge of the picture. */
export function browserWindow(address: string, page: string): string {
  return `
    <div class="window">
      <div class="bar"><i></i><i></i><i></i><span>${address}</span></div>
      <div class="page">${page}</div>
    </div>`;
}

/** A phone that shows a page, with a class for its place. */
export function phone(place: string, page: string): string {
  return `<div class="phone ${place}"><div class="glass"><div class="island"></div>${page}</div></div>`;
}

/** Looks that all compositions share. */
export const baseCss = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body { position: relative; overflow: hidden; font: 400 24px/1.45 "${typefaces.text.name}"; }
  svg { display: block; }
  .display { font-family: "${typefaces.display.name}"; font-weight: 700; letter-spacing: -0.03em; line-height: 1; }
  .serif { font-family: "Fraunces"; }
  .window { position: absolute; left: 120px; top: 110px; width: 1360px; height: 1160px; border-radius: 22px;
    overflow: hidden; box-shadow: 0 40px 80px rgb(0 0 0 / 28%); }
  .bar { height: 56px; display: flex; align-items: center; gap: 12px; padding: 0 24px; background: #ece7dd; }
  .bar i { width: 15px; height: 15px; border-radius: 50%; background: #c9c1b3; }
  .bar span { margin: 0 auto; padding: 5px 90px; border-radius: 99px; background: #faf7f1; color: #6b6257; font-size: 18px;
    transform: translateX(-32px); }
  .page { height: 1104px; position: relative; overflow: hidden; }
  .phone { position: absolute; width: 720px; height: 1440px; border-radius: 104px; padding: 20px; background: #15120f;
    box-shadow: 0 50px 90px rgb(0 0 0 / 30%); }
  .glass { height: 100%; border-radius: 86px; overflow: hidden; position: relative; font-size: 34px; }
  .island { position: absolute; z-index: 2; left: 50%; top: 22px; width: 190px; height: 50px; margin-left: -95px; border-radius: 99px;
    background: #15120f; }
  .left { left: 72px; top: 430px; transform: rotate(-4deg); }
  .right { left: 806px; top: 120px; transform: rotate(3deg); }
`;

/** The studio's mark on a field of 24 by 24, as `web/app/shell/header.tsx` has it. */
export const markShape = (color: string) =>
  `<circle cx="12" cy="12" r="5.5" fill="${color}"/><path d="M2 9V2h7M15 22h7v-7" fill="none" stroke="${color}" stroke-width="3"/>`;

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
