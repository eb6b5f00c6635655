import { type Selector, type SelectorComponent, transform, type Visitor } from 'lightningcss';

const STYLE = /(<style id="styles">)([\s\S]*?)(<\/style>)/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** What a stylesheet has rules for. */
export interface StyledNames {
  classes: ReadonlySet<string>;
  /** Each as JSON: lightningcss gives them as trees. */
  selectors: ReadonlySet<string>;
}

/** Every class and every selector that a stylesheet has rules for. */
export function namesOf(css: string): StyledNames {
  const classes = new Set<string>();
  const selectors = new Set<string>();
  const visit = (part: SelectorComponent | readonly (SelectorComponent | Selector)[]): void => {
    if (!('type' in part)) for (const each of part) visit(each);
    else if (part.type === 'class') classes.add(part.name);
    else if ('selectors' in part && part.selectors) visit(part.selectors);
  };
  const visitor: Visitor<never> = {
    Selector(selector) {
      visit(selector);
      selectors.add(JSON.stringify(selector));
    },
  };
  transform({ filename: 'styles.css', code: Buffer.from(css), visitor });
  return { classes, selectors };
}

/**
 * Leaves in a page's inline stylesheet only what its HTML can use: rules for classes, elements and states that it doesn't have
 * are removed, and then the custom properties and keyframes that nothing refers to any more.
 * @param late what may be removed: a sheet loaded with the page's scripts has it and all that it uses
 */
export function withOwnStyles(html: string, late: StyledNames): string {
  const present = classesIn(html);
  const absent = [...late.classes].filter((name) => !present.has(name));
  if (!STYLE.test(html)) throw new Error('The page carries no stylesheet to shorten.');
  return html.replace(STYLE, (whole, start: string, css: string, end: string) => {
    const page = html.replace(whole, '');
    let own = without(absent, withoutIdleSelectors(css, page, late.selectors));
    // A property's only reference may be in another property.
    for (let idle = idleNames(own, page); idle.length > 0; idle = idleNames(own, page))
      own = without(idle, own);
    return `${start}${own}${end}`;
  });
}

/** Parts and states of fields that browsers style apart, and what a page with such a field has in its HTML. */
const FIELD_PARTS: readonly (readonly [part: RegExp, present: RegExp])[] = [
  [/^placeholder$/, /\splaceholder=/],
  [/^file-selector-button$/, /\stype="file"/],
  [/^-webkit-(?:date|calendar)/, /\stype="(?:date|time|month|week)/],
  [/^-webkit-search/, /\stype="search"/],
  [/^-webkit-(?:inner|outer)-spin/, /\stype="(?:number|date|time|month|week)/],
  [/^disabled$/, /\sdisabled(?:=|\s|>)/],
];

/** A stylesheet without the rules all of whose selectors are `removable` and name an element or a state that the page doesn't have. */
function withoutIdleSelectors(css: string, page: string, removable: ReadonlySet<string>): string {
  const elements = new Set(page.matchAll(/<([a-z][a-z0-9]*)/g).map(([, name = '']) => name));
  const isIdleField = (name: string) =>
    FIELD_PARTS.some(([part, present]) => part.test(name) && !present.test(page));
  const isIdlePart = (part: SelectorComponent): boolean => {
    switch (part.type) {
      case 'type':
        return !elements.has(part.name);
      case 'attribute':
        // Others are written by what runs before the scripts.
        return part.name.startsWith('aria-') && !page.includes(` ${part.name}=`);
      case 'pseudo-element':
      case 'pseudo-class':
        if (part.kind === 'where' || part.kind === 'is') return part.selectors.every(isIdle);
        return isIdleField('name' in part ? String(part.name) : part.kind);
      default:
        return false;
    }
  };
  const isIdle = (selector: Selector): boolean => selector.some(isIdlePart);
  const visitor: Visitor<never> = {
    Rule: {
      style({ value }) {
        const isUsed = (selector: Selector) => !isIdle(selector) || !removable.has(JSON.stringify(selector));
        return value.selectors.some(isUsed) ? undefined : [];
      },
    },
  };
  return transform({ filename: 'styles.css', code: Buffer.from(css), visitor }).code.toString();
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
