import PDFDocument from 'pdfkit';
import {
  type ComposedDocument,
  type DocumentFacts,
  INK,
  MARGIN,
  PAGE,
  RULE,
  Sheet,
  SOFT_INK,
  TEXT_WIDTH,
  type TextStyle,
} from './sheet.ts';
import { setInFaces } from './typefaces.ts';

/** From the designed room between lines to the least that is still easy to read; the last is for looser pages. */
const ROOMS = [1, 0.85, 0.7, 0.55, 1.2] as const;
/** A last page with less than this is nearly empty. */
const LEAST_FILLED = 0.25;
/** In a longer document one page more or less doesn't show. */
const FITTED_PAGES_MAX = 8;

/** A document as a PDF. The same document gives the same bytes. */
export async function renderDocument({ facts, compose, fitsPages }: ComposedDocument): Promise<Buffer> {
  const write = (room: number) => {
    const writer = new DocumentWriter(facts, room);
    compose(writer);
    return writer;
  };
  let best = write(ROOMS[0]);
  for (const room of fitsPages ? ROOMS.slice(1) : []) {
    if (best.extent.lastFilled >= LEAST_FILLED || best.extent.pages > FITTED_PAGES_MAX) break;
    const other = write(room);
    if (other.extent.lastFilled > best.extent.lastFilled) best = other;
  }
  return best.finish();
}

/** Sets text on pages, and continues on the next page when one is full. */
class DocumentWriter extends Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #facts: DocumentFacts;
  readonly #registered = new Set<string>();
  readonly #chunks: Buffer[] = [];
  readonly #room: number;

  /** @param room how much of the designed room lies between lines and parts: less for a tighter document */
  constructor(facts: DocumentFacts, room: number) {
    super(facts);
    this.#facts = facts;
    this.#room = room;
    const date = new Date(facts.date);
    this.#pdf = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margins: { top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.side, right: MARGIN.side },
      bufferPages: true,
      lang: 'en',
      // Each text names one of ours. The library's own would be read from its folder, which isn't beside the built server.
      font: '',
      displayTitle: true,
      info: { Title: facts.title, Author: facts.author, CreationDate: date, ModDate: date },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  get y(): number {
    return this.#pdf.y;
  }

  /** The pages so far, and the share of the last one that is filled: 0 to 1. */
  get extent(): { pages: number; lastFilled: number } {
    const height = PAGE.height - MARGIN.top - MARGIN.bottom;
    return { pages: this.#pdf.bufferedPageRange().count, lastFilled: (this.y - MARGIN.top) / height };
  }

  moveTo(y: number): void {
    this.#pdf.y = y;
  }

  space(points: number): void {
    this.#pdf.y += points * this.#room;
  }

  keepTogether(points: number): void {
    if (this.#pdf.y + points > PAGE.height - MARGIN.bottom) this.#pdf.addPage();
  }

  text(text: string, style: TextStyle = {}): void {
    const { hand = 'text', size = 10, color = INK, x = MARGIN.side, width = TEXT_WIDTH, align } = style;
    const runs = setInFaces(hand, text);
    this.#pdf.fillColor(color).fontSize(size);
    for (const [index, { face, text: part }] of runs.entries()) {
      if (!this.#registered.has(face.name)) {
        this.#pdf.registerFont(face.name, face.file as unknown as ArrayBuffer);
        this.#registered.add(face.name);
      }
      this.#pdf.font(face.name);
      // Every font stands on the baseline of the first.
      const baseline = -(runs[0]?.face.ascent ?? 0) * size;
      const options = {
        width,
        baseline,
        lineGap: size * 0.35 * this.#room,
        continued: index < runs.length - 1,
        ...(align && { align }),
      };
      if (index === 0) this.#pdf.text(part, x, this.#pdf.y, options);
      else this.#pdf.text(part, options);
    }
  }

  rule(color: string = RULE, thickness = 0.75): void {
    const { y } = this.#pdf;
    this.#pdf
      .moveTo(MARGIN.side, y)
      .lineTo(PAGE.width - MARGIN.side, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();
  }

  blank(x: number, width: number): void {
    const { y } = this.#pdf;
    this.#pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .strokeColor(SOFT_INK)
      .stroke();
  }

  /** The finished document. Nothing can be added after it. */
  async finish(): Promise<Buffer> {
    this.#numberPages();
    const ended = new Promise<void>((resolve, reject) => {
      this.#pdf.on('end', resolve);
      this.#pdf.on('error', reject);
    });
    this.#pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  #numberPages(): void {
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.#pdf.switchToPage(page);
      // The footer is below the bottom margin, where text would start a new page.
      this.#pdf.page.margins.bottom = 0;
      const foot = { size: 8, color: SOFT_INK };
      this.moveTo(PAGE.height - 44);
      this.text(this.#facts.foot, { ...foot, width: TEXT_WIDTH - 80 });
      this.moveTo(PAGE.height - 44);
      const number = `${page - start + 1} of ${count}`;
      this.text(number, { ...foot, x: PAGE.width - MARGIN.side - 70, width: 70, align: 'right' });
      this.#pdf.page.margins.bottom = MARGIN.bottom;
    }
  }
}
