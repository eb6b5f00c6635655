import { api, type EndpointName } from '@atelier/domain/api.ts';
import { errorReplySchema } from '@atelier/domain/api-document/shapes.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Engine } from '../src/platform/db/database.ts';
import { boundEndpoints } from '../src/platform/http/routes.ts';
import { describeAnyEngine } from './harness/database.ts';
import { chosenEngines } from './harness/engines.ts';
import { createTestApp, type TestApp, type TestUser } from './harness/test-app.ts';
import {
  type Attempt,
  brokenBodies,
  type Case,
  describeValue,
  HOSTILE,
  isRefusedByShape,
  queryOf,
  WRONG,
  wrongFields,
  wrongParams,
  wrongQueries,
} from './harness/wrong-requests.ts';
import { makeSubjects, sampleCalls } from './samples/all-samples.ts';

/** What no handler sees is tried on this engine alone, and is seen there not to reach one. */
const [FIRST_ENGINE] = chosenEngines(process.env.ENGINES);
/** Refused calls that are under way at once. */
const AT_ONCE = 16;

const errorShape = errorReplySchema.strict();

/** Of all of Unicode, halves of a pair included. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(...HOSTILE.slice(0, -1)),
);
const anyValue = fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter });

const fieldsOf = (schema: z.ZodType) =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

/** Every call that has a handler, with its subjects, and its caller. */
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
    // Deleting calls come last: the others need something to act on.
    .sort(
      (one, other) => Number(one.endpoint.method === 'DELETE') - Number(other.endpoint.method === 'DELETE'),
    );
  return { app, owner, cases, countHandled: countHandled(app) };
}
type Scene = Awaited<ReturnType<typeof prepare>>;

/** Counts the calls that get as far as a handler; `app` counts from here on. */
function countHandled({ http: { guard } }: TestApp): () => number {
  let handled = 0;
  const identify = guard.identify.bind(guard);
  guard.identify = async (...request) => {
    const { caller, authorise } = await identify(...request);
    return {
      caller,
      authorise: () => {
        const { grant, run } = authorise();
        return {
          grant,
          run: (call, handle) => {
            handled += 1;
            return run(call, handle);
          },
        };
      },
    };
  };
  return () => handled;
}

function request(each: Case, user: TestUser, { params, ...change }: Attempt['change']): InjectOptions {
  const { endpoint, sample } = each;
  const values = { ...sample.params, ...params };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return {
    method: endpoint.method,
    url: `/api${path}`,
    query: queryOf(each),
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

/** What is wrong with the answer: a failure is a 4xx in the documented shape, a success the declared one. */
async function findFault({ app, owner }: Scene, each: Case, attempt: Attempt): Promise<string | undefined> {
  const reply = await app.inject(request(each, owner, attempt.change));
  const { statusCode, headers, body } = reply;
  const saying = (fault: string) => `${each.name}: ${attempt.what}: ${statusCode} ${fault}`;
  if (attempt.statuses?.includes(statusCode) === false) return saying(`is none of ${attempt.statuses}`);
  if (statusCode === (each.endpoint.status ?? 200)) return undefined;
  if (statusCode < 400 || statusCode >= 500) return saying('is neither success nor refusal');
  if (headers['content-type'] !== 'application/json; charset=utf-8') return saying('is no JSON');
  const { error } = errorShape.safeParse(reply.json());
  if (error) return saying(`has another shape: ${error.message}`);
  return /node_modules|\.ts:\d+|sqlite|postgres|zod/i.test(body)
    ? saying(`says how it is made: ${body}`)
    : undefined;
}

/** Tries what the call's schemas refuse, several at once; none may reach a handler. */
async function findFaultsOfRefused(scene: Scene, each: Case, attempts: Attempt[]): Promise<string[]> {
  const before = scene.countHandled();
  const faults: (string | undefined)[] = [];
  for (let at = 0; at < attempts.length; at += AT_ONCE) {
    const some = attempts.slice(at, at + AT_ONCE);
    faults.push(...(await Promise.all(some.map((attempt) => findFault(scene, each, attempt)))));
  }
  if (scene.countHandled() > before) faults.push(`${each.name}: its handler got what its schemas refuse`);
  return faults.filter((fault) => fault !== undefined);
}

describe('the API', () => {
  describeAnyEngine((engine) => {
    const isFirst = engine === FIRST_ENGINE;

    it('answers every wrong request as documented', async () => {
      const scene = await prepare(engine);
      await using _ = scene.app;
      const wrong: string[] = [];
      const count = { refused: 0, taken: 0 };
      for (const each of scene.cases) {
        const attempts = [
          ...(each.endpoint.body ? brokenBodies(each) : []),
          ...wrongFields(each),
          ...wrongQueries(each),
          ...wrongParams(each),
        ];
        const { refused = [], taken = [] } = Object.groupBy(attempts, (attempt) =>
          isRefusedByShape(each, attempt) ? 'refused' : 'taken',
        );
        if (isFirst) wrong.push(...(await findFaultsOfRefused(scene, each, refused)));
        for (const attempt of taken) wrong.push((await findFault(scene, each, attempt)) ?? '');
        count.refused += refused.length;
        count.taken += taken.length;
      }
      expect(wrong.filter(Boolean)).toEqual([]);
      expect(count.refused).toBeGreaterThan(8_500);
      expect(count.taken).toBeGreaterThan(1_300);
    }, 300_000);

    it('answers any random input', async () => {
      const scene = await prepare(engine);
      await using _ = scene.app;
      // An opened stream doesn't end: refusals to open it are tested above.
      const fuzzed = scene.cases.filter(
        ({ endpoint: { isStream, body, query } }) => !isStream && (body ?? query),
      );
      const count = { refused: 0, taken: 0 };
      for (const each of fuzzed) {
        const { endpoint, sample } = each;
        const bodyFields = endpoint.body ? fieldsOf(endpoint.body) : [];
        const mutation = fc.dictionary(fc.constantFrom(...bodyFields, 'extra'), fc.oneof(anyValue, anyText));
        const query = fc.dictionary(
          fc.constantFrom(...Object.keys(endpoint.query?.shape ?? {}), 'extra'),
          anyText.filter((text) => text.isWellFormed()),
        );
        await fc.assert(
          fc.asyncProperty(mutation, query, fc.boolean(), async (changed, asked, isWhole) => {
            const attempt: Attempt = {
              what: `${describeValue(changed)} ${describeValue(asked)}`,
              change: {
                query: { ...asked },
                ...(endpoint.body ? { payload: isWhole ? { ...sample.body, ...changed } : changed } : {}),
              },
            };
            const isRefused = isRefusedByShape(each, attempt);
            count[isRefused ? 'refused' : 'taken'] += 1;
            if (isRefused && !isFirst) return;
            const faults = isRefused
              ? await findFaultsOfRefused(scene, each, [attempt])
              : [await findFault(scene, each, attempt)];
            expect(faults.filter(Boolean)).toEqual([]);
          }),
          { numRuns: 40 },
        );
      }
      expect(count.taken).toBeGreaterThan(500);
    }, 300_000);

    it('answers invalid fields of a brief one by one', async () => {
      const scene = await prepare(engine);
      await using _ = scene.app;
      const brief = (await scene.owner.call(api.getMyOnboarding)).body.onboarding?.data ?? {};
      const fields = Object.keys(brief);
      expect(fields.length).toBeGreaterThan(20);
      const each: Case = {
        name: 'saveOnboarding',
        endpoint: api.saveOnboarding,
        sample: { params: {}, query: {}, body: {} },
      };
      const attempts = fields.flatMap((field) =>
        WRONG.map(
          (wrong): Attempt => ({
            what: `${field} is ${describeValue(wrong)}`,
            change: { payload: { step: 1, data: { [field]: wrong } } },
            statuses: [200, 400],
          }),
        ),
      );
      const wrong: (string | undefined)[] = [];
      for (const attempt of attempts)
        if (isFirst || !isRefusedByShape(each, attempt)) wrong.push(await findFault(scene, each, attempt));
      expect(wrong.filter(Boolean)).toEqual([]);
    }, 300_000);

    if (!isFirst) return;
    it('refuses other methods and lists the allowed ones', async () => {
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
});
