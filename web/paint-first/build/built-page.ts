import { createHash } from 'node:crypto';

/** One built HTML file: its path inside `web/build/client` and the sources its content policy must name. */
export interface BuiltPage {
  /** Below `web/build/client`, such as "contact/index.html". */
  file: string;
  /** Ready for `script-src`, without quotes: "sha256-…" of every inline script. */
  scriptHashes: string[];
  /** Ready for `style-src`, without quotes: "sha256-…" of every inline style element. */
  styleHashes: string[];
}

/**
 * `web/build/pages.json`, which the server reads:
 * - `pages`: route path ("/", "/contact") → its prerendered file, answered with 200
 * - `routes`: patterns in React Router's form ("/admin/portal/:id") of every address that the application knows. One
 *   that matches and is not in `pages` is answered with `fallback` and 200
 * - `fallback`: the page that the application starts from when there is no prerendered one
 * - `origin`: the origin of absolute addresses in the pages; the server replaces it with its own
 * - `notFound`: answered with 404 to every other address that asks for HTML
 */
export interface PagesManifest {
  pages: Record<string, BuiltPage>;
  fallback: BuiltPage;
  notFound: BuiltPage;
  routes: string[];
  origin: string;
}

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const unique = (hashes: string[]) => [...new Set(hashes)];

/** A data block such as JSON-LD isn't a script to the browser and needs no hash. */
const isExecutable = (attributes: string) =>
  !/\stype=/.test(attributes) ||
  /\stype="(module|importmap|speculationrules|text\/javascript)"/.test(attributes);

/**
 * Reads a page's inline scripts and styles.
 * @throws when the page has a `style` attribute or an inline event handler, which no hash can allow.
 */
export function inspectPage(file: string, html: string): BuiltPage {
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
  const markup = html.replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '');
  const refused = markup.match(/<[^>]*\s(style|on[a-z]+)="[^>]*>/);
  if (refused) throw new Error(`${file}: the content policy refuses ${refused[0]}`);
  return {
    file,
    scriptHashes: unique(
      scripts
        .filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && isExecutable(attributes))
        .map(([, , text = '']) => sha256(text)),
    ),
    styleHashes: unique(styles.map(([, text = '']) => sha256(text))),
  };
}

/** The parts that a page needs to paint from its HTML alone, and the error when one is missing. */
const NEEDED: readonly (readonly [fault: string, present: RegExp])[] = [
  ['is not marked as prerendered', /<html[^>]* data-page="prerendered"/],
  [
    'paints before its header is parsed',
    /<link rel="expect" href="#([\w-]+)" blocking="render"[\s\S]* id="\1"/,
  ],
  ['carries no stylesheet', /<style id="styles">[^<]+/],
  ['has no typefaces marked U+E000', /unicode-range:[^;}]*U\+E000/i],
  ['keeps no sections out of its first layout', /html\[data-arriving\][^{}]*\{content-visibility:auto/],
  ['records no early input', /<script>[^<]*earlyInput[\s\S]*<\/head>/],
  ['has nothing that brings its scripts', /<script [^>]*data-entry="\/[^>]*data-comes-alive="[^>]*>[^<]/],
];

/** Markup that requests a file before the first paint, or before the loader has decided on it. */
const EARLY: readonly (readonly [fault: string, request: RegExp])[] = [
  ['waits for a stylesheet', /<link[^>]*rel="stylesheet"/],
  ['asks for a file ahead of its paint', /<link[^>]*rel="(?:modulepreload|preload|prefetch|manifest)"/],
  ['loads a script by itself', /<script[^>]*\s(?:src=|type="module")/],
];

/** A built page's errors, in words; none if it paints first. */
export function checkPublicPage(html: string): string[] {
  const asked = html.replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '');
  return [
    ...NEEDED.filter(([, present]) => !present.test(html)),
    ...EARLY.filter(([, request]) => request.test(asked)),
  ].map(([fault]) => fault);
}
