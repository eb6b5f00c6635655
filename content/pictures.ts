/**
 * The site's pictures. Each is in `pictures/` as AVIF and WebP in several widths: `{name}-{width}.avif`.
 * `npm run pictures -- take {name} {file}` makes those files from a photograph or a drawing, and
 * `npm run pictures -- portal` photographs the portal's screens in the demo.
 */
export interface Picture {
  /** A description for those who can't see it. */
  alt: string;
  /** Width divided by height. */
  ratio: number;
}

/** Screens on a background, the lead picture of a case. */
const WIDE = 4 / 3;
const TALL = 4 / 5;
const BANNER = 2;
const SQUARE = 1;

export const pictures = {
  'oddspoke-cover': {
    alt: 'The shop’s first page: a long yellow cargo bicycle on dark green, under the words “Built odd, on purpose”.',
    ratio: WIDE,
  },
  'oddspoke-phones': {
    alt: 'Two phones: the question “What will you carry?” with four drawn answers, and a basket with one bicycle and a delivery week.',
    ratio: TALL,
  },
  'oddspoke-brand': {
    alt: 'The brand on one sheet: the two-wheeled mark, the wordmark, four colours, and a row of frame drawings.',
    ratio: BANNER,
  },
  'marram-cover': {
    alt: 'The landing page: a drawn loaf on a pale dune under the words “Saturday’s bread, ordered by Friday”.',
    ratio: WIDE,
  },
  'marram-phones': {
    alt: 'Two phones: the order form with three loaves and a pick-up time, and the confirmation with an order number.',
    ratio: TALL,
  },
  'marram-brand': {
    alt: 'Paper bag, price tag and stamp with the mark of dune grass, in wheat, sea and crust.',
    ratio: BANNER,
  },
  'plainmove-cover': {
    alt: 'The practice’s first page: large plain type “It hurts. Let us look at it.” beside a figure of soft arcs.',
    ratio: WIDE,
  },
  'plainmove-phones': {
    alt: 'Two phones: choosing where it hurts on a drawn figure, and three free appointments as large buttons.',
    ratio: TALL,
  },
  'plainmove-report': {
    alt: 'A page of the accessibility report: 112 issues at the start, none at the end, with a bar for each round.',
    ratio: BANNER,
  },
  'borrowhall-cover': {
    alt: 'The catalogue: a grid of drawn things, among them a drill, a tent and a ladder, each with its next free day.',
    ratio: WIDE,
  },
  'borrowhall-phones': {
    alt: 'Two phones: a question to the assistant with an answer that names its leaflet, and a reminder to bring back a tent.',
    ratio: TALL,
  },
  'borrowhall-shelf': {
    alt: 'A shelf of things in three rows, each drawn in two colours, with its number on a tag.',
    ratio: BANNER,
  },
  'process-brief': {
    alt: 'The brief’s first step: three packages with price and time, ongoing care with its monthly price, and the running estimate at the foot.',
    ratio: WIDE,
  },
  'process-contract': {
    alt: 'The portal’s contract: the price and its two halves, and the dates of kickoff and launch.',
    ratio: WIDE,
  },
  'process-design': {
    alt: 'A design in the portal: the client’s comments are pinned to points of the page, each with its answer.',
    ratio: WIDE,
  },
  'process-milestones': {
    alt: 'The portal’s milestones: the website is in review, with a link to open, its code for the phone, and files to look at.',
    ratio: WIDE,
  },
  portrait: {
    alt: 'A drawn portrait: a face in a few lines of ink, round glasses, a red scarf.',
    ratio: SQUARE,
  },
  'studio-desk': {
    alt: 'A proof sheet on a desk from above: a page with crop marks and red corrections, a pencil, a ruler and a phone that shows the same page.',
    ratio: BANNER,
  },
  'post-speed': {
    alt: 'Four bars of a loading page, one after another, the second and longest crossed out in red.',
    ratio: BANNER,
  },
  'post-forms': {
    alt: 'A form of seven fields, four of them struck through in red pencil.',
    ratio: BANNER,
  },
  'post-brief': {
    alt: 'Six numbered cards, each with a line of handwriting, and a price tag at the end.',
    ratio: BANNER,
  },
  'post-numbers': {
    alt: 'A wall of small charts in grey, five of them circled in red.',
    ratio: BANNER,
  },
} as const satisfies Record<string, Picture>;

export type PictureName = keyof typeof pictures;

/**
 * The widths of each picture's files, including a phone's. Square ones are portraits, which are small in most places; upright ones
 * are never shown across the page.
 */
export function pictureWidths(name: PictureName): readonly number[] {
  const { ratio } = pictures[name];
  if (ratio === SQUARE) return [96, 192, 480, 960];
  return ratio < 1 ? [480, 720, 960] : [480, 720, 960, 1600];
}
