import { api, type EndpointName } from '@atelier/domain/api.ts';
import { errorReplySchema } from '@atelier/domain/api-document/shapes.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Engine } from '../src/platform/db/database.ts';
import { boundEndpoints } from '../src/platform/http/routes.ts';
import { describeEachEngine } from './harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from './harness/test-app.ts';
import {
  type Attempt,
  brokenBodies,
  type Case,
  describeValue,
  HOSTILE,
  WRONG,
  wrongFields,
  wrongParams,
  wrongQueries,
} from './harness/wrong-requests.ts';
import { makeSubjects, sampleCalls } from './samples/all-samples.ts';

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

/** A failure is a 4xx in the documented shape; a success is the declared one. Anything else is a bug. */
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

describe('the API', () => {
  describeEachEngine((engine) => {
    it('answers every wrong request as documented', async () => {
      const { app, owner, cases } = await prepare(engine);
      await using _ = app;
      let attempts = 0;
      for (const each of cases) {
        const bodies = each.endpoint.body ? brokenBodies(each) : [];
        for (const attempt of [
          ...bodies,
          ...wrongFields(each),
          ...wrongQueries(each),
          ...wrongParams(each),
        ]) {
          await expectHandled(app, owner, each, attempt);
          attempts += 1;
        }
      }
      expect(attempts).toBeGreaterThan(500);
    }, 300_000);

    it('answers any random input', async () => {
      const { app, owner, cases } = await prepare(engine);
      await using _ = app;
      const text = fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...HOSTILE.slice(0, -1)),
      );
      const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
      // An opened stream doesn't end: refusals to open it are tested above.
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
    }, 300_000);

    it('answers invalid fields of a brief one by one', async () => {
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
    }, 300_000);

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

  async function currentBrief(user: TestUser): Promise<Record<string, unknown>> {
    return (await user.call(api.getMyOnboarding)).body.onboarding?.data ?? {};
  }
});
