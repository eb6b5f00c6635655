import { type Composition, markShape } from './composition.ts';

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
  icon('icon-192', 192, '#f7f2e8', '#b93415', 12),
  icon('icon-512', 512, '#f7f2e8', '#b93415', 32),
  icon('icon-maskable', 512, '#b93415', '#fff9f1', 96),
  icon('apple-touch-icon', 180, '#f7f2e8', '#b93415', 16),
  icon('favicon', 48, '#f7f2e8', '#b93415', 0),
];
