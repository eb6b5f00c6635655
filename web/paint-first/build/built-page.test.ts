import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkPublicPage, inspectPage } from './built-page.ts';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('inspectPage', () => {
  it('hashes each inline script and style once, and nothing else', () => {
    const page = inspectPage(
      'index.html',
      `<style id="styles">a{b:c}</style><script>one()</script><script type="module" async="">two()</script>
       <script>one()</script><script defer="" src="/x.js"></script><script type="application/ld+json">{"a":1}</script>`,
    );
    expect(page).toEqual({
      file: 'index.html',
      scriptHashes: [sha256('one()'), sha256('two()')],
      styleHashes: [sha256('a{b:c}')],
    });
  });

  it('hashes a multi-line script with its exact line breaks', () => {
    const code = '\n  const a = "</b>";\n';
    expect(inspectPage('x', `<script>${code}</script>`).scriptHashes).toEqual([sha256(code)]);
  });

  it.each([
    ['<p style="color:red">', /style="color:red"/],
    ['<button type="button" onclick="go()">', /onclick="go\(\)"/],
  ])('refuses %s, because no hash can allow it', (html, fault) => {
    expect(() => inspectPage('x', html)).toThrow(fault);
  });

  it('ignores markup inside the text of a script', () => {
    expect(() => inspectPage('x', '<script>"<p style=\\"a\\">"</script>')).not.toThrow();
  });
});

const styles =
  '@font-face{font-family:A;unicode-range:U+20-7E,U+E000}html[data-arriving] #main section~section{content-visibility:auto}';
const loader = '<script data-entry="/assets/entry.js" data-comes-alive="on-touch">load()</script>';
const page = `<html lang="en" data-page="prerendered"><head><noscript><link rel="manifest" href="/m"/></noscript>
<link rel="expect" href="#menu" blocking="render"/>
<style id="styles">${styles}</style><script>window.earlyInput={}</script></head><body><dialog id="menu"></dialog>${loader}</body></html>`;

describe('checkPublicPage', () => {
  it('reports no error for a valid page', () => {
    expect(checkPublicPage(page)).toEqual([]);
  });

  it.each([
    ['is not marked as prerendered', ' data-page="prerendered"', ''],
    ['carries no stylesheet', `<style id="styles">${styles}</style>`, '<style id="styles"></style>'],
    ['paints before its header is parsed', '<dialog id="menu">', '<dialog>'],
    ['has no typefaces marked U+E000', ',U+E000', ''],
    ['keeps no sections out of its first layout', 'content-visibility:auto', 'color:red'],
    ['records no early input', 'window.earlyInput={}', ''],
    ['has nothing that brings its scripts', ' data-comes-alive="on-touch"', ''],
    ['has nothing that brings its scripts', 'load()', ''],
    ['waits for a stylesheet', '</head>', '<link rel="stylesheet" href="/assets/root.css"/></head>'],
    ['asks for a file ahead of its paint', '</head>', '<link rel="modulepreload" href="/a.js"/></head>'],
    [
      'asks for a file ahead of its paint',
      '</head>',
      '<link rel="preload" as="font" href="/a.woff2"/></head>',
    ],
    ['asks for a file ahead of its paint', /<\/?noscript>/g, ''],
    ['loads a script by itself', loader, `${loader}<script type="module" async="">import('/a.js')</script>`],
  ])('reports that a page %s when %s becomes "%s"', (fault, part, replacement) => {
    expect(checkPublicPage(page.replaceAll(part, replacement))).toContain(fault);
  });
});
