import { BANNER, browserWindow, type Composition, phone, TALL, WIDE } from './composition.ts';

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
const things: readonly [string, Drawing, string][] = [
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

const [blue, pink, cream, navy, lime] = ['#2746c7', '#ffc2d4', '#fff6e6', '#131f57', '#d7ec6a'];

const css = `
  body { background: ${pink}; color: ${navy}; }
  .page, .glass { background: ${cream}; }
  .round { font-family: "Bricolage Grotesque"; font-weight: 750; letter-spacing: -0.045em; line-height: 0.95; }
  nav { display: flex; align-items: center; gap: 40px; padding: 32px 56px; font-size: 24px; font-weight: 500; }
  nav b { margin-right: auto; font-size: 38px; color: ${blue}; }
  .search { margin: 6px 56px 34px; background: #fff; border: 5px solid ${blue}; border-radius: 99px; padding: 24px 42px; font-size: 40px; font-weight: 600; }
  .grid { display: grid; grid-template-columns: repeat(4, 1fr); gap: 22px; padding: 0 56px; }
  .card { border-radius: 28px; padding: 26px; height: 306px; display: flex; flex-direction: column; justify-content: space-between; }
  .card svg { width: 168px; margin: 0 auto; }
  .card div { display: flex; justify-content: space-between; font-size: 21px; }
  .talk { padding: 126px 44px 0; }
  .bubble { border-radius: 40px; padding: 34px 38px; margin-bottom: 26px; max-width: 580px; }
  .me { margin-left: auto; background: ${blue}; color: #fff; border-bottom-right-radius: 10px; }
  .it { background: #fff; border-bottom-left-radius: 10px; }
  .leaf { display: inline-block; border-radius: 99px; background: ${lime}; padding: 10px 26px; font-size: 28px; font-weight: 700; margin-top: 18px; }
  .tag { position: absolute; background: #fff; border-radius: 10px; padding: 4px 14px; font-size: 22px; font-weight: 700; }
`;

const grounds = [pink, lime, '#cfd9ff', '#fff'];
const drawing = (index: number, size = '') => {
  const thing = things[index % things.length];
  return `<svg viewBox="0 0 100 100" ${size}>${thing?.[1](blue, index % 3 === 1 ? '#ff6f91' : navy) ?? ''}</svg>`;
};

const card = (index: number) => {
  const [name, , free] = things[index] ?? ['', undefined, ''];
  return `<div class="card" style="background:${grounds[(index * 3 + Math.floor(index / 4)) % 4]}">${drawing(index)}<div><b>${name}</b><span>${free}</span></div></div>`;
};

const cover = browserWindow(
  'borrowhall.example',
  `<nav><b class="round">Borrowhall</b><span>Things</span><span>How it works</span><span>Volunteer</span><span style="border-radius:99px;background:${navy};color:#fff;padding:12px 28px">Members</span></nav>
  <div class="search" style="color:#6d78a8">What would you like to do?</div>
  <div class="grid">${things.map((_, index) => card(index)).join('')}</div>`,
);

const phones = `
  ${phone(
    'left',
    `<div class="talk"><div class="round" style="font-size:70px;margin-bottom:44px">Ask the hall</div>
    <div class="bubble me">How much soap goes into the carpet cleaner?</div>
    <div class="bubble it">One capful for four litres of warm water. More leaves a sticky rug.<br><span class="leaf">Leaflet 112, page 2</span></div>
    <div class="bubble me">And for wool?</div>
    <div class="bubble it">No leaflet says. I have asked a volunteer; you get an answer by tomorrow.</div>
    <div style="font-size:27px;opacity:.75;margin-top:34px">This is a machine that has read 186 leaflets. It does not remember you.</div></div>`,
  )}
  ${phone(
    'right',
    `<div style="background:${blue};color:#fff;height:100%;padding:140px 50px 0">
    <div class="round" style="font-size:112px">Back by tomorrow, six.</div>
    <div style="background:${cream};border-radius:44px;margin:50px 0 40px;padding:50px;display:grid;place-content:center">${drawing(1, 'width="390"')}</div>
    <div style="font-size:40px;font-weight:600">Tent for four, no. 318</div>
    <div style="margin-top:18px">A family of five is waiting for it. It is their first time under canvas.</div>
    <div style="margin-top:44px;border-radius:99px;background:${lime};color:${navy};text-align:center;font-weight:700;padding:32px">I bring it back</div></div>`,
  )}`;

const shelfRow = (top: number, from: number) => `
  <div style="position:absolute;left:0;right:0;top:${top + 178}px;height:16px;background:${navy}"></div>
  ${Array.from({ length: 8 }, (_, place) => {
    const left = 64 + place * 190;
    return `<div style="position:absolute;left:${left}px;top:${top}px">${drawing(from + place, 'width="180"')}</div><div class="tag" style="left:${left + 62}px;top:${top + 196}px">${100 + (from + place) * 37}</div>`;
  }).join('')}`;

const shelf = `<div style="position:absolute;inset:0;background:${cream}"></div>${shelfRow(34, 0)}${shelfRow(294, 5)}${shelfRow(554, 10)}`;

export const borrowhall: readonly Composition[] = [
  { name: 'borrowhall-cover', ...WIDE, html: cover, css },
  { name: 'borrowhall-phones', ...TALL, html: phones, css },
  { name: 'borrowhall-shelf', ...BANNER, html: shelf, css },
];
