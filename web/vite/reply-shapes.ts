import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { z } from 'zod';
import type { Shape } from '../app/lib/api/reply-shape.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A brief, which screens and wizard complete themselves: it grows by questions. */
const BRIEFS = ['data', 'final'];
/** What an item of a list is known by; the first that it has. */
const IDENTITIES = ['_id', 'id'];
/** One of role and roles comes (specification section 7). */
const PERHAPS = ['roles'];

/**
 * The shape of what a call reads, for the browser. Undefined for one that changes something, whose success counts whatever it says, for a
 * reply that isn't JSON, and where nothing in it is looked into.
 */
export function shapeOfReply(name: string, { method, reply, isStream }: Endpoint): Shape | undefined {
  const isRead = method === 'GET' || name.startsWith('find');
  if (!isRead || isStream) return undefined;
  const schema = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' });
  if (schema.type === 'string') return undefined;
  return shapeOf(schema, { defs: schema.$defs ?? {}, within: [] }) || undefined;
}

interface Around {
  defs: Record<string, JsonSchema>;
  /** The definitions around it, none of which is followed again. */
  within: readonly string[];
  isItem?: boolean;
}

/** '' for a value that isn't looked into: a text, a number, anything. */
function shapeOf(schema: JsonSchema, { defs, within, isItem }: Around): Shape | '' {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const found = defs[name];
    return found && !within.includes(name) ? shapeOf(found, { defs, within: [...within, name], isItem }) : '';
  }
  const inner = (each: unknown) => shapeOf(each as JsonSchema, { defs, within });
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const [first = '', ...others] = choices.filter(({ type }) => type !== 'null').map(inner);
    // Of several kinds of object, only that it is one.
    const shape = others.length === 0 ? first : [first, ...others].every(Boolean) ? {} : '';
    return shape !== '' && choices.some(({ type }) => type === 'null') ? { '?': shape } : shape;
  }
  if (schema.type === 'array') {
    return [shapeOf((schema.items ?? {}) as JsonSchema, { defs, within, isItem: true })];
  }
  if (schema.type !== 'object') return '';
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {});
  const identity = isItem && IDENTITIES.find((name) => required.has(name));
  const members = properties.flatMap(([name, each]): [string, Shape][] => {
    const shape = name === identity ? 'id' : BRIEFS.includes(name) ? hollow(inner(each)) : inner(each);
    return shape === '' ? [] : [[required.has(name) && !PERHAPS.includes(name) ? name : `${name}?`, shape]];
  });
  return Object.fromEntries(members);
}

/** That it is an object, and none of what it has. */
function hollow(shape: Shape | ''): Shape | '' {
  if (typeof shape !== 'object' || Array.isArray(shape)) return shape;
  return '?' in shape ? { '?': {} } : {};
}
