import { type ESTree, parseSync, Visitor } from 'vite';
import { readSources } from './import-graph.ts';

/*
 * Finds bare text beside something conditional. A browser that translates a page replaces each text node by an
 * element. When React then puts a node before that text, or takes the text out, the browser throws, and without the
 * guard in the head the page turns white. Text in an element of its own holds: React sets what the element contains.
 */

/** What one child may put into its parent. */
interface Content {
  /** A text node directly in the parent. */
  isText: boolean;
  isElement: boolean;
  /** It comes, goes, or turns into something else. */
  isConditional: boolean;
  /** Text among others in a fragment: React can't set it as the content of the parent. */
  isAmongOthers: boolean;
}

const NOTHING: Content = { isText: false, isElement: false, isConditional: false, isAmongOthers: false };
const TEXT: Content = { ...NOTHING, isText: true };
const ELEMENT: Content = { ...NOTHING, isElement: true };
const LIST: Content = { ...ELEMENT, isConditional: true };

type Parent = ESTree.JSXElement | ESTree.JSXFragment;

/** The screens' own files. */
const SCREENS = /^web\/(?:app|paint-first)\/(?!.*\.test\.tsx$).*\.tsx$/;
/** Calls that make an element of each item. */
const LIST_CALLS = new Set(['map', 'flatMap']);
/** Elements that hold words: whatever stands in a slot there may be text. In others it is taken for an element. */
const WORDY =
  /^(?:a|b|bdi|button|caption|dd|dt|em|figcaption|h[1-6]|label|legend|p|span|strong|summary|td|th|time)$/;

/** What the names in a file stand for. */
interface Names {
  /** Variables and functions that hold or return elements. */
  elements: ReadonlyMap<string, readonly ESTree.Expression[]>;
  /** Props that are nodes or return one, and what hooks make. */
  slots: ReadonlySet<string>;
  /** Components of all files whose outermost element comes, goes, or is another each time. */
  conditionalComponents: ReadonlySet<string>;
}

/** Reports each bare text beside something conditional. */
export function findBareTexts(root: string): string[] {
  const files = readSources(root)
    .filter(({ path }) => SCREENS.test(path))
    .map(({ path, text }) => ({ path, text, program: parse(path, text) }));
  const conditionalComponents = findConditionalComponents(files.map(({ program }) => program));
  return files.flatMap(({ path, text, program }) => {
    const names = { elements: elementsOf(program), slots: slotsOf(program), conditionalComponents };
    const found: string[] = [];
    const check = (parent: Parent) => {
      const fault = faultIn(parent, names);
      if (!fault) return;
      const line = text.slice(0, fault.start).split('\n').length;
      found.push(`${path}:${line}: ${text.slice(fault.start, fault.end).trim().replaceAll(/\s+/g, ' ')}`);
    };
    new Visitor({ JSXElement: check, JSXFragment: check }).visit(program);
    for (const [name, values] of componentsOf(program)) {
      const whole = values.map((value) => contentOfValue(value, names)).reduce(either);
      if (whole.isText && (whole.isConditional || whole.isAmongOthers)) found.push(`${path}: <${name} />`);
    }
    // A fragment is looked at with its parent, too.
    return [...new Set(found)];
  });
}

function parse(path: string, text: string): ESTree.Program {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return program;
}

/** The first text among a parent's children that isn't safe. */
function faultIn(parent: Parent, names: Names): ESTree.JSXChild | undefined {
  const isWordy = parent.type === 'JSXElement' && WORDY.test(nameOf(parent));
  const known = isWordy ? { ...names, slots: new Set<string>() } : names;
  const children = flatten(parent.children).map((node) => ({ node, content: contentOf(node, known) }));
  let isAfterConditional = false;
  for (const { node, content } of children) {
    const { isText, isElement, isConditional, isAmongOthers } = content;
    if (isText && isAfterConditional) return node;
    if (isText && isConditional && (children.length > 1 || isAmongOthers)) return node;
    // React puts a node before the next element that stays, whatever has become of the texts behind that.
    if (isConditional) isAfterConditional = true;
    else if (isElement && !isText) isAfterConditional = false;
  }
  return undefined;
}

/** The children that leave something in the document; those of a fragment stand among them. */
function flatten(children: readonly ESTree.JSXChild[]): ESTree.JSXChild[] {
  return children.flatMap((child) => {
    if (child.type === 'JSXText') return child.value.trim() ? child : [];
    if (child.type === 'JSXFragment') return flatten(child.children);
    if (child.type === 'JSXExpressionContainer' && isBlank(child.expression)) return [];
    return child;
  });
}

/** A comment, or a space, which translators leave alone. */
const isBlank = (expression: ESTree.JSXExpressionContainer['expression']) =>
  expression.type === 'JSXEmptyExpression' ||
  (expression.type === 'Literal' && typeof expression.value === 'string' && !expression.value.trim());

function contentOf(child: ESTree.JSXChild, names: Names): Content {
  if (child.type === 'JSXText') return TEXT;
  if (child.type === 'JSXSpreadChild') return LIST;
  if (child.type !== 'JSXExpressionContainer') return contentOfValue(child, names);
  return child.expression.type === 'JSXEmptyExpression' ? NOTHING : contentOfValue(child.expression, names);
}

function contentOfValue(value: ESTree.Expression, names: Names): Content {
  switch (value.type) {
    case 'Literal':
      return literalOf(value.value);
    case 'JSXElement':
      return { ...ELEMENT, isConditional: names.conditionalComponents.has(nameOf(value)) || hasKey(value) };
    case 'JSXFragment':
      return fragmentOf(value, names);
    case 'LogicalExpression': {
      const right = contentOfValue(value.right, names);
      return either(value.operator === '&&' ? NOTHING : contentOfValue(value.left, names), right);
    }
    case 'ConditionalExpression':
      return either(contentOfValue(value.consequent, names), contentOfValue(value.alternate, names));
    case 'CallExpression':
      return callOf(value, names);
    case 'Identifier':
      return value.name === 'undefined' ? NOTHING : namedOf(value.name, names);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return contentOfValue(value.expression, names);
    default:
      return TEXT;
  }
}

function literalOf(value: unknown): Content {
  if (typeof value === 'number') return TEXT;
  if (typeof value !== 'string' || value === '') return NOTHING;
  // Translators leave a space alone.
  return value.trim() ? TEXT : ELEMENT;
}

function fragmentOf(fragment: ESTree.JSXFragment, names: Names): Content {
  const contents = flatten(fragment.children).map((child) => contentOf(child, names));
  const isText = contents.some((content) => content.isText);
  return {
    isText,
    isElement: contents.some((content) => content.isElement),
    isConditional: contents.some((content) => content.isConditional),
    isAmongOthers: isText && contents.length > 1,
  };
}

function callOf({ callee }: ESTree.CallExpression, names: Names): Content {
  if (callee.type === 'Identifier') return namedOf(callee.name, names);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return TEXT;
  return LIST_CALLS.has(callee.property.name) ? LIST : TEXT;
}

/** A variable, or what a function returns. */
function namedOf(name: string, names: Names): Content {
  const values = names.elements.get(name);
  if (!values) return names.slots.has(name) ? ELEMENT : TEXT;
  const others = { ...names, elements: new Map([...names.elements].filter(([other]) => other !== name)) };
  return values.map((value) => contentOfValue(value, others)).reduce(either);
}

/** One or the other: only two texts are the same node. */
function either(one: Content, other: Content): Content {
  const isSame = isOnlyText(one) && isOnlyText(other);
  return {
    isText: one.isText || other.isText,
    isElement: one.isElement || other.isElement,
    isConditional: !isSame || one.isConditional || other.isConditional,
    isAmongOthers: one.isAmongOthers || other.isAmongOthers,
  };
}

const isOnlyText = ({ isText, isElement }: Content) => isText && !isElement;

const nameOf = ({ openingElement: { name } }: ESTree.JSXElement) =>
  name.type === 'JSXIdentifier' ? name.name : '';

/** React replaces an element whose key changes. */
const hasKey = ({ openingElement }: ESTree.JSXElement) =>
  openingElement.attributes.some((each) => each.type === 'JSXAttribute' && each.name.name === 'key');

/** The variables and functions of a file that hold or return elements. */
function elementsOf(program: ESTree.Program): Map<string, readonly ESTree.Expression[]> {
  const nothingKnown = {
    elements: new Map(),
    slots: new Set<string>(),
    conditionalComponents: new Set<string>(),
  };
  const isElement = (value: ESTree.Expression) => contentOfValue(value, nothingKnown).isElement;
  const found = [...valuesByName(program)].map(([name, values]) => [name, values.filter(isElement)] as const);
  return new Map(found.filter(([, values]) => values.length > 0));
}

/** What each variable is set to, and each function returns. Two of one name are both meant by it. */
function valuesByName(program: ESTree.Program): Map<string, ESTree.Expression[]> {
  const found = new Map<string, ESTree.Expression[]>();
  const add = (name: string, values: ESTree.Expression[]) =>
    found.set(name, [...(found.get(name) ?? []), ...values]);
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (id && body) add(id.name, returnsOf(body.body));
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !init) return;
      if (init.type === 'ArrowFunctionExpression') {
        add(id.name, init.body.type === 'BlockStatement' ? returnsOf(init.body.body) : [init.body]);
        return;
      }
      // The choice of one component or another is no text.
      if (!/^[A-Z][a-z]/.test(id.name)) add(id.name, [init]);
    },
  }).visit(program);
  return found;
}

/** The values that a function itself returns. */
function returnsOf(body: ESTree.Program['body']): ESTree.Expression[] {
  const found: ESTree.Expression[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement({ argument }) {
      if (depth === 0 && argument) found.push(argument);
    },
  }).visit({ type: 'Program', body, sourceType: 'module', hashbang: null, start: 0, end: 0 });
  return found;
}

const isHook = (callee: ESTree.Expression) => callee.type === 'Identifier' && /^use[A-Z]/.test(callee.name);

/** The props of a file that are nodes or functions that return one, and what its hooks make. */
function slotsOf(program: ESTree.Program): Set<string> {
  const found = new Set<string>();
  new Visitor({
    TSPropertySignature({ key, typeAnnotation }) {
      if (key.type !== 'Identifier' || !typeAnnotation) return;
      let type: ESTree.TSType = typeAnnotation.typeAnnotation;
      if (type.type === 'TSParenthesizedType') type = type.typeAnnotation;
      if (type.type === 'TSFunctionType') type = type.returnType.typeAnnotation;
      const isNode =
        type.type === 'TSTypeReference' &&
        type.typeName.type === 'Identifier' &&
        type.typeName.name === 'ReactNode';
      if (isNode) found.add(key.name);
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || init?.type !== 'CallExpression' || !isHook(init.callee)) return;
      for (const each of id.properties) {
        if (each.type === 'Property' && each.value.type === 'Identifier') found.add(each.value.name);
      }
    },
  }).visit(program);
  return found;
}

/** The components of a file, and what they return. */
const componentsOf = (program: ESTree.Program) =>
  [...valuesByName(program)].filter(([name, values]) => /^[A-Z][a-z]/.test(name) && values.length > 0);

/** Components whose outermost element comes, goes, or is another each time, by their names. */
function findConditionalComponents(programs: readonly ESTree.Program[]): Set<string> {
  const components = programs.flatMap(componentsOf);
  const found = new Set<string>();
  const names = { elements: new Map(), slots: new Set<string>(), conditionalComponents: found };
  const isConditional = (values: readonly ESTree.Expression[]) => {
    const kinds = new Set(values.map((value) => (value.type === 'JSXElement' ? nameOf(value) : value)));
    return kinds.size > 1 || values.some((value) => contentOfValue(value, names).isConditional);
  };
  // Until a round finds no more: one that shows nothing may be the outermost element of another.
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [name, values] of components) if (isConditional(values)) found.add(name);
  }
  return found;
}

if (import.meta.main) {
  const faults = findBareTexts(`${import.meta.dirname}/..`);
  for (const fault of faults) console.error(`${fault} — give the text an element of its own`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('Bare text: none beside anything conditional.');
}
