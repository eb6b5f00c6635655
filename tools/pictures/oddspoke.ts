import { BANNER, browserWindow, type Composition, phone, TALL, WIDE } from './composition.ts';

const css = `
  body { background: #1f5a49; color: #f4efe0; }
  .page, .glass { background: #12332b; color: #f4efe0; }
  .heavy { font-family: "Bricolage Grotesque"; font-weight: 800; font-stretch: 75%; letter-spacing: -0.005em;
    line-height: 0.86; text-transform: uppercase; }
  nav { display: flex; align-items: center; gap: 44px; padding: 34px 56px; font-size: 23px; font-weight: 500; }
  nav b { display: flex; align-items: center; gap: 16px; margin-right: auto; font-size: 32px; }
  .pill { border-radius: 99px; background: #ffd23f; color: #12332b; font-weight: 700; }
  .facts { position: absolute; left: 0; right: 0; bottom: 0; display: grid; grid-template-columns: repeat(3, 1fr); background: #0c231d; }
  .facts div { padding: 26px 56px 34px; border-right: 2px solid #1f5a49; }
  .facts b { display: block; font-size: 38px; color: #ffd23f; letter-spacing: -0.02em; }
  .question { padding: 130px 52px 0; }
  .options { display: grid; grid-template-columns: 1fr 1fr; gap: 22px; margin-top: 44px; }
  .options div { height: 296px; border-radius: 34px; background: #1b4539; padding: 28px; display: flex; flex-direction: column;
    justify-content: space-between; font-weight: 600; }
  .options div.on { background: #ffd23f; color: #12332b; }
  .basket { background: #f4efe0; color: #12332b; height: 100%; padding: 130px 52px 0; }
  .row { display: flex; justify-content: space-between; padding: 24px 0; border-top: 3px solid #d6cfbb; }
`;

/** The mark: two wheels that do not match, and a line between them. */
const mark = (color: string, width = 60) => `
  <svg width="${width}" viewBox="0 0 60 36" fill="none" stroke="${color}" stroke-width="5">
    <circle cx="42" cy="18" r="15"/><circle cx="11" cy="24.5" r="8.5"/><path d="M11 24.5 42 18"/>
  </svg>`;

function wheel(x: number, y: number, radius: number, spokes: number): string {
  const lines = Array.from({ length: spokes }, (_, index) => {
    const angle = (index / spokes) * 2 * Math.PI + 0.1;
    return `M${x} ${y}L${(x + Math.cos(angle) * (radius - 8)).toFixed(1)} ${(y + Math.sin(angle) * (radius - 8)).toFixed(1)}`;
  });
  return `<circle cx="${x}" cy="${y}" r="${radius}" stroke-width="15"/>
    <path d="${lines.join('')}" stroke-width="2.5" opacity="0.55"/><circle cx="${x}" cy="${y}" r="15" fill="currentColor"/>`;
}

/** A cargo bicycle: small wheel and box in front, rider behind. */
const cargoBike = (color: string, box: string, style: string) => `
  <svg viewBox="0 0 1180 560" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" style="color:${color};${style}">
    ${wheel(985, 390, 150, 28)}${wheel(150, 438, 102, 20)}
    <path d="M268 176h392l-34 232H318z" fill="${box}" stroke-width="12"/>
    <path d="M306 236h338M312 296h322M316 352h314" stroke-width="4" opacity="0.4"/>
    <g stroke-width="17">
      <path d="M150 438 214 236M214 236h54M318 438h432M750 438 985 390M750 438l96-256M846 210 985 390M700 200 750 438M660 214l42-14M700 200l146 6"/>
    </g>
    <path d="M700 200 682 92M682 92l-70-18M682 92l44-4" stroke-width="14"/>
    <path d="M846 182v-54M790 122c36-8 78-10 124 6-6 20-34 22-62 20-26-2-56-4-62-26z" stroke-width="12" fill="currentColor"/>
    <circle cx="750" cy="438" r="40" stroke-width="11"/><path d="m750 438 42 62M772 506h44" stroke-width="12"/>
    <path d="M750 398 975 374M752 478l236-72" stroke-width="3.5" opacity="0.7"/>
  </svg>`;

/** A row of frames, as the catalogue shows them. */
const tandem = (color: string) => `
  <svg width="360" viewBox="0 0 520 240" fill="none" stroke="${color}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round">
    <circle cx="80" cy="160" r="66"/><circle cx="440" cy="160" r="66"/>
    <path d="M80 160 140 60h290l-54-2M140 60l50 104h130L270 62M320 164l60-104M190 164 80 160M320 164h120M140 60l-14-30h-24M430 60l-10-30M440 160 420 30h26"/>
  </svg>`;
const trike = (color: string) => `
  <svg width="300" viewBox="0 0 430 240" fill="none" stroke="${color}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round">
    <circle cx="70" cy="178" r="46"/><circle cx="150" cy="178" r="46"/><circle cx="360" cy="160" r="64"/>
    <path d="M30 60h180v90H30zM210 100l60 66 90-6M270 166l34-106M304 60l56 100M210 100l94-30M304 60V40M280 36h50M210 70l-6-30h-26"/>
  </svg>`;

const nav = `
  <nav><b class="heavy">${mark('#ffd23f')} Oddspoke</b><span>Frames</span><span>Workshop</span><span>Care</span>
  <span class="pill" style="padding:12px 30px">Build yours</span></nav>`;

const cover = browserWindow(
  'oddspoke.example',
  `${nav}
  <div class="heavy" style="font-size:184px;padding:24px 56px 0;color:#f4efe0">Built odd,<br><span style="color:#ffd23f">on purpose</span></div>
  ${cargoBike('#ffd23f', '#ff6b4a', 'position:absolute;left:250px;top:372px;width:1060px')}
  <div style="position:absolute;left:56px;top:520px;width:230px;font-size:25px">A bicycle for what you really carry. Four questions, one price.</div>
  <div class="facts"><div><b>From $3,900</b>every part included</div><div><b>9 weeks</b>from deposit to door</div><div><b>12 years</b>on every weld</div></div>`,
);

const option = (label: string, icon: string, on = false) =>
  `<div class="${on ? 'on' : ''}"><svg width="120" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${icon}</svg>${label}</div>`;

const phones = `
  ${phone(
    'left',
    `<div class="question"><div style="opacity:.7">Question 1 of 4</div>
    <div class="heavy" style="font-size:112px;margin-top:20px">What will you carry?</div>
    <div class="options">
      ${option('Children', '<circle cx="16" cy="14" r="7"/><circle cx="35" cy="20" r="5"/><path d="M5 42c0-12 5-17 11-17s11 5 11 17M29 42c0-9 2-13 6-13s8 4 8 13"/>', true)}
      ${option('Groceries', '<path d="M8 18h32l-4 24H12zM16 18c0-8 3-12 8-12s8 4 8 12"/>')}
      ${option('A business', '<path d="M6 42V18l18-10 18 10v24zM18 42V28h12v14"/>')}
      ${option('Somebody else', '<circle cx="24" cy="12" r="7"/><path d="M10 42c0-13 6-19 14-19s14 6 14 19M24 23v12"/>')}
    </div>
    <div class="pill" style="margin-top:44px;padding:30px;text-align:center">Next</div></div>`,
  )}
  ${phone(
    'right',
    `<div class="basket"><div class="heavy" style="font-size:112px">Your<br>basket</div>
    <div style="margin:40px 0;border-radius:34px;background:#ffd23f;padding:44px 34px">${cargoBike('#12332b', '#ff6b4a', 'width:100%')}</div>
    <div class="row"><b>Longboat, low step</b><b>$4,350</b></div>
    <div class="row"><span>Bench for three, belts</span><span>included</span></div>
    <div class="row"><span>Rain roof</span><span>$280</span></div>
    <div class="row"><span>At your door in</span><b>week 14</b></div>
    <div style="margin-top:30px;padding:32px;border-radius:99px;text-align:center;background:#12332b;color:#ffd23f;font-weight:700">Go on · $4,630</div></div>`,
  )}`;

const swatch = (color: string, ink: string, name: string) =>
  `<div style="background:${color};color:${ink};padding:26px 30px;display:flex;align-items:flex-end;font-weight:600">${name}</div>`;

const brand = `
  <div style="display:grid;grid-template-columns:1.15fr 1fr;height:100%">
    <div style="background:#ffd23f;display:grid;place-content:center;justify-items:center;gap:44px">
      ${mark('#12332b', 420)}<div class="heavy" style="font-size:148px;color:#12332b">Oddspoke</div>
    </div>
    <div style="display:grid;grid-template-rows:1fr 1fr">
      <div style="display:grid;grid-template-columns:1fr 1fr">
        ${swatch('#12332b', '#f4efe0', 'Shed')}${swatch('#1f5a49', '#f4efe0', 'Hedge')}${swatch('#ff6b4a', '#12332b', 'Rim')}${swatch('#f4efe0', '#12332b', 'Chalk')}
      </div>
      <div style="background:#0c231d;display:flex;align-items:center;justify-content:center;gap:50px">${tandem('#ffd23f')}${trike('#f4efe0')}</div>
    </div>
  </div>`;

export const oddspoke: readonly Composition[] = [
  { name: 'oddspoke-cover', ...WIDE, html: cover, css },
  { name: 'oddspoke-phones', ...TALL, html: phones, css },
  { name: 'oddspoke-brand', ...BANNER, html: brand, css },
];
