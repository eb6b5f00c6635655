import { api, type EndpointName } from '@atelier/domain/api.ts';
import {
  type ApiDocument,
  type ApiOperation,
  describeApi,
} from '@atelier/domain/api-document/api-document.ts';
import type { JsonSchema } from '@atelier/domain/api-document/shapes.ts';
import fc from 'fast-check';

/** A call made from the OpenAPI document. `null` in a path stands for an id that a reply has given. */
export interface GeneratedCall {
  name: EndpointName;
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: unknown;
  /** Which of the actors and of the ids so far: numbers that are taken modulo how many there are. */
  actor: number;
  id: number;
  /** What is wrong with it, or nothing. */
  flaw: 'none' | 'type' | 'body' | 'huge' | 'token';
}

const document: ApiDocument = describeApi(api);

/** Texts that programs trip over: of other scripts, of markup, of queries, of paths, and of none at all. */
const HOSTILE = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\u202e',
  '\ud800',
  '😀'.repeat(50),
  'İıſß',
  "' or 1=1 --",
  '%_\\',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  'a\r\nset-cookie: a=b',
  '9'.repeat(400),
  'x'.repeat(20_000),
);

const TEXT = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: HOSTILE },
);

const JUNK = fc.oneof(
  HOSTILE,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, true),
);

/** Values of a schema, and near misses in one of ten. */
function valuesOf(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 19, arbitrary: fitting(schema, depth) }, { weight: 1, arbitrary: JUNK });
}

/** The members of JSON Schema that the document uses. */
interface Known {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Stands for an id of the product in a generated value. */
export const AN_ID = 'id-of-a-reply';

function fitting(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const known = schema as Known;
  if (known.$ref)
    return fitting(document.components.schemas[known.$ref.split('/').at(-1) ?? ''] ?? {}, depth);
  if (known.const !== undefined) return fc.constant(known.const);
  if (known.enum) return fc.constantFrom(...known.enum);
  const either = known.anyOf ?? known.oneOf;
  if (either) return fc.oneof(...either.map((each) => fitting(each, depth)));
  const types = [known.type ?? 'any'].flat();
  return fc.oneof(...types.map((type) => ofType(type, known, depth)));
}

function ofType(type: string, known: Known, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const min = Math.max(known.minimum ?? -10, -1_000_000);
      const max = Math.min(known.maximum ?? 10, 1_000_000);
      const near = fc.integer({ min, max: Math.min(max, min + 8) });
      return fc.oneof(near, fc.integer({ min, max }), fc.constantFrom(min - 1, max + 1));
    }
    case 'string':
      return textsOf(known);
    case 'array': {
      const items = known.items ?? {};
      return depth > 4 ? fc.constant([]) : fc.array(valuesOf(items, depth + 1), { maxLength: 5 });
    }
    case 'object': {
      const members = Object.entries(known.properties ?? {});
      const values = Object.fromEntries(members.map(([name, each]) => [name, valuesOf(each, depth + 1)]));
      return fc.record(values, { requiredKeys: known.required ?? [] });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textsOf({ format, minLength = 0, maxLength = 200 }: Known): fc.Arbitrary<string> {
  if (format === 'uuid')
    return fc.oneof({ weight: 9, arbitrary: fc.constant(AN_ID) }, { weight: 1, arbitrary: fc.uuid() });
  if (format === 'date')
    return fc.constantFrom('2026-04-01', '2024-02-29', '2026-02-30', '0000-01-01', '9999-12-31');
  const words = fc.string({
    unit: 'grapheme-ascii',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 80)),
  });
  return fc.oneof(
    { weight: 6, arbitrary: words },
    { weight: 1, arbitrary: fc.constant('ada@client.example') },
    { weight: 3, arbitrary: TEXT },
  );
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

function callsOf(path: string, method: string, operation: ApiOperation): fc.Arbitrary<GeneratedCall> {
  const asked = (operation.parameters ?? []).filter((each) => each.in === 'query');
  const query = fc.record(Object.fromEntries(asked.map(({ name, schema }) => [name, valuesOf(schema)])), {
    requiredKeys: asked.filter(({ required }) => required).map(({ name }) => name),
  });
  const [[type, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  const body = media && type === 'application/json' ? valuesOf(media.schema) : fc.constant(undefined);
  return fc.record({
    name: fc.constant(operation.operationId as EndpointName),
    method: fc.constant(method),
    path: fc.constant(path),
    query,
    body,
    actor: fc.nat(1_000),
    id: fc.nat(1_000_000),
    flaw: fc.oneof(
      { weight: 30, arbitrary: fc.constant('none' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('type' as const, 'body' as const, 'huge' as const, 'token' as const),
      },
    ),
  });
}

/** Streams do not end, and the deletion of accounts and admins would end the game: other proofs have both. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'streamEvents',
  'deleteMyAccount',
  'disableUser',
  'signUserOut',
]);

export const generatedCalls: fc.Arbitrary<GeneratedCall> = fc.oneof(
  ...operations
    .filter(({ operation }) => !LEFT_OUT.has(operation.operationId))
    .map(({ path, method, operation }) => callsOf(path, method, operation)),
);
