/** Points. A4 is 595 by 842. */
export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = { top: 64, bottom: 72, side: 64 };
export const TEXT_WIDTH = PAGE.width - 2 * MARGIN.side;

export const INK = '#1d1a16';
export const SOFT_INK = '#645d54';
export const RULE = '#d9d2c6';

/** The styles of a document's text. */
export type Hand = 'text' | 'strong' | 'display';

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
}

/** A document before it is set: what a noun makes of its content. */
export interface ComposedDocument {
  facts: DocumentFacts;
  /** Puts everything on a sheet; the same each time it is called. */
  compose(sheet: Sheet): void;
  /** The room between its lines is chosen so that its last page isn't nearly empty. */
  fitsPages?: true;
}

/** What a document is composed on, from the top down. */
export abstract class Sheet {
  readonly accent: string;

  constructor({ accent }: Pick<DocumentFacts, 'accent'>) {
    this.accent = accent;
  }

  abstract readonly y: number;
  abstract moveTo(y: number): void;
  /** Leaves `points` of space below the last text. */
  abstract space(points: number): void;
  /** Starts a new page if less than `points` are left, so that what follows stays together. */
  abstract keepTogether(points: number): void;
  /** Sets a text at the current height. */
  abstract text(text: string, style?: TextStyle): void;
  /** A line across the text column. */
  abstract rule(color?: string, thickness?: number): void;
  /** A line of `width` points at the current height, for a signature. */
  abstract blank(x: number, width: number): void;

  /** The studio's name and tagline, with a rule below. */
  letterhead(name: string, line: string): void {
    this.text(name, { hand: 'display', size: 17 });
    this.text(line, { size: 9, color: SOFT_INK });
    this.space(12);
    this.rule(this.accent, 2);
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
    this.text('•', { color: this.accent, width: 12 });
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
}

/** "January 31, 2030" for an ISO date or moment, in UTC. */
export function longDate(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
