import PDFDocument from 'pdfkit';
import { type Hand, setInFaces } from './typefaces.ts';

/** Points. A4 is 595 by 842. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = { top: 64, bottom: 72, side: 64 };
export const TEXT_WIDTH = PAGE.width - 2 * MARGIN.side;

const INK = '#1d1a16';
export const SOFT_INK = '#645d54';
const RULE = '#d9d2c6';

export interface TextStyle {
  hand?: Hand;
  /** Points. */
  size?: number;
  color?: string;
  /** Its start and width; by default the page's text column. */
  x?: number;
  width?: number;
  align?: 'left' | 'right';
}

export interface DocumentFacts {
  title: string;
  author: string;
  /** ISO; the only moment in the document, so that the same input gives the same bytes. */
  date: string;
  accent: string;
  /** Left in each page's footer; the page number is on the right. */
  foot: string;
  /** How much of the designed room lies between lines and parts: 1 without it, less for a tighter document. */
  room?: number;
}

/** Sets text on pages from the top down, and continues on the next page when one is full. */
export class DocumentWriter {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #facts: DocumentFacts;
  readonly #registered = new Set<string>();
  readonly #chunks: Buffer[] = [];
  readonly #room: number;

  constructor(facts: DocumentFacts) {
    this.#facts = facts;
    this.#room = facts.room ?? 1;
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

  /** Leaves `points` of space below the last text. */
  space(points: number): void {
    this.#pdf.y += points * this.#room;
  }

  /** Starts a new page if less than `points` are left, so that what follows stays together. */
  keepTogether(points: number): void {
    if (this.#pdf.y + points > PAGE.height - MARGIN.bottom) this.#pdf.addPage();
  }

  /** Sets a text at the current height. */
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

  /** A line across the text column. */
  rule(color: string = RULE, thickness = 0.75): void {
    const { y } = this.#pdf;
    this.#pdf
      .moveTo(MARGIN.side, y)
      .lineTo(PAGE.width - MARGIN.side, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();
  }

  /** A line of `width` points at the current height, for a signature. */
  blank(x: number, width: number): void {
    const { y } = this.#pdf;
    this.#pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .strokeColor(SOFT_INK)
      .stroke();
  }

  /** The studio's name and tagline, with a rule below. */
  letterhead(name: string, line: string): void {
    this.text(name, { hand: 'display', size: 17 });
    this.text(line, { size: 9, color: SOFT_INK });
    this.space(12);
    this.rule(this.#facts.accent, 2);
    this.space(28);
  }

  heading(text: string): void {
    this.keepTogether(90);
    this.space(18);
    this.text(text, { hand: 'display', size: 14 });
    this.space(4);
  }

  paragraph(text: string): void {
    this.text(text);
    this.space(5);
  }

  /** A bullet with its name, and below it what belongs to it. */
  bulletWithDetail(name: string, detail: string): void {
    this.keepTogether(40);
    const style = { x: MARGIN.side + 14, width: TEXT_WIDTH - 14 };
    const { y } = this;
    this.text('•', { color: this.#facts.accent, width: 12 });
    this.moveTo(y);
    this.text(name, { ...style, hand: 'strong' });
    this.text(detail, { ...style, size: 9, color: SOFT_INK });
    this.space(4);
  }

  /** Names on the left, their values on the right. */
  facts(rows: readonly (readonly [string, string])[]): void {
    const names = 130;
    for (const [name, value] of rows) {
      this.keepTogether(18);
      const { y } = this;
      this.text(name, { color: SOFT_INK, width: names - 10 });
      this.moveTo(y);
      this.text(value, { x: MARGIN.side + names, width: TEXT_WIDTH - names });
      this.space(3);
    }
  }

  /** A line with a text at its right end, such as a date or an amount. */
  entry(left: string, right: string, hand: Hand = 'text'): void {
    this.keepTogether(30);
    const { y } = this;
    const rightWidth = 130;
    this.text(right, { hand, x: PAGE.width - MARGIN.side - rightWidth, width: rightWidth, align: 'right' });
    this.moveTo(y);
    this.text(left, { hand, width: TEXT_WIDTH - rightWidth - 10 });
    this.space(3);
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

/** "January 31, 2030" for an ISO date or moment, in UTC. */
export function longDate(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
