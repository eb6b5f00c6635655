import { BANNER, browserWindow, type Composition, phone, TALL, WIDE } from './composition.ts';
import { things } from './things.ts';

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
