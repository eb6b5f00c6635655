/** The part of fontkit that is used here; the package has no types. */
declare module 'fontkit' {
  export function create(file: Uint8Array): {
    ascent: number;
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
  };
}
