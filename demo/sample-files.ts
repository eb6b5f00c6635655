import { once } from 'node:events';
import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A file that a person of the demo sends. */
export interface SampleFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

type Color = readonly [red: number, green: number, blue: number];

const PICTURE_WIDTH = 640;
const PICTURE_HEIGHT = 400;

export function sampleText(name: string, lines: readonly string[]): SampleFile {
  return { name, bytes: new TextEncoder().encode(`${lines.join('\n')}\n`) };
}

/** A picture of a page that is not drawn yet: a head, a wide image, three cards. */
export function samplePicture(name: string, paper: Color, ink: Color): SampleFile {
  const colorAt = (x: number, y: number): Color => {
    const isHead = y < 36;
    const isImage = y > 56 && y < 216 && x > 32 && x < 608;
    const isCard = y > 240 && y < 368 && [32, 228, 424].some((left) => x > left && x < left + 184);
    if (isHead) return ink;
    if (isImage) return mix(paper, ink, 0.25 + (x / PICTURE_WIDTH) * 0.4);
    return isCard ? mix(paper, ink, 0.12) : paper;
  };
  const rows = Buffer.alloc(PICTURE_HEIGHT * (1 + PICTURE_WIDTH * 3));
  let at = 0;
  for (let y = 0; y < PICTURE_HEIGHT; y += 1) {
    // The filter of the row: none.
    rows[at++] = 0;
    for (let x = 0; x < PICTURE_WIDTH; x += 1) for (const part of colorAt(x, y)) rows[at++] = part;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PICTURE_WIDTH, 0);
  header.writeUInt32BE(PICTURE_HEIGHT, 4);
  // Eight bits of red, green and blue each.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return { name, bytes: new Uint8Array(Buffer.concat([signature, ...parts])) };
}

/** One page with a title and a few sentences. */
export async function samplePdf(name: string, title: string, lines: readonly string[]): Promise<SampleFile> {
  // A fixed day: the same file has the same bytes.
  const pdf = new PDFDocument({ size: 'A4', margin: 64, info: { Title: title, CreationDate: new Date(0) } });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  pdf.fontSize(22).text(title).moveDown();
  for (const line of lines) pdf.fontSize(11).text(line).moveDown(0.5);
  pdf.end();
  await once(pdf, 'end');
  return { name, bytes: new Uint8Array(Buffer.concat(parts)) };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

function mix(from: Color, to: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}
