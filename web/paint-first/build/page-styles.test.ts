import { describe, expect, it } from 'vitest';
import { namesOf, withOwnStyles } from './page-styles.ts';

const utilities =
  '@layer utilities{.flex{display:flex}.hover\\:p-\\[2px\\]:hover{padding:2px}.md\\:\\[\\&_a\\]\\:grid a{display:grid}}';

describe('namesOf', () => {
  it('finds every class, unescaped, in compound selectors and nested rules too', () => {
    const css = `${utilities}@media (width>40rem){.a .b:is(.c,:not(.d))>p:where(.e){color:red}}#id,p{color:red}`;
    expect([...namesOf(css).classes]).toEqual([
      'flex',
      'hover:p-[2px]',
      'md:[&_a]:grid',
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
  });
});

describe('withOwnStyles', () => {
  const late = namesOf(utilities);
  const page = (css: string, body: string) =>
    `<head><style id="styles">${css}</style></head><body>${body}</body>`;

  it('removes only the rules of classes that no element has', () => {
    const css = `@font-face{font-family:A;src:url(a.woff2)}:root{--ink:#000}.flip{color:var(--ink)}${utilities}`;
    expect(withOwnStyles(page(css, '<p class="x flex">'), late)).toBe(
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
    expect(withOwnStyles(page(utilities, `<p class="${written}"><a>`), late)).toContain(rule);
  });

  it.each([
    ['of elements that it lacks', 'table,td{color:red}', '<p>'],
    ['of elements that it lacks, one in another', 'p b{color:red}', '<p>'],
    ['with only such in a list', ':where(td,p b){color:red}', '<p>'],
    ['of parts of fields that it lacks', '::placeholder,::-webkit-date-and-time-value{color:red}', '<p>'],
    ['of disabled elements', 'button:disabled{color:red}', '<button>'],
    ['of states for assistive software', 'p[aria-busy=true]{color:red}', '<p>'],
  ])('removes rules for selectors %s', (_, css, body) => {
    expect(withOwnStyles(page(css, body), namesOf(css))).toBe(page('', body));
  });

  it.each([
    ['of which one has an element', 'table,p{color:red}', '<p>'],
    ['that exclude what it lacks', 'p:not(table *){color:red}', '<p>'],
    ['of which one in a list has an element', ':where(td,p){color:red}', '<p>'],
    ['of parts of its fields', '::placeholder{color:red}', '<input placeholder="">'],
    ['of parts of its dates', '::-webkit-date-and-time-value{color:red}', '<input type="datetime-local">'],
    ['of its disabled elements', 'button:disabled{color:red}', '<button type="button" disabled="">'],
    ['of its states for assistive software', 'p[aria-busy=true]{color:red}', '<p aria-busy="false">'],
    ['of what a script writes before the paint', ':root[data-theme=dark]{color:red}', '<p>'],
  ])('keeps rules for selectors %s', (_, css, body) => {
    expect(withOwnStyles(page(css, body), namesOf(css))).toBe(page(css, body));
  });

  it('keeps what the late sheet lacks', () => {
    const css = 'table{color:red}';
    expect(withOwnStyles(page(css, '<p>'), namesOf('td{}'))).toBe(page(css, '<p>'));
  });

  it('removes the properties and keyframes that the page no longer refers to', () => {
    const root =
      ':root{--a:1px;--b:var(--a);--c:2px;--d:3px}@property --c{syntax:"*";inherits:false}@keyframes turn{to{rotate:90deg}}';
    const moved = '@layer utilities{.flex{animation:turn 1s;gap:var(--b)}}';
    const shortened = (body: string) => withOwnStyles(page(root + moved, body), namesOf('.flex{}'));
    expect(shortened('<p class="flex" fill="var(--d)">')).toBe(
      page(
        ':root{--a:1px;--b:var(--a);--d:3px}@keyframes turn{to{rotate:90deg}}@layer utilities{.flex{gap:var(--b);animation:1s turn}}',
        '<p class="flex" fill="var(--d)">',
      ),
    );
    expect(shortened('<p>')).toBe(page('@layer utilities;', '<p>'));
  });
});
