import { gzipSync } from 'node:zlib';

/** What scripts of payloads call: a browser of this proof counts it. */
export const CALLED = '__ran';
/** Where payloads without a script lead: a browser of this proof counts requests to it. */
export const BEACON = '/beacon/';

/** Texts that run, load or redirect where they are read as markup, each by another way. `N` stands for a payload's number. */
const TEXTS = [
  `<script>${CALLED}(N)</script>`,
  `"><img src=x onerror=${CALLED}(N)>`,
  `'><svg onload=${CALLED}(N)>`,
  `</title></textarea></script><script>${CALLED}(N)</script>`,
  `<iframe srcdoc="<script>top.${CALLED}(N)</script>"></iframe>`,
  `<svg><script href=data:text/javascript,${CALLED}(N) /></svg>`,
  `<svg><animate onbegin=${CALLED}(N) attributeName=x></svg>`,
  `<math><mtext></form><form><mglyph><style></math><img src=x onerror=${CALLED}(N)>`,
  `<details open ontoggle=${CALLED}(N)>`,
  `<input autofocus onfocus=${CALLED}(N)>`,
  `<template><b></template><img src=x onerror=${CALLED}(N)>`,
  `<xmp><p title="</xmp><img src=x onerror=${CALLED}(N)>">`,
  `<object data="data:text/html,<script>top.${CALLED}(N)</script>"></object>`,
  `<img src=${BEACON}N>`,
  `<link rel=stylesheet href=${BEACON}N>`,
  `</style><style>@import '${BEACON}N';</style>`,
  `<meta http-equiv=refresh content="9;url=${BEACON}N"><img src=${BEACON}N>`,
  `javascript:${CALLED}(N)//'"><script>${CALLED}(N)</script>`,
  `<a href="javascript:${CALLED}(N)">${CALLED}(N)</a>`,
  `{{constructor.constructor('${CALLED}(N)')()}}<%= ${CALLED}(N) %>`,
  // Control characters are removed, and half surrogates replaced: the text comes out as markup that was not there.
  `<scr\0ipt>${CALLED}(N)</scr\0ipt>`,
  `\ud800<img src=x onerror=${CALLED}(N)>\udfff`,
  `\u202e<script>${CALLED}(N)</script>\u2066\u200f`,
  `\uff1cscript\uff1e${CALLED}(N)\uff1c/script\uff1e`,
  `\u2028<b style="background:url(${BEACON}N)">${CALLED}(N)</b>\u2029`,
  `{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${CALLED}(N)>"}}`,
  `=HYPERLINK("javascript:${CALLED}(N)")`,
];

export const PAYLOAD_COUNT = TEXTS.length;
export const payload = (n: number) =>
  (TEXTS[n % TEXTS.length] ?? '').replaceAll('N', String(n % TEXTS.length));

/** A text that fits a field: every payload where there is room for them, else one, another for each number. */
export function markedText(n: number, max: number): string {
  const all = TEXTS.map((_, index) => payload(index)).join('\n');
  if (all.length <= max) return all.repeat(Math.max(1, Math.floor(max / all.length / 2)));
  for (let at = n; at < n + TEXTS.length; at++) {
    const text = payload(at);
    if (text.length <= max) return text;
  }
  return `<b onclick=${CALLED}()>`.slice(0, max);
}

/** What stands for it where a field takes addresses only. */
export const MARKED_ADDRESS = `<img/src=x/onerror=${CALLED}(90)>@visitor.example`;
export const MARKED_LINK = `https://papers.example/?"><script>${CALLED}(91)</script>`;

/** A file as someone uploads it. */
interface HostileFile {
  name: string;
  content: Uint8Array<ArrayBuffer>;
}

const HTML = `<!doctype html><html><body><script>${CALLED}(60)</script><img src=${BEACON}60></body></html>`;
const bytes = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

/** A whole PDF of these objects, of which the first is its root. */
function makePdf(objects: readonly string[]): string {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj ${object} endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer <</Size ${size}/Root 1 0 R>>`;
  return `${text}${xref}\nstartxref\n${text.length}\n%%EOF\n`;
}

const PDF_SCRIPT = `<</S/JavaScript/JS(${CALLED}\\(61\\); app.alert\\(61\\); this.submitForm\\('${BEACON}61'\\))>>`;
const PDF = makePdf([
  `<</Type/Catalog/Pages 2 0 R/OpenAction${PDF_SCRIPT}>>`,
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/AA<</O${PDF_SCRIPT}>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 200 200]/A<</S/URI/URI(javascript:${CALLED}\\(61\\))>>>>]>>`,
]);

/** Files that are one thing to a reader and another to a browser, and names that lead elsewhere. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  { name: 'picture.gif', content: bytes(`GIF89a/*\x01\0\x01\0*/=1;${CALLED}(62)//`) },
  { name: 'picture.png', content: bytes(HTML) },
  { name: 'real.png', content: bytes(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), HTML) },
  { name: 'photo.jpg', content: bytes(Buffer.from('ffd8fffe0400', 'hex'), `*/=${CALLED}(63);/*`, HTML) },
  { name: 'bitmap.bmp', content: bytes('BM=1;', `${CALLED}(64);`) },
  { name: 'page.html', content: bytes(HTML) },
  {
    name: 'page.xhtml',
    content: bytes(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${CALLED}(65)</script></html>`,
    ),
  },
  {
    name: 'data.xml',
    content: bytes(
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${CALLED}(66)</x:script>`,
    ),
  },
  {
    name: 'logo.svg',
    content: bytes(
      `<svg xmlns="http://www.w3.org/2000/svg" onload="${CALLED}(67)"><script>${CALLED}(67)</script><image href="${BEACON}67"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:top.${CALLED}(67)"/></foreignObject></svg>`,
    ),
  },
  {
    name: 'late.svg',
    content: bytes(
      '<!-- ',
      'x'.repeat(9_000),
      ` --><svg xmlns="http://www.w3.org/2000/svg" onload="${CALLED}(68)"/>`,
    ),
  },
  { name: 'wide.txt', content: bytes(Buffer.from([0xff, 0xfe]), Buffer.from(HTML, 'utf16le')) },
  { name: 'seven.txt', content: bytes(`+ADw-script+AD4-${CALLED}(69)+ADw-/script+AD4-`) },
  { name: 'mail.mhtml', content: bytes(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${HTML}`) },
  { name: 'app.js', content: bytes(`${CALLED}(70); self.postMessage?.(1)`) },
  { name: 'app.json', content: bytes(`{"a":1}//\n${CALLED}(71)`) },
  { name: 'style.css', content: bytes(`@import '${BEACON}72'; body { background: url(${BEACON}72) }`) },
  { name: 'contract.pdf', content: bytes(PDF) },
  { name: 'half.pdf', content: bytes(HTML, PDF) },
  { name: 'page.hta', content: bytes(`\n\n  ${HTML}`) },
  { name: 'bomb.gz', content: bytes(gzipSync(Buffer.alloc(20_000_000))) },
  {
    name: 'broken.txt',
    content: bytes(Buffer.from([0xc0, 0xbc]), 'script', Buffer.from([0xc0, 0xbe]), `${CALLED}(73)`),
  },
  { name: '../../../etc/passwd', content: bytes('A name that leads up.') },
  { name: '..\\..\\windows\\win.ini', content: bytes('A name that leads up.') },
  { name: `'><img src=x onerror=${CALLED}(74)>.txt`, content: bytes('A name of markup.') },
  { name: `a"; filename="b.html`, content: bytes('A name with quotation marks.') },
  { name: 'a\r\nset-cookie: a=b.txt', content: bytes('A name of two lines.') },
  { name: '\u202egpj.exe', content: bytes('A name that reads backwards.') },
  { name: `${'long '.repeat(100)}.txt`, content: bytes('A name that is too long.') },
  { name: 'javascript:alert(1).url', content: bytes(`[InternetShortcut]\nURL=javascript:${CALLED}(75)`) },
];

/** The PDF alone, for where a PDF is asked for. */
export const HOSTILE_PDF = bytes(PDF);
