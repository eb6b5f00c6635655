import { readFileSync } from 'node:fs';

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
