import { describe, expect, it } from 'vitest';
import { classesOf, withOwnStyles } from './page-styles.ts';

const utilities =
  '@layer utilities{.flex{display:flex}.hover\\:p-\\[2px\\]:hover{padding:2px}.md\\:\\[\\&_a\\]\\:grid a{display:grid}}';

describe('classesOf', () => {
  it('finds every class, unescaped, in compound selectors and nested rules too', () => {
    const css = `${utilities}@media (width>40rem){.a .b:is(.c,:not(.d))>p:where(.e){color:red}}#id,p{color:red}`;
    expect([...classesOf(css)]).toEqual(['flex', 'hover:p-[2px]', 'md:[&_a]:grid', 'a', 'b', 'c', 'd', 'e']);
  });
});

describe('withOwnStyles', () => {
  const classes = classesOf(utilities);
  const page = (css: string, body: string) =>
    `<head><style id="styles">${css}</style></head><body>${body}</body>`;

  it('removes only the rules of classes that no element has', () => {
    const css = `@font-face{font-family:A;src:url(a.woff2)}:root{--ink:#000}.flip{color:var(--ink)}${utilities}`;
    expect(withOwnStyles(page(css, '<p class="x flex">'), classes)).toBe(
      page(
        '@font-face{font-family:A;src:url(a.woff2)}:root{--ink:#000}.flip{color:var(--ink)}@layer utilities{.flex{display:flex}}',
        '<p class="x flex">',
      ),
    );
  });

  it.each([
    ['hover:p-[2px]', 'padding:2px'],
    ['md:[&amp;_a]:grid', 'display:grid'],
  ])('keeps the rules of %s when HTML escapes the class', (written, rule) => {
    expect(withOwnStyles(page(utilities, `<p class="${written}">`), classes)).toContain(rule);
  });

  it('removes the properties and keyframes that the page no longer refers to', () => {
    const root =
      ':root{--a:1px;--b:var(--a);--c:2px;--d:3px}@property --c{syntax:"*";inherits:false}@keyframes turn{to{rotate:90deg}}';
    const moved = '@layer utilities{.flex{animation:turn 1s;gap:var(--b)}}';
    const shortened = (body: string) => withOwnStyles(page(root + moved, body), new Set(['flex']));
    expect(shortened('<p class="flex" fill="var(--d)">')).toBe(
      page(
        ':root{--a:1px;--b:var(--a);--d:3px}@keyframes turn{to{rotate:90deg}}@layer utilities{.flex{gap:var(--b);animation:1s turn}}',
        '<p class="flex" fill="var(--d)">',
      ),
    );
    expect(shortened('<p>')).toBe(page('@layer utilities;', '<p>'));
  });
});
