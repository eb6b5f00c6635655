/** The part of subset-font that we use; the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options:
      | { targetFormat: 'woff2'; keepFeatures: readonly string[]; noHinting: boolean }
      | { targetFormat: 'sfnt'; variationAxes: { wght: number } },
  ): Promise<Buffer>;
}
