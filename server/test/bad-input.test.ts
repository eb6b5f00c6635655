import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { errorReplySchema } from '@atelier/domain/errors-schema.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Engine } from '../src/platform/db/database.ts';
import { boundEndpoints } from '../src/platform/http/routes.ts';
import { describeEachEngine } from './harness/database.ts';
import { makeSubjects, type SampleCall, sampleCalls } from './harness/sample-calls.ts';
import { createTestApp, type TestApp, type TestUser } from './harness/test-app.ts';

const MISSING_ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

/** Texts that have broken something somewhere. */
const HOSTILE = [
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

/** Values of every kind, in place of whatever is due. */
const WRONG: readonly unknown[] = [
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

interface Case {
  name: EndpointName;
  endpoint: Endpoint;
  sample: Required<Pick<SampleCall, 'params' | 'query'>> & { body: Record<string, unknown> | undefined };
}

/** A request that is wrong in one way, and the statuses it may be answered with. */
interface Attempt {
  what: string;
  change: Partial<InjectOptions> & { params?: Record<string, string> };
  statuses?: readonly number[];
}

async function prepare(engine: Engine) {
  const app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1000000' } });
  const owner = await app.signInOwner();
  const subjects = await makeSubjects(app, owner);
  const bound = boundEndpoints(app.http);
  const cases = (Object.entries(api) as [EndpointName, Endpoint][])
    .filter(([, endpoint]) => bound.has(endpoint))
    .map(([name, endpoint]): Case => {
      const { params = {}, query = {}, body } = sampleCalls[name](subjects);
      return { name, endpoint, sample: { params, query, body: body as Case['sample']['body'] } };
    })
    // What deletes comes last: until then there is something to ask the others about.
    .sort(
      (one, other) => Number(one.endpoint.method === 'DELETE') - Number(other.endpoint.method === 'DELETE'),
    );
  return { app, owner, cases };
}

function request(
  { endpoint, sample }: Case,
  user: TestUser,
  { params, ...change }: Attempt['change'],
): InjectOptions {
  const values = { ...sample.params, ...params };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return {
    method: endpoint.method,
    url: `/api${path}`,
    query: Object.fromEntries(Object.entries(sample.query).map(([name, value]) => [name, String(value)])),
    ...(sample.body ? { payload: sample.body } : {}),
    ...change,
    headers: {
      authorization: `Bearer ${user.token}`,
      ...(sample.body instanceof Uint8Array && change.payload === undefined
        ? { 'content-type': 'application/pdf' }
        : {}),
      ...change.headers,
    },
  };
}

/** A failure is a 4xx in the documented shape; a success is the declared one. Anything else is a fault. */
async function expectHandled(app: TestApp, user: TestUser, each: Case, { what, change, statuses }: Attempt) {
  const reply = await app.inject(request(each, user, change));
  const where = `${each.name}: ${what}`;
  if (statuses)
    expect([where, statuses.includes(reply.statusCode), reply.statusCode]).toEqual([
      where,
      true,
      reply.statusCode,
    ]);
  if (reply.statusCode === (each.endpoint.status ?? 200)) return;
  expect([where, reply.statusCode >= 400 && reply.statusCode < 500, reply.statusCode]).toEqual([
    where,
    true,
    reply.statusCode,
  ]);
  const body = reply.json();
  expect(errorReplySchema.strict().parse(body), where).toEqual(body);
  expect(reply.headers['content-type'], where).toBe('application/json; charset=utf-8');
  expect(reply.body, where).not.toMatch(/node_modules|\.ts:\d+|sqlite|postgres|zod/i);
}

const json = { 'content-type': 'application/json' };
const describeValue = (value: unknown) => JSON.stringify(value).slice(0, 60);

/** Bodies that are wrong before anybody looks at what they mean. */
function brokenBodies({ endpoint }: Case): Attempt[] {
  // Where a body may be left out, nothing and null are calls in order.
  const withoutBody = endpoint.body?.safeParse(null).success ? [200, 409] : [400];
  const raw = (
    what: string,
    payload: string | Buffer,
    statuses: number[],
    headers: Record<string, string> = json,
  ) => ({
    what,
    change: { payload, headers },
    statuses,
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
function wrongFields({ endpoint, sample }: Case): Attempt[] {
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

function wrongQueries({ endpoint, sample }: Case): Attempt[] {
  return Object.keys(endpoint.query?.shape ?? {}).flatMap((field) => {
    const { [field]: _, ...others } = Object.fromEntries(
      Object.entries(sample.query).map(([name, value]) => [name, String(value)]),
    );
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

function wrongParams({ name: call, sample }: Case): Attempt[] {
  const missing = DONE_WITHOUT_TARGET.has(call) ? 200 : 404;
  return Object.keys(sample.params).flatMap((name) => [
    { what: `a ${name} that nothing has`, change: { params: { [name]: MISSING_ID } }, statuses: [missing] },
    ...[
      '1',
      'null',
      '%',
      '\u0000',
      MISSING_ID.slice(1),
      `${MISSING_ID}0`,
      'x'.repeat(190),
      'x'.repeat(5_000),
    ].map((id) => ({
      what: `${name} ${describeValue(id)}`,
      change: { params: { [name]: id } },
      statuses: [404, 414],
    })),
  ]);
}

describeEachEngine((engine) => {
  it('answers every wrong request in the documented way', async () => {
    const { app, owner, cases } = await prepare(engine);
    await using _ = app;
    let attempts = 0;
    for (const each of cases) {
      const bodies = each.endpoint.body ? brokenBodies(each) : [];
      for (const attempt of [...bodies, ...wrongFields(each), ...wrongQueries(each), ...wrongParams(each)]) {
        await expectHandled(app, owner, each, attempt);
        attempts += 1;
      }
    }
    expect(attempts).toBeGreaterThan(500);
  }, 120_000);

  it('answers whatever is thrown at it', async () => {
    const { app, owner, cases } = await prepare(engine);
    await using _ = app;
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...HOSTILE.slice(0, -1)),
    );
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
    // A stream that opens does not end: what refuses to open it is tried above.
    const fuzzed = cases.filter(({ endpoint: { isStream, body, query } }) => !isStream && (body ?? query));
    for (const each of fuzzed) {
      const { endpoint, sample } = each;
      const fieldsOf = (schema: z.ZodType) =>
        Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
      const bodyFields = endpoint.body ? fieldsOf(endpoint.body) : [];
      const mutation = fc.dictionary(fc.constantFrom(...bodyFields, 'extra'), fc.oneof(value, text));
      const query = fc.dictionary(
        fc.constantFrom(...Object.keys(endpoint.query?.shape ?? {}), 'extra'),
        text,
      );
      await fc.assert(
        fc.asyncProperty(mutation, query, fc.boolean(), async (changed, asked, isWhole) => {
          const wellFormed = Object.fromEntries(
            Object.entries(asked).filter(([, part]) => part.isWellFormed()),
          );
          await expectHandled(app, owner, each, {
            what: `${describeValue(changed)} ${describeValue(asked)}`,
            change: {
              query: wellFormed,
              ...(endpoint.body ? { payload: isWhole ? { ...sample.body, ...changed } : changed } : {}),
            },
          });
        }),
        { numRuns: 40 },
      );
    }
  }, 120_000);

  it('answers what hides in the brief field by field', async () => {
    const { app, owner } = await prepare(engine);
    await using _ = app;
    const fields = Object.keys(await currentBrief(owner));
    expect(fields.length).toBeGreaterThan(20);
    for (const field of fields) {
      for (const wrong of WRONG) {
        const reply = await owner.call(api.saveOnboarding, { body: { step: 1, data: { [field]: wrong } } });
        expect([field, describeValue(wrong), [200, 400].includes(reply.status), reply.status]).toEqual([
          field,
          describeValue(wrong),
          true,
          reply.status,
        ]);
      }
    }
  }, 120_000);

  it('refuses other methods, and says which there are', async () => {
    const { app, owner, cases } = await prepare(engine);
    await using _ = app;
    for (const each of cases) {
      const reply = await app.inject({ ...request(each, owner, {}), method: 'PUT', payload: {} });
      expect([each.name, reply.statusCode, reply.json().code]).toEqual([
        each.name,
        405,
        'method_not_allowed',
      ]);
      expect(reply.headers.allow).toContain(each.endpoint.method);
    }
  });
});

async function currentBrief(user: TestUser): Promise<Record<string, unknown>> {
  return (await user.call(api.getMyOnboarding)).body.onboarding?.data ?? {};
}
