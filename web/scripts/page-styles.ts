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
 * taken out, everything else stays as it is.
 * @param classes the classes that may go, because a sheet that comes with the page's scripts has them
 */
export function withOwnStyles(html: string, classes: ReadonlySet<string>): string {
  const present = classesIn(html);
  const unused = [...classes].filter((name) => !present.has(name));
  return html.replace(STYLE, (_, start: string, css: string, end: string) => {
    const { code } = transform({
      filename: 'styles.css',
      code: Buffer.from(css),
      minify: true,
      unusedSymbols: unused,
    });
    return `${start}${code.toString()}${end}`;
  });
}

/** Every class of every element in built HTML. */
function classesIn(html: string): Set<string> {
  const lists = html
    .matchAll(/\sclass="([^"]*)"/g)
    .map(([, list = '']) => list.replaceAll(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity));
  return new Set(lists.flatMap((list) => list.split(/\s+/)));
}
