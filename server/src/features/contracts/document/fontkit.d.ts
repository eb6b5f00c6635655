/** The part of fontkit that we ask; the package brings no types. */
declare module 'fontkit' {
  export function create(file: Uint8Array): {
    ascent: number;
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
  };
}
