/**
 * The things that Borrowhall lends, drawn from simple shapes in two colours on a field of 100 by 100: `a` is the body,
 * `b` what stands out.
 */
type Drawing = (a: string, b: string) => string;

const drill: Drawing = (a, b) =>
  `<path d="M16 30h50v22H46l-6 34H24l6-34H16z" fill="${a}"/><path d="M66 35h12v12H66z" fill="${b}"/><path d="M78 41h16" stroke="${b}" stroke-width="5" stroke-linecap="round"/><path d="M22 86h22v8H22z" fill="${b}"/>`;
const tent: Drawing = (a, b) =>
  `<path d="M50 16 94 84H6z" fill="${a}"/><path d="M50 34 66 84H34z" fill="${b}"/><path d="M46 10l8 12M54 10l-8 12" stroke="${a}" stroke-width="4" stroke-linecap="round"/>`;
const ladder: Drawing = (a, b) =>
  `<path d="M30 8v84M70 8v84" stroke="${a}" stroke-width="9" stroke-linecap="round"/><path d="M30 22h40M30 40h40M30 58h40M30 76h40" stroke="${b}" stroke-width="7"/>`;
const cleaner: Drawing = (a, b) =>
  `<rect x="28" y="38" width="46" height="42" rx="10" fill="${a}"/><path d="M34 38c0-24 30-30 36-10l8 0" fill="none" stroke="${b}" stroke-width="7" stroke-linecap="round"/><circle cx="38" cy="86" r="8" fill="${b}"/><circle cx="66" cy="86" r="8" fill="${b}"/><path d="M78 28v44l12 12" fill="none" stroke="${a}" stroke-width="6" stroke-linecap="round"/>`;
const waffle: Drawing = (a, b) =>
  `<circle cx="42" cy="52" r="34" fill="${a}"/><path d="M28 24v56M42 19v66M56 24v56M12 38h60M9 52h66M12 66h60" stroke="${b}" stroke-width="5"/><path d="M74 52h20" stroke="${a}" stroke-width="11" stroke-linecap="round"/>`;
const saw: Drawing = (a, b) =>
  `<path d="M30 36h64v10l-5 7-5-7-5 7-5-7-5 7-5-7-5 7-5-7-5 7-5-7-5 7-5-7-9 10z" fill="${b}"/><path d="M8 30c14-10 28-4 28 8l-4 28c-8 8-22 6-26-4z" fill="${a}"/>`;
const sewing: Drawing = (a, b) =>
  `<path d="M12 72h76v14H12zM66 26h20v46H66z" fill="${a}"/><path d="M20 24h60v20H38v10H20z" fill="${a}"/><path d="M29 54v16" stroke="${b}" stroke-width="5" stroke-linecap="round"/><circle cx="76" cy="35" r="8" fill="${b}"/><path d="M40 16h12v8H40z" fill="${b}"/>`;
const projector: Drawing = (a, b) =>
  `<rect x="10" y="44" width="62" height="36" rx="7" fill="${a}"/><circle cx="30" cy="28" r="16" fill="${b}"/><circle cx="58" cy="30" r="12" fill="${b}"/><path d="M72 54l20-10v36L72 70z" fill="${b}"/>`;
const barrow: Drawing = (a, b) =>
  `<path d="M8 32h66L62 64H26z" fill="${a}"/><circle cx="26" cy="80" r="12" fill="${b}"/><path d="M62 64l8 24M74 32h20M44 64l-14 12" stroke="${b}" stroke-width="6" stroke-linecap="round"/>`;
const drum: Drawing = (a, b) =>
  `<path d="M14 42h72v38c-18 12-54 12-72 0z" fill="${a}"/><ellipse cx="50" cy="42" rx="36" ry="12" fill="${b}"/><path d="M20 10l28 28M82 8 58 36" stroke="${b}" stroke-width="6" stroke-linecap="round"/>`;
const cooler: Drawing = (a, b) =>
  `<rect x="14" y="42" width="72" height="44" rx="6" fill="${a}"/><path d="M10 30h80v14H10z" fill="${b}"/><path d="M30 30c0-22 40-22 40 0" fill="none" stroke="${a}" stroke-width="6"/>`;
const kayak: Drawing = (a, b) =>
  `<path d="M4 62c30 24 62 24 92 0-20-8-72-8-92 0z" fill="${a}"/><ellipse cx="50" cy="62" rx="16" ry="6" fill="${b}"/><path d="M22 20 78 50" stroke="${b}" stroke-width="5" stroke-linecap="round"/><path d="M10 10l18 8-6 10-16-10zM72 46l18 8-4 10-18-8z" fill="${b}"/>`;

/** Name, drawing, and the next day on which it is free. */
export const things: readonly [string, Drawing, string][] = [
  ['Drill', drill, 'free today'],
  ['Tent for four', tent, 'from Friday'],
  ['Ladder', ladder, 'free today'],
  ['Carpet cleaner', cleaner, 'from 3 March'],
  ['Waffle iron', waffle, 'free today'],
  ['Saw', saw, 'free today'],
  ['Sewing machine', sewing, 'from Monday'],
  ['Projector', projector, 'from Sunday'],
  ['Wheelbarrow', barrow, 'free today'],
  ['Drum', drum, 'free today'],
  ['Cool box', cooler, 'from Friday'],
  ['Kayak', kayak, 'from May'],
];
