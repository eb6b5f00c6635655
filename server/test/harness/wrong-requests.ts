import type { EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import type { SampleCall } from '../samples/noun-samples.ts';

const MISSING_ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

/** Texts that have broken something somewhere. */
export const HOSTILE = [
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  "' or '1'='1",
  '"; drop table accounts; --',
  '<script>alert(1)</script>',
  '{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  'a\r\nSet-Cookie: a=b',
  '\u202e\u2066\ufeff',
  '%00%ff%c0%af',
  '٣',
  'NaN',
  '-1',
  '1e999',
  'x'.repeat(300_000),
];

/** Values of every kind, in place of the right one. */
export const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  [],
  {},
  [[]],
  { length: -1 },
  { $ne: null },
  [null],
  Array(20_000).fill(0),
  ...HOSTILE,
];

export interface Case {
  name: EndpointName;
  endpoint: Endpoint;
  sample: Required<Pick<SampleCall, 'params' | 'query'>> & { body: Record<string, unknown> | undefined };
}

/** A request that is wrong in one way, and the statuses it may be answered with. */
export interface Attempt {
  what: string;
  change: Partial<InjectOptions> & { params?: Record<string, string> };
  statuses?: readonly number[];
  /** Whether its body is none that the call takes, whatever the fields. */
  isMalformed?: boolean;
}

const json = { 'content-type': 'application/json' };
export const describeValue = (value: unknown) => JSON.stringify(value).slice(0, 60);

/** Bodies that are malformed, whatever the endpoint. */
export function brokenBodies({ endpoint }: Case): Attempt[] {
  // Where a body may be left out, or all of its fields, nothing and null are calls in order.
  const isOptional = [null, {}].some((body) => endpoint.body?.safeParse(body).success);
  const withoutBody = isOptional ? [200, 409] : [400];
  const raw = (
    what: string,
    payload: string | Buffer,
    statuses: number[],
    headers: Record<string, string> = json,
  ) => ({
    what,
    change: { payload, headers },
    statuses,
    isMalformed: !statuses.includes(200),
  });
  return [
    raw('broken JSON', '{"name": ', [400]),
    raw('two values', '{} {}', [400]),
    raw('a bare word', 'undefined', [400]),
    raw('bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), [400]),
    raw('deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, [400]),
    raw('deep nesting in a field', `{"data":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, [400]),
    raw('a prototype', '{"__proto__":{"isAdmin":true}}', [400]),
    raw('a constructor', '{"constructor":{"prototype":{"a":1}}}', [400]),
    raw('too much', `{"name":"${'x'.repeat(1_100_000)}"}`, [413]),
    raw('plain text', '{}', [415], { 'content-type': 'text/plain' }),
    raw('XML', '<a/>', [415], { 'content-type': 'application/xml' }),
    raw('a form', 'name=a', [415], { 'content-type': 'application/x-www-form-urlencoded' }),
    raw('an odd type', '{}', [400, 415], { 'content-type': 'application/json\ta' }),
    raw('another character set', '{}', [415], { 'content-type': 'application/json; charset=utf-16' }),
    raw('compressed', '{}', [415], { ...json, 'content-encoding': 'gzip' }),
    ...[null, 'text', 7, true, [], [1]].map((value) =>
      raw(
        `${describeValue(value)} for an object`,
        JSON.stringify(value),
        value === null ? withoutBody : [400],
      ),
    ),
    raw('nothing', '', withoutBody),
  ];
}

/** Every field of the body left out where it must be there, and given every wrong value. */
export function wrongFields({ endpoint, sample }: Case): Attempt[] {
  if (!endpoint.body || !sample.body) return [];
  const whole = sample.body;
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required ?? []);
  return Object.keys(schema.properties ?? {}).flatMap((field) => {
    const { [field]: _, ...without } = whole;
    return [
      {
        what: `no ${field}`,
        change: { payload: without },
        ...(required.has(field) ? { statuses: [400] } : {}),
      },
      ...WRONG.map((value) => ({
        what: `${field} is ${describeValue(value)}`,
        change: { payload: { ...whole, [field]: value } },
      })),
    ];
  });
}

export function wrongQueries(each: Case): Attempt[] {
  return Object.keys(each.endpoint.query?.shape ?? {}).flatMap((field) => {
    const { [field]: _, ...others } = queryOf(each);
    return [
      { what: `${field} twice`, change: { query: { ...others, [field]: ['1', '2'] } }, statuses: [400] },
      ...HOSTILE.filter((text) => text.length < 1_000 && text.isWellFormed()).map((text) => ({
        what: `${field}=${describeValue(text)}`,
        change: { query: { ...others, [field]: text } },
      })),
      { what: `${field} over-long`, change: { query: { ...others, [field]: 'x'.repeat(5_000) } } },
    ];
  });
}

/** Calls that have succeeded when there is nothing to do: what they were to end has ended. */
const DONE_WITHOUT_TARGET: ReadonlySet<EndpointName> = new Set(['endMySession']);

export function wrongParams({ name: call, sample }: Case): Attempt[] {
  const missing = DONE_WITHOUT_TARGET.has(call) ? 200 : 404;
  return Object.keys(sample.params).flatMap((name) => [
    { what: `a ${name} that nothing has`, change: { params: { [name]: MISSING_ID } }, statuses: [missing] },
    ...['1', 'null', '%', '\u0000', MISSING_ID.slice(1), `${MISSING_ID}0`, 'x'.repeat(190), 'x'.repeat(5_000)]
      // A number's own value isn't wrong.
      .filter((id) => id !== sample.params[name])
      .map((id) => ({
        what: `${name} ${describeValue(id)}`,
        change: { params: { [name]: id } },
        statuses: [404, 414],
      })),
  ]);
}

/** The query of a call as its address has it. */
export const queryOf = ({ sample }: Case): Record<string, string> =>
  Object.fromEntries(Object.entries(sample.query).map(([name, value]) => [name, String(value)]));

/**
 * Whether the call's own schemas refuse an attempt: no handler sees it then, and no query depends on it. A handler reads a signed
 * body itself, and one of a stream is not seen to run.
 */
export function isRefusedByShape(each: Case, { change, isMalformed }: Attempt): boolean {
  const { endpoint, sample } = each;
  if (endpoint.isSigned || endpoint.isStream) return false;
  if (isMalformed) return true;
  const isText = typeof change.payload === 'string';
  const parts: [z.ZodType | undefined, unknown][] = [
    [endpoint.params, { ...sample.params, ...change.params }],
    [endpoint.query, change.query ?? queryOf(each)],
    [isText ? undefined : endpoint.body, change.payload ?? sample.body ?? {}],
  ];
  return parts.some(([schema, value]) => schema?.safeParse(value).success === false);
}
