import { BANNER, browserWindow, type Composition, phone, TALL, WIDE } from './composition.ts';

const [wheat, sea, crust, foam, dune] = ['#ecdcb9', '#1d4c5c', '#9a5526', '#fbf6ea', '#dcc596'];

const css = `
  body { background: #2f6f7f; color: ${sea}; }
  .page { background: ${wheat}; }
  .glass { background: ${foam}; }
  .serif { font-weight: 560; letter-spacing: -0.035em; line-height: 0.98; font-variation-settings: "SOFT" 100, "WONK" 1; }
  nav { display: flex; align-items: center; justify-content: space-between; padding: 34px 60px; font-size: 23px; }
  .button { display: inline-block; border-radius: 99px; background: ${crust}; color: ${foam}; padding: 24px 46px; font-weight: 600; }
  .form { padding: 130px 50px 0; }
  .loaf { display: flex; align-items: center; gap: 30px; padding: 26px 0; border-top: 3px solid #e4dac2; }
  .loaf b { font-size: 38px; display: block; }
  .loaf span { color: #6d5a42; font-size: 30px; }
  .count { margin-left: auto; display: flex; align-items: center; gap: 24px; font-weight: 700; font-size: 40px; }
  .count i { width: 76px; height: 76px; border-radius: 50%; display: grid; place-content: center; font-style: normal; background: ${wheat}; }
  .times { display: flex; gap: 18px; margin: 26px 0 36px; }
  .times div { flex: 1; text-align: center; padding: 26px 0; border-radius: 24px; border: 3px solid #d9cba8; font-weight: 600; }
  .times .on { background: ${sea}; border-color: ${sea}; color: ${foam}; }
`;

/** A loaf with three cuts and a dusting of flour. */
const loaf = (style: string) => `
  <svg viewBox="0 0 800 420" style="${style}">
    <path d="M46 296C40 140 214 52 404 52s356 92 350 244c-2 66-96 92-352 92S48 362 46 296z" fill="${crust}"/>
    <path d="M80 300c6-128 160-208 324-208s312 78 318 208c-80 40-560 40-642 0z" fill="#b9703a"/>
    ${[220, 400, 580]
      .map(
        (x) =>
          `<path d="M${x - 58} 300c-8-84 26-160 84-186 22 70 4 150-34 192-16 10-40 8-50-6z" fill="#f0d9ab"/><path d="M${x - 40} 296c-2-70 20-128 58-156" fill="none" stroke="${crust}" stroke-width="6" stroke-linecap="round"/>`,
      )
      .join('')}
    <g fill="${foam}" opacity=".85">${Array.from({ length: 46 }, (_, i) => `<circle cx="${110 + ((i * 137) % 590)}" cy="${110 + ((i * 89) % 170)}" r="${2 + (i % 3)}"/>`).join('')}</g>
  </svg>`;

/** A tuft of dune grass. */
const grass = (x: number, y: number, size: number, color: string) =>
  [-38, -22, -8, 6, 20, 36]
    .map(
      (lean, i) =>
        `<path d="M${x + i * 3} ${y}q${lean * 0.2 * size} ${-46 * size} ${lean * size} ${-(70 + ((i * 37) % 34)) * size}" fill="none" stroke="${color}" stroke-width="${4 * size}" stroke-linecap="round"/>`,
    )
    .join('');

/** The mark: one stem of dune grass, leaning with the wind. */
const mark = (color: string, height: number) => `
  <svg height="${height}" viewBox="0 0 90 120" fill="none" stroke="${color}" stroke-width="7" stroke-linecap="round">
    <path d="M34 116C34 70 44 36 72 8M34 84C28 62 18 50 6 42M37 66c8-14 22-22 40-24M34 100c-6-10-14-16-24-19M46 38c2-12 0-22-6-32"/>
  </svg>`;

const cover = browserWindow(
  'marram.example',
  `<nav><b class="serif" style="font-size:40px;display:flex;gap:16px;align-items:center">${mark(crust, 50)} Marram Bread</b><span>Sand Lane 1 · Thursday to Saturday, from 7</span></nav>
  <svg viewBox="0 0 1360 1104" style="position:absolute;inset:0;width:1360px;height:1104px">
    <circle cx="1120" cy="330" r="150" fill="#f7ecd2"/>
    <path d="M0 800C240 700 420 730 640 790s480 20 720-90v404H0z" fill="${dune}"/>
    <path d="M0 910c260-80 520-20 760 10s420-30 600-90v274H0z" fill="#cfb37d"/>
    ${grass(500, 1000, 1.5, '#7d8a4d')}${grass(1220, 800, 1.7, '#7d8a4d')}${grass(1300, 850, 1.2, '#66753c')}${grass(90, 1010, 1.1, '#66753c')}
  </svg>
  <div style="position:absolute;left:60px;top:150px;width:900px">
    <div class="serif" style="font-size:138px">Saturday’s bread, ordered by Friday</div>
  </div>
  ${loaf('position:absolute;left:600px;top:500px;width:700px')}
  <div style="position:absolute;left:60px;top:650px;width:520px"><span class="button">Order for Saturday</span>
  <div style="margin-top:26px;color:#5c4526">41 of 60 loaves are taken. Until Friday, noon.</div></div>`,
);

const small = (top: string, body: string) =>
  `<svg width="104" viewBox="0 0 60 44"><path d="M3 32C3 14 16 5 30 5s27 9 27 27c0 7-8 9-27 9S3 39 3 32z" fill="${body}"/><path d="M18 32c-1-9 2-16 8-19M30 32c-1-9 2-16 8-19M42 32c-1-7 1-12 5-15" stroke="${top}" stroke-width="3" fill="none" stroke-linecap="round"/></svg>`;
const row = (name: string, note: string, count: number, drawing: string) =>
  `<div class="loaf">${drawing}<div><b class="serif">${name}</b><span>${note}</span></div><div class="count"><i>–</i>${count}<i>+</i></div></div>`;

const phones = `
  ${phone(
    'left',
    `<div class="form"><div class="serif" style="font-size:70px;margin-bottom:36px">For Saturday</div>
    ${row('Shore rye', '1 kg · $9', 1, small('#f0d9ab', '#6e3b1b'))}
    ${row('Wheat, long', '800 g · $8', 2, small('#f0d9ab', crust))}
    ${row('Oat tin', '900 g · $8', 0, small('#fff2d4', '#c98d4c'))}
    <div style="border-top:3px solid #e4dac2;padding-top:30px;font-weight:600">When do you come?</div>
    <div class="times"><div>7:30</div><div class="on">8:30</div><div>9:30</div></div>
    <div style="border:3px solid #d9cba8;border-radius:24px;padding:26px 30px;color:#6d5a42">Name on the bag</div>
    <div class="button" style="width:100%;text-align:center;margin-top:28px;padding:32px">Order · $25 on pickup</div></div>`,
  )}
  ${phone(
    'right',
    `<div style="background:${sea};color:${foam};height:100%;padding:140px 54px 0">
    <div style="color:#a9cdd4">That is yours.</div>
    <div class="serif" style="font-size:280px;margin:14px 0 20px">27</div>
    <div class="serif" style="font-size:66px;line-height:1.08">Saturday, 8:30.<br>Sand Lane 1.</div>
    ${loaf('width:600px;margin:56px 0 20px')}
    <div style="border-top:3px solid #2f6f7f;padding-top:32px">One shore rye, two long wheats, on the left side of the counter.</div>
    <div style="margin-top:34px;color:#a9cdd4">Something came up? Undo until Friday, noon.</div></div>`,
  )}`;

const brand = `
  <div style="position:absolute;inset:0;background:${wheat}"></div>
  <svg viewBox="0 0 1600 800" style="position:absolute;inset:0">
    <path d="M0 640c300-90 620-20 900 10s480-20 700-90v240H0z" fill="${dune}"/>
    <path d="M210 190l30-26 30 26 30-26 30 26 30-26 30 26 30-26 30 26 30-26 30 26v500H210z" fill="#c99a63"/>
    <path d="M450 200v490h60V190l-30-26z" fill="#b98650"/>
    <circle cx="860" cy="420" r="210" fill="none" stroke="${sea}" stroke-width="14"/><circle cx="860" cy="420" r="180" fill="${sea}"/>
    <path d="M1130 330l90-90h240a26 26 0 0 1 26 26v300a26 26 0 0 1-26 26h-240l-90-90z" fill="${foam}"/>
    <circle cx="1206" cy="414" r="20" fill="${wheat}" stroke="${crust}" stroke-width="6"/>
    <path d="M1190 404C1120 360 1090 300 1080 220" fill="none" stroke="${crust}" stroke-width="7"/>
  </svg>
  <div style="position:absolute;left:290px;top:330px">${mark(foam, 170)}</div>
  <div class="serif" style="position:absolute;left:250px;top:540px;font-size:60px;color:${foam}">Marram</div>
  <div style="position:absolute;left:795px;top:300px">${mark(wheat, 240)}</div>
  <div class="serif" style="position:absolute;left:1250px;top:322px;font-size:50px">Shore rye</div>
  <div style="position:absolute;left:1250px;top:390px;font-size:28px;line-height:1.4">Rye, water, salt,<br>three days.</div>
  <div class="serif" style="position:absolute;left:1250px;top:488px;font-size:64px;color:${crust}">$9</div>`;

export const marram: readonly Composition[] = [
  { name: 'marram-cover', ...WIDE, html: cover, css },
  { name: 'marram-phones', ...TALL, html: phones, css },
  { name: 'marram-brand', ...BANNER, html: brand, css },
];
