import { BANNER, browserWindow, type Composition, phone, TALL, WIDE } from './composition.ts';

const [plum, lilac, mist, teal, peach] = ['#2a2150', '#b9aee6', '#f3f0fb', '#1f7f76', '#ffb59b'];

const css = `
  body { background: ${lilac}; color: ${plum}; }
  .page, .glass { background: ${mist}; }
  .loud { font-family: "Bricolage Grotesque"; font-weight: 620; letter-spacing: -0.045em; line-height: 0.96; }
  nav { display: flex; align-items: center; gap: 46px; padding: 36px 60px; font-size: 25px; font-weight: 500; }
  nav b { margin-right: auto; font-size: 36px; }
  .button { display: inline-block; border-radius: 24px; background: ${teal}; color: #fff; font-weight: 600; padding: 34px 54px; font-size: 34px; }
  .ask { padding: 128px 48px 0; }
  .slot { display: flex; justify-content: space-between; align-items: center; border-radius: 34px; background: #fff; padding: 44px 40px;
    margin-top: 24px; font-size: 40px; font-weight: 600; border: 5px solid #ded7f4; }
  .slot.on { background: ${teal}; border-color: ${teal}; color: #fff; }
  .slot small { font-size: 30px; font-weight: 400; opacity: .8; }
  .bars { position: absolute; left: 90px; right: 90px; bottom: 150px; display: flex; align-items: flex-end; gap: 54px; }
  .bars div { flex: 1; border-radius: 18px 18px 0 0; position: relative; background: ${lilac}; }
  .bars b { position: absolute; left: 0; right: 0; top: -66px; text-align: center; font-size: 46px; }
  .bars span { position: absolute; left: 0; right: 0; bottom: -58px; text-align: center; font-size: 28px; }
`;

/** A person of soft arcs, bending to the side; `spot` marks where it hurts. */
const figure = (style: string, limb: string, spot = true) => `
  <svg viewBox="0 0 520 760" fill="none" stroke-linecap="round" stroke-linejoin="round" style="${style}">
    <circle cx="332" cy="92" r="64" fill="${peach}"/>
    <path d="M300 196c-70 60-84 150-58 250" stroke="${teal}" stroke-width="118"/>
    <path d="M318 214c70 10 120-40 132-120" stroke="${peach}" stroke-width="46"/>
    <path d="M250 230c-90 20-140 80-150 160" stroke="${peach}" stroke-width="46"/>
    <path d="M262 470c20 90 10 150-12 240h-54" stroke="${limb}" stroke-width="62"/>
    <path d="M238 470c-40 80-20 110 40 150 40 26 60 50 66 90h52" stroke="${limb}" stroke-width="62" opacity=".82"/>
    ${spot ? `<circle cx="236" cy="384" r="56" stroke="#d83a2e" stroke-width="11"/><circle cx="236" cy="384" r="22" fill="#d83a2e"/>` : ''}
  </svg>`;

const cover = browserWindow(
  'plainmove.example',
  `<nav><b class="loud">plainmove</b><span>What hurts</span><span>Who we are</span><span>Prices</span><span style="border-radius:18px;background:${plum};color:#fff;padding:16px 30px">Book</span></nav>
  <svg viewBox="0 0 1360 1000" style="position:absolute;left:0;top:104px;width:1360px;height:1000px">
    <circle cx="1010" cy="520" r="430" fill="${lilac}"/><path d="M580 520a430 430 0 0 0 860 0z" fill="#a99cdd"/>
  </svg>
  ${figure('position:absolute;left:800px;top:160px;height:880px', plum)}
  <div style="position:absolute;left:60px;top:200px;width:860px">
    <div class="loud" style="font-size:160px">It hurts.<br>Let us<br>look at it.</div>
    <div style="font-size:34px;margin:40px 0 36px;width:600px">Most people can be seen within two days. You do not need to know what it is called.</div>
    <span class="button">Find a time</span></div>`,
);

const phones = `
  ${phone(
    'left',
    `<div class="ask"><div class="loud" style="font-size:84px">Where does it hurt?</div>
    <div style="position:relative;margin-top:40px;border-radius:40px;background:${lilac};height:680px;display:grid;place-content:center">${figure('height:640px', plum)}</div>
    <div class="slot" style="padding:32px 40px">Lower back <small>change</small></div>
    <div class="button" style="width:100%;text-align:center;margin-top:24px;border-radius:34px">Next: who can see you</div></div>`,
  )}
  ${phone(
    'right',
    `<div class="ask"><div style="font-size:32px;opacity:.75">Step 3 of 3</div>
    <div class="loud" style="font-size:84px;margin:14px 0 34px">The next three times</div>
    <div class="slot on">Today, 5:40 <small>Jo</small></div>
    <div class="slot">Tomorrow, 8:00 <small>Ari</small></div>
    <div class="slot">Thursday, 12:20 <small>Jo</small></div>
    <div style="text-align:center;text-decoration:underline;text-underline-offset:10px;margin:54px 0;font-weight:600">Three more</div>
    <div class="button" style="width:100%;text-align:center;border-radius:34px;background:${plum};margin-top:40px">Book today, 5:40</div>
    <div style="text-align:center;margin-top:36px;font-size:30px">or call us, we read it out to you</div></div>`,
  )}`;

const rounds = [
  ['Audit', 112],
  ['Round 1', 64],
  ['Round 2', 31],
  ['Round 3', 12],
  ['Launch', 0],
] as const;

const report = `
  <div style="position:absolute;inset:0;background:${mist}"></div>
  <div class="loud" style="position:absolute;left:90px;top:70px;font-size:84px">What could not be used</div>
  <div class="bars">${rounds
    .map(
      ([name, count], index) =>
        `<div style="height:${Math.max(6, count * 3)}px;${index === rounds.length - 1 ? `background:${teal}` : index === 0 ? `background:${plum}` : ''}"><b>${count}</b><span>${name}</span></div>`,
    )
    .join('')}</div>
  <div style="position:absolute;right:90px;top:84px;width:430px;font-size:27px">Tried with a keyboard, two screen readers, large text, and five patients in the waiting room.</div>`;

export const plainmove: readonly Composition[] = [
  { name: 'plainmove-cover', ...WIDE, html: cover, css },
  { name: 'plainmove-phones', ...TALL, html: phones, css },
  { name: 'plainmove-report', ...BANNER, html: report, css },
];
