import { api, type EndpointName } from '@atelier/domain/api.ts';
import { describeApi } from '@atelier/domain/api-document/api-document.ts';
import type { JsonSchema } from '@atelier/domain/api-document/shapes.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';

const document = describeApi(api);
const DRAWN_BY_HAND: ReadonlySet<string> = new Set(['date', 'uuid', 'date-time']);

/** A text within a body: where it is, and how long it may be. */
interface TextField {
  path: readonly (string | number)[];
  max: number;
}

interface Shape {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  format?: string;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

function textFieldsOf(schema: JsonSchema, path: TextField['path'] = []): TextField[] {
  const shape = schema as Shape;
  if (shape.$ref)
    return textFieldsOf(document.components.schemas[shape.$ref.split('/').at(-1) ?? ''] ?? {}, path);
  const either = shape.anyOf ?? shape.oneOf;
  if (either) return either.flatMap((each) => textFieldsOf(each, path));
  if (shape.enum || shape.const !== undefined) return [];
  const types = [shape.type ?? []].flat();
  if (types.includes('string')) {
    return DRAWN_BY_HAND.has(shape.format ?? '') ? [] : [{ path, max: shape.maxLength ?? 1_000 }];
  }
  if (types.includes('array')) return textFieldsOf(shape.items ?? {}, [...path, 0]);
  return Object.entries(shape.properties ?? {}).flatMap(([name, each]) =>
    textFieldsOf(each, [...path, name]),
  );
}

/** The text fields of each call's body, by the OpenAPI document; what another program signs, no person fills in. */
export const TEXT_FIELDS: ReadonlyMap<EndpointName, readonly TextField[]> = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }): [EndpointName, TextField[]][] => {
      const schema = requestBody?.content['application/json']?.schema;
      const { isSigned }: Endpoint = api[operationId as EndpointName];
      const fields = schema && !isSigned ? textFieldsOf(schema) : [];
      return fields.length > 0 ? [[operationId as EndpointName, fields]] : [];
    }),
  ),
);

/** A copy of a body with a text in one place. */
export function withValue(
  body: unknown,
  [key, ...rest]: readonly (string | number)[],
  value: string,
): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(body) ? [...body] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const record = (body ?? {}) as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, value) };
}
