/** What a page needs to paint from its HTML alone, and what is wrong without it. */
const NEEDED: readonly (readonly [fault: string, present: RegExp])[] = [
  ['is not marked as prerendered', /<html[^>]* data-page="prerendered"/],
  ['carries no stylesheet', /<style id="styles">[^<]+/],
  ['has no typefaces marked U+E000', /unicode-range:[^;}]*U\+E000/i],
  ['keeps no sections out of its first layout', /html\[data-arriving\][^{}]*\{content-visibility:auto/],
  ['records no early input', /<script>[^<]*earlyInput[\s\S]*<\/head>/],
  ['has nothing that brings its scripts', /<script [^>]*data-entry="\/[^>]*data-comes-alive="[^>]*>[^<]/],
];

/** What asks for a file before the first paint, or before the loader has decided on it. */
const EARLY: readonly (readonly [fault: string, request: RegExp])[] = [
  ['waits for a stylesheet', /<link[^>]*rel="stylesheet"/],
  ['asks for a file ahead of its paint', /<link[^>]*rel="(?:modulepreload|preload|prefetch|manifest)"/],
  ['loads a script by itself', /<script[^>]*\s(?:src=|type="module")/],
];

/** What a built page has lost of its treatment, in words; nothing if it paints first. */
export function checkPublicPage(html: string): string[] {
  const asked = html.replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '');
  return [
    ...NEEDED.filter(([, present]) => !present.test(html)),
    ...EARLY.filter(([, request]) => request.test(asked)),
  ].map(([fault]) => fault);
}
