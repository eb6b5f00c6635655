/** The library brings no types: as far as it is used here. */
declare module 'html-to-text' {
  interface Builder {
    addInline(text: string): void;
  }
  interface Selector {
    selector: string;
    format?: string;
    options?: { hideLinkHrefIfSameAsText?: boolean; uppercase?: boolean };
  }
  interface Options {
    wordwrap: false;
    limits: { maxDepth: number };
    formatters: Record<
      string,
      (element: { attribs: Record<string, string | undefined> }, walk: unknown, builder: Builder) => void
    >;
    selectors: Selector[];
  }
  export function htmlToText(html: string, options: Options): string;
}
