import { describe, expect, it } from 'vitest';
import { checkPublicPage } from './check-page.ts';

const styles =
  '@font-face{font-family:A;unicode-range:U+20-7E,U+E000}html[data-arriving] #main section~section{content-visibility:auto}';
const loader = '<script data-entry="/assets/entry.js" data-comes-alive="on-touch">load()</script>';
const page = `<html lang="en" data-page="prerendered"><head><noscript><link rel="manifest" href="/m"/></noscript>
<style id="styles">${styles}</style><script>window.earlyInput={}</script></head><body>${loader}</body></html>`;

describe('checkPublicPage', () => {
  it('finds nothing wrong with a page that paints first', () => {
    expect(checkPublicPage(page)).toEqual([]);
  });

  it.each([
    ['is not marked as prerendered', ' data-page="prerendered"', ''],
    ['carries no stylesheet', `<style id="styles">${styles}</style>`, '<style id="styles"></style>'],
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
  ])('says that a page %s when %s becomes "%s"', (fault, part, replacement) => {
    expect(checkPublicPage(page.replaceAll(part, replacement))).toContain(fault);
  });
});
