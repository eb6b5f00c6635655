/** The parts of a JSON schema that a page about it tells. */
export interface Shape {
  $ref?: string;
  $defs?: Record<string, Shape>;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  properties?: Record<string, Shape>;
  required?: readonly string[];
  items?: Shape;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
}

const WIDTH = 100;

/** A JSON schema in the words of TypeScript's types, on one line where it fits. */
export function describeShape(shape: Shape, indent = ''): string {
  if (shape.$ref) return shape.$ref.replace(/^.*\//, '');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map((each) => describeShape(each, indent)))].join(' | ');
  if (shape.properties) return describeObject(shape, indent);
  if (shape.type === 'array') return `${wrap(describeShape(shape.items ?? {}, indent))}[]`;
  if (shape.format === 'uuid') return 'id';
  if (shape.format === 'date') return 'date';
  return [shape.type ?? 'anything'].flat().join(' | ');
}

function describeObject({ properties = {}, required = [] }: Shape, indent: string): string {
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?';
    const fallback =
      field.default === undefined || field.default === '' ? '' : ` = ${JSON.stringify(field.default)}`;
    return `${name}${optional}: ${describeShape(field, deeper)}${fallback}`;
  });
  if (fields.length === 0) return '{}';
  const line = `{ ${fields.join(', ')} }`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${deeper}${field}`).join('\n')}\n${indent}}`;
}

function wrap(text: string): string {
  return text.includes(' | ') ? `(${text})` : text;
}
