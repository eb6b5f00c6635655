import type { JsonSchema } from '@atelier/domain/api-document/shapes.ts';

const WIDTH = 100;

/** A JSON schema in the words of TypeScript's types with its limits behind them, on one line where it fits. */
export function describeShape(shape: JsonSchema, indent = ''): string {
  if (shape.$ref) return shape.$ref.replace(/^.*\//, '');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map((each) => describeShape(each, indent)))].join(' | ');
  if (shape.properties) return describeObject(shape, indent);
  if (shape.type === 'array') {
    const item = describeShape(asSchema(shape.items), indent);
    return `${wrap(item)}[]${describeRange(shape.minItems, shape.maxItems)}`;
  }
  return `${describeType(shape)}${describeRange(...rangeOf(shape))}`;
}

function describeType({ type, format, contentMediaType }: JsonSchema): string {
  if (contentMediaType) return contentMediaType;
  if (format === 'uuid') return 'id';
  if (format === 'date') return 'date';
  return [type ?? 'anything'].flat().join(' | ');
}

/** What bounds it: the length of a text, the value of a number. */
function rangeOf({ type, minLength, maxLength, minimum, maximum }: JsonSchema): [min?: number, max?: number] {
  if (type === 'string') return [minLength, maxLength];
  return [exceptWidest(minimum), exceptWidest(maximum)];
}

/** The end of a range of numbers, unless it is the end of all numbers that JSON can carry. */
function exceptWidest(end: number | undefined): number | undefined {
  return Math.abs(end ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : end;
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min ? ` ≥${min}` : '';
  return min ? ` ${min}–${max}` : ` ≤${max}`;
}

function describeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(([name, property]) => {
    const field = asSchema(property);
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

/** A schema may be written as a truth value, which bounds nothing, or as a list, which we have nowhere. */
function asSchema(schema: JsonSchema['items']): JsonSchema {
  return typeof schema === 'object' && !Array.isArray(schema) ? schema : {};
}

/** Brackets around a choice or a range, so that what follows counts for all of it. */
function wrap(text: string): string {
  return text.includes(' | ') || / [≤≥\d]\S*$/.test(text) ? `(${text})` : text;
}
