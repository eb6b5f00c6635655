import { type Selector, type SelectorComponent, transform } from 'lightningcss';

const STYLE = /(<style id="styles">)([\s\S]*?)(<\/style>)/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Every class that a stylesheet has rules for. */
export function classesOf(css: string): Set<string> {
  const found = new Set<string>();
  const visit = (part: SelectorComponent | readonly (SelectorComponent | Selector)[]): void => {
    if (!('type' in part)) for (const each of part) visit(each);
    else if (part.type === 'class') found.add(part.name);
    else if ('selectors' in part && part.selectors) visit(part.selectors);
  };
  transform({ filename: 'styles.css', code: Buffer.from(css), visitor: { Selector: visit } });
  return found;
}

/**
 * Leaves in a page's inline stylesheet only what its HTML can use: rules for those of the classes that no element has are
 * removed, and then the custom properties and keyframes that nothing refers to any more.
 * @param classes the removable classes: a sheet loaded with the page's scripts has them and all that they use
 */
export function withOwnStyles(html: string, classes: ReadonlySet<string>): string {
  const present = classesIn(html);
  const absent = [...classes].filter((name) => !present.has(name));
  if (!STYLE.test(html)) throw new Error('The page carries no stylesheet to shorten.');
  return html.replace(STYLE, (whole, start: string, css: string, end: string) => {
    const page = html.replace(whole, '');
    let own = without(absent, css);
    // A property's only reference may be in another property.
    for (let idle = idleNames(own, page); idle.length > 0; idle = idleNames(own, page))
      own = without(idle, own);
    return `${start}${own}${end}`;
  });
}

/** A stylesheet without the classes, custom properties and keyframes of these names. */
function without(names: string[], css: string): string {
  const source = { filename: 'styles.css', code: Buffer.from(css), minify: true, unusedSymbols: names };
  return transform(source).code.toString();
}

/** The custom properties and keyframes that a stylesheet declares, and neither it nor the page around it uses. */
function idleNames(css: string, page: string): string[] {
  const declared = new Set([
    ...css.matchAll(/(--[\w-]+)\s*:/g).map(([, name = '']) => name),
    ...css.matchAll(/@property (--[\w-]+)/g).map(([, name = '']) => name),
    ...css.matchAll(/@keyframes ([\w-]+)/g).map(([, name = '']) => name),
  ]);
  const uses = `${css} ${page}`.replaceAll(/--[\w-]+\s*:|@(?:property|keyframes) [\w-]+/g, '');
  const used = new Set(uses.match(/[\w-]+/g));
  return [...declared].filter((name) => !used.has(name));
}

/** Every class of every element in built HTML. */
function classesIn(html: string): Set<string> {
  const lists = html
    .matchAll(/\sclass="([^"]*)"/g)
    .map(([, list = '']) => list.replaceAll(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity));
  return new Set(lists.flatMap((list) => list.split(/\s+/)));
}
