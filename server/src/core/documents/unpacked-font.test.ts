import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { unpackFont } from './unpacked-font.ts';

const folder = `${import.meta.dirname}/../../../../node_modules/@fontsource/noto-sans/files`;
const files = globSync('noto-sans-{latin,latin-ext,cyrillic,devanagari}-400-normal.woff', { cwd: folder });

/** A document in the font, with letters of each of its scripts. */
async function write(font: Buffer): Promise<Buffer> {
  const date = new Date(0);
  const pdf = new PDFDocument({ font: '', info: { CreationDate: date, ModDate: date } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, 'end');
  pdf.registerFont('font', font as unknown as ArrayBuffer);
  pdf.font('font').text('AVATAR office 1/2, Łódź, Привет, नमस्ते');
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

it('has the four scripts', () => expect(files).toHaveLength(4));

it.each(files)('unpackFont gives a font that documents are written in to the byte as in %s', async (name) => {
  const packed = readFileSync(`${folder}/${name}`);
  const font = unpackFont(packed);
  expect(font.length).toBeGreaterThan(packed.length);
  expect((await write(font)).equals(await write(packed))).toBe(true);
});

it('unpackFont throws when it gets no WOFF file, or a part of one', () => {
  const packed = readFileSync(`${folder}/${files[0]}`);
  expect(() => unpackFont(Buffer.from('wOF2 and nothing else that would be one'))).toThrow(
    'That is no WOFF file',
  );
  expect(() => unpackFont(packed.subarray(0, packed.length - 500))).toThrow();
});
