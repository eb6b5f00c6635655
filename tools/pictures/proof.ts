import { typefaces } from '@atelier/content/typefaces.ts';
import { BANNER, type Composition, colors, SQUARE } from './composition.ts';

/* The studio's own pictures: printer's proofs, with crop marks and a reader's red pencil. */

const { paper, raised, neutralSoft: sunken, ink, edge: faint, rule, accent: red } = colors;

const css = `body { background: ${sunken}; color: ${ink}; }`;

const cropMarks = (x: number, y: number, width: number, height: number) => {
  const [right, bottom] = [x + width, y + height];
  return `<path d="M${x} ${y - 46}v34M${x - 46} ${y}h34M${right} ${y - 46}v34M${right + 12} ${y}h34M${x} ${bottom + 12}v34M${x - 46} ${bottom}h34M${right} ${bottom + 12}v34M${right + 12} ${bottom}h34" stroke="${faint}" stroke-width="2.5"/>`;
};

/** A sheet of paper with crop marks. */
const sheet = (x: number, y: number, width: number, height: number) =>
  `${cropMarks(x, y, width, height)}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${raised}" stroke="${rule}" stroke-width="2"/>`;

const bar = (x: number, y: number, width: number, height: number, fill: string = ink) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(height / 2, 6)}" fill="${fill}"/>`;

const pencil = (d: string, width = 8) =>
  `<path d="${d}" fill="none" stroke="${red}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const text = (x: number, y: number, size: number, words: string, fill = ink) =>
  `<text x="${x}" y="${y}" font-family="${typefaces.display.name}" font-weight="700" font-size="${size}" letter-spacing="${-size * 0.03}" fill="${fill}">${words}</text>`;

const svg = (body: string) => `<svg viewBox="0 0 1600 800" width="1600" height="800">${body}</svg>`;

const registration = (x: number, y: number) =>
  `<g fill="none" stroke="${faint}" stroke-width="2.5"><circle cx="${x}" cy="${y}" r="15"/><path d="M${x - 26} ${y}h52M${x} ${y - 26}v52"/></g>`;

const speedRows: readonly [string, number, number][] = [
  ['words and styles', 0, 300],
  ['a script nobody knows', 300, 620],
  ['pictures', 920, 250],
  ['the rest', 1170, 90],
];
const speed = svg(`${sheet(110, 90, 1380, 620)}${registration(800, 46)}${registration(800, 754)}
  ${speedRows
    .map(([name, start, length], index) => {
      const y = 160 + index * 132;
      const fill = index === 1 ? faint : index === 0 ? red : ink;
      return `<rect x="${180 + start}" y="${y + 34}" width="${length}" height="54" rx="8" fill="${fill}" ${index === 1 ? 'opacity=".45"' : ''}/><text x="${start === 0 ? 180 : 192 + start}" y="${y + 16}" font-family="${typefaces.text.name}" font-weight="600" font-size="28" fill="${ink}">${name}</text>`;
    })
    .join('')}
  ${pencil('M470 392c140-40 420-60 650-88M486 318c180 30 400 54 610 74', 10)}
  <path d="M480 150v530" stroke="${red}" stroke-width="3" stroke-dasharray="4 12" stroke-linecap="round"/>`);

const field = (x: number, y: number, label: string, struck: boolean) =>
  `<text x="${x}" y="${y}" font-family="${typefaces.text.name}" font-weight="600" font-size="26" fill="${ink}">${label}</text><rect x="${x}" y="${y + 16}" width="470" height="62" rx="12" fill="none" stroke="${faint}" stroke-width="3"/>${struck ? pencil(`M${x - 14} ${y + 62}c120-34 340-30 500-62`, 9) : ''}`;
const forms = svg(`${sheet(110, 90, 1380, 620)}${registration(66, 400)}${registration(1534, 400)}
  ${field(190, 180, 'Name', false)}${field(190, 310, 'Company', true)}${field(190, 440, 'Department', true)}
  ${field(730, 180, 'E-mail', false)}${field(730, 310, 'How did you hear of us?', true)}${field(730, 440, 'Budget', true)}
  <text x="190" y="570" font-family="${typefaces.text.name}" font-weight="600" font-size="26" fill="${ink}">What is it about?</text><rect x="190" y="588" width="1010" height="84" rx="12" fill="none" stroke="${ink}" stroke-width="4"/>
  ${pencil('M1290 560c60-10 120 20 112 66-8 44-110 52-132 10-20-40 40-92 96-84', 8)}${text(1296, 642, 56, '3', red)}`);

const answers = [
  'What should change',
  'How we will know',
  'Who decides',
  'What is there',
  'By when, and why',
  'What it is worth',
];
const brief = svg(`
  ${answers
    .map((answer, index) => {
      const [x, y] = [90 + (index % 3) * 430, 90 + Math.floor(index / 3) * 325];
      return `<g transform="rotate(${[-1.5, 0.8, -0.6, 1.2, -1, 0.6][index]} ${x + 200} ${y + 140})"><rect x="${x}" y="${y}" width="400" height="290" rx="10" fill="${raised}" stroke="${rule}" stroke-width="2"/>${text(x + 32, y + 92, 76, String(index + 1), red)}<text x="${x + 32}" y="${y + 150}" font-family="${typefaces.text.name}" font-weight="600" font-size="32" fill="${ink}">${answer}</text><path d="M${x + 32} ${y + 204}c40-18 60 14 100 0s70-14 110 0 60 10 ${90 + (index % 3) * 18} -4M${x + 32} ${y + 246}c50-14 70 12 120 0s60-8 ${70 + (index % 2) * 60} 0" fill="none" stroke="${faint}" stroke-width="5" stroke-linecap="round"/></g>`;
    })
    .join('')}
  <g transform="rotate(8 1470 400)"><path d="M1392 300l60-60h100v320h-160z" fill="${red}"/><circle cx="1462" cy="290" r="14" fill="${sunken}"/><text x="1412" y="430" font-family="${typefaces.display.name}" font-weight="800" font-size="92" fill="${raised}">$</text></g>`);

const chart = (index: number): string => {
  const [x, y] = [70 + (index % 8) * 184, 62 + Math.floor(index / 8) * 172];
  const shapes = [
    `<path d="M${x + 18} ${y + 118}l30-34 28 18 36-52 30 20" fill="none" stroke="${faint}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`,
    [0, 1, 2, 3, 4]
      .map((step) =>
        bar(
          x + 20 + step * 26,
          y + 118 - ((index * 13 + step * 29) % 70) - 12,
          16,
          ((index * 13 + step * 29) % 70) + 12,
          faint,
        ),
      )
      .join(''),
    `<circle cx="${x + 80}" cy="${y + 76}" r="44" fill="none" stroke="${rule}" stroke-width="18"/><path d="M${x + 80} ${y + 32}a44 44 0 0 1 40 62" fill="none" stroke="${faint}" stroke-width="18"/>`,
    `${bar(x + 20, y + 36, 110, 14, faint)}${bar(x + 20, y + 64, 76, 14, faint)}${bar(x + 20, y + 92, 92, 14, faint)}`,
  ];
  return `<rect x="${x}" y="${y}" width="162" height="150" rx="10" fill="${raised}" stroke="${rule}" stroke-width="2"/>${shapes[(index * 7 + Math.floor(index / 8)) % 4]}`;
};
const circled = [3, 9, 14, 20, 30];
const numbers = svg(`${Array.from({ length: 32 }, (_, index) => chart(index)).join('')}
  ${circled
    .map((index, position) => {
      const [x, y] = [70 + (index % 8) * 184, 62 + Math.floor(index / 8) * 172];
      return `${pencil(`M${x - 8} ${y + 80}c-6-60 50-98 100-92 60 6 96 44 88 96-8 50-60 86-112 78-50-8-84-44-70-104`, 8)}${text(x + 148, y + 12, 54, String(position + 1), red)}`;
    })
    .join('')}`);

const desk = svg(`
  <rect width="1600" height="800" fill="#cdbfa8"/>
  <g transform="rotate(-5 620 420)">
    <rect x="206" y="66" width="760" height="900" fill="#b5a68c" opacity=".5"/>
    ${sheet(190, 50, 760, 900)}
    ${bar(260, 110, 110, 16)}${bar(640, 112, 60, 12, rule)}${bar(720, 112, 60, 12, rule)}${bar(800, 112, 60, 12, rule)}
    ${text(256, 270, 112, 'Less, but')}${text(256, 380, 112, 'finished.')}
    ${bar(260, 436, 420, 14, rule)}${bar(260, 466, 370, 14, rule)}
    <rect x="260" y="520" width="210" height="66" rx="33" fill="${red}"/><rect x="494" y="520" width="180" height="66" rx="33" fill="none" stroke="${faint}" stroke-width="3"/>
    <rect x="260" y="650" width="190" height="150" rx="8" fill="${sunken}"/><rect x="476" y="650" width="190" height="150" rx="8" fill="${sunken}"/><rect x="692" y="650" width="190" height="150" rx="8" fill="${sunken}"/>
    ${pencil('M238 560c-10-50 90-78 170-72 90 8 120 50 96 86-26 40-140 46-204 30-50-12-70-34-52-62', 7)}
    ${pencil('M506 506c60-20 120-60 160-130M640 392l30-20 6 36', 7)}
    ${pencil('M700 250l34 34 76-96', 11)}
  </g>
  <g transform="rotate(24 1060 300)"><rect x="1010" y="-80" width="44" height="640" rx="4" fill="${red}"/><rect x="1024" y="-80" width="16" height="640" fill="${colors.accentStrong}"/><path d="M1010 560h44l-22 76z" fill="#e9d3ae"/><path d="M1024 608h16l-8 28z" fill="${ink}"/></g>
  <g transform="rotate(9 1360 440)">
    <rect x="1214" y="126" width="310" height="640" rx="52" fill="#a8987d" opacity=".55"/>
    <rect x="1200" y="110" width="310" height="640" rx="52" fill="#15120f"/><rect x="1212" y="122" width="286" height="616" rx="42" fill="${paper}"/>
    <rect x="1310" y="136" width="90" height="24" rx="12" fill="#15120f"/>
    ${bar(1236, 190, 60, 10)}${text(1234, 286, 58, 'Less, but')}${text(1234, 344, 58, 'finished.')}
    ${bar(1236, 376, 220, 9, rule)}${bar(1236, 396, 190, 9, rule)}<rect x="1236" y="432" width="150" height="46" rx="23" fill="${red}"/>
    <rect x="1236" y="520" width="238" height="90" rx="8" fill="${sunken}"/><rect x="1236" y="626" width="238" height="90" rx="8" fill="${sunken}"/>
  </g>
  <g transform="rotate(-2 300 760)"><rect x="-40" y="716" width="900" height="70" fill="#efe3c6"/>${Array.from({ length: 60 }, (_, step) => `<path d="M${-30 + step * 15} 716v${step % 5 === 0 ? 30 : 16}" stroke="${faint}" stroke-width="2"/>`).join('')}</g>`);

/** A face in a few lines: anyone's, until the owner puts a photograph in its place. */
const portrait = `<svg viewBox="0 0 480 480" width="960" height="960" stroke-linecap="round" stroke-linejoin="round">
  <rect width="480" height="480" fill="${sunken}"/>
  <circle cx="240" cy="250" r="188" fill="${paper}"/>
  <path d="M96 480c10-92 66-128 144-128s134 36 144 128z" fill="${ink}"/>
  <path d="M204 318h72v48c0 24-16 38-36 38s-36-14-36-38z" fill="${raised}" stroke="${ink}" stroke-width="7"/>
  <path d="M150 206c0-78 38-118 90-118s90 40 90 118c0 78-40 136-90 136s-90-58-90-136z" fill="${raised}" stroke="${ink}" stroke-width="7"/>
  <path d="M142 214c-12-92 30-148 104-148 66 0 106 50 92 142-18-44-46-70-84-82-24 28-66 46-112 48z" fill="${ink}"/>
  <g fill="none" stroke="${ink}" stroke-width="6"><circle cx="202" cy="222" r="30"/><circle cx="278" cy="222" r="30"/><path d="M232 218q8-7 16 0M172 216l-20-6M308 216l20-6M240 238l-8 32h16M214 298q26 20 52 0"/></g>
  <circle cx="204" cy="224" r="5" fill="${ink}"/><circle cx="276" cy="224" r="5" fill="${ink}"/>
  <path d="M176 372c40 34 88 34 128 0l22 26c-54 46-118 46-172 0z" fill="${red}"/><path d="M280 408l18 72h44l-24-90z" fill="${red}"/>
</svg>`;

export const proofs: readonly Composition[] = [
  { name: 'portrait', ...SQUARE, html: portrait, css },
  { name: 'studio-desk', ...BANNER, html: desk, css },
  { name: 'post-speed', ...BANNER, html: speed, css },
  { name: 'post-forms', ...BANNER, html: forms, css },
  { name: 'post-brief', ...BANNER, html: brief, css },
  { name: 'post-numbers', ...BANNER, html: numbers, css },
];
