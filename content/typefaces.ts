/** A typeface of the site: one of Fontsource's variable ones with Latin letters. */
export interface Typeface {
  name: string;
  /** Of `@fontsource-variable/…` for the site, and of `@fontsource/…` for contracts. */
  package: string;
  /** The range of its weights. */
  weights: readonly [least: number, most: number];
  /** The weights that contracts are set in: for text, and for what stands out. */
  inContracts: { regular: number; strong: number };
}

/** What headings and text are set in. `npm run typeface -- "Name"` changes it, and everything that follows from it. */
export const typefaces: Record<'display' | 'text', Typeface> = {
  display: {
    name: 'Bricolage Grotesque',
    package: 'bricolage-grotesque',
    weights: [200, 800],
    inContracts: { regular: 400, strong: 600 },
  },
  text: {
    name: 'Instrument Sans',
    package: 'instrument-sans',
    weights: [400, 700],
    inContracts: { regular: 400, strong: 600 },
  },
};
