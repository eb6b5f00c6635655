import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../src/platform/db/database.ts';
import { boundEndpoints, isApiPath, knownRoutes } from '../src/platform/http/routes.ts';
import { describeAnyEngine } from './harness/database.ts';
import { sendTo, spellingsOf, type TargetReply } from './harness/raw-connection.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import { callAuth, PASSWORD } from './harness/sign-in.ts';
import { callWith, type TestUser } from './harness/test-app.ts';
import { makeSubjects, type Subjects, sampleCalls } from './samples/all-samples.ts';
import { targetOf } from './samples/noun-samples.ts';

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const names = endpoints.map(([name]) => name);

type Caller = 'visitor' | 'client' | 'admin';

async function signUp(server: TestServer, email: string): Promise<TestUser> {
  const { body } = await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
  const call = callWith(server, body.access_token);
  await call(api.getMe);
  return { id: body.user.id, email, token: body.access_token, call };
}

/** Real users with real tokens of the embedded provider. */
async function populate(engine: Engine) {
  const server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
  const client = await signUp(server, 'ada@client.example');
  const owner = await signUp(server, 'owner@studio.example');
  const tokens: Record<Caller, string | undefined> = {
    visitor: undefined,
    client: client.token,
    admin: owner.token,
  };
  return { server, client, tokens };
}

/** The parts of a reply that are the same for every spelling of its address. */
function compareReply({ status, headers }: TargetReply) {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...same } = headers;
  return { status, headers: same };
}

/** The callers permitted to make a read-only call, and a visitor: their replies don't depend on the day. */
function callersOf({ method, access, isStream }: Endpoint): Caller[] {
  const answered: Caller = access === 'admin' ? 'admin' : 'client';
  return method === 'GET' && !isStream ? ['visitor', answered] : ['visitor'];
}

describeAnyEngine((engine) => {
  describe('security: an address in another spelling', () => {
    let people: Awaited<ReturnType<typeof populate>>;
    let tight: TestServer;
    let subjects: Subjects;
    let [origin, tightOrigin] = ['', ''];
    beforeAll(async () => {
      people = await populate(engine);
      subjects = await makeSubjects(
        { ...people.server, call: callWith(people.server, undefined) },
        people.client,
      );
      origin = await people.server.listen();
      // One call a minute of each network address.
      tight = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: String(1 / 600) } });
      tightOrigin = await tight.listen();
    });
    afterAll(async () => {
      await people.server.close();
      await tight.close();
    });

    it.each(names)('is answered and logged for %s like the plain address', async (name) => {
      const endpoint: Endpoint = api[name];
      const plain = targetOf(endpoint, sampleCalls[name](subjects));
      for (const actor of callersOf(endpoint)) {
        const token = people.tokens[actor];
        const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
        const replies: unknown[] = [];
        const lines: unknown[] = [];
        for (const [, target] of spellingsOf(plain)) {
          const reply = await sendTo(origin, { method: endpoint.method, target, headers });
          replies.push(compareReply(reply));
          const line = people.server.log.find(({ reqId }) => reqId === reply.headers['x-request-id']);
          lines.push({ level: line?.level, msg: line?.msg, req: line?.req, res: line?.res });
        }
        const { cacheSeconds } = endpoint;
        const kept = cacheSeconds ? `public, max-age=${cacheSeconds}` : 'no-store';
        expect(replies[0]).toMatchObject({ headers: { 'cache-control': kept } });
        expect(lines[0]).toMatchObject({ level: 30, msg: 'answered' });
        expect(replies, actor).toEqual(replies.map(() => replies[0]));
        expect(lines, actor).toEqual(lines.map(() => lines[0]));
      }
    });

    it.each(names.map((name, at) => [name, at] as const))(
      'counts for %s against the limit of the plain address',
      async (name, at) => {
        const endpoint: Endpoint = api[name];
        const from = `127.0.3.${at + 1}`;
        const plain = targetOf(endpoint, sampleCalls[name](subjects));
        await sendTo(tightOrigin, { method: endpoint.method, target: plain, from });
        for (const [spelling, target] of spellingsOf(plain)) {
          const { status } = await sendTo(tightOrigin, { method: endpoint.method, target, from });
          expect([spelling, status]).toEqual([spelling, 429]);
        }
      },
    );
  });

  it('has a handler for every declared endpoint', async () => {
    await using server = await createTestServer({ engine });
    const bound = boundEndpoints(server.http);
    const missing = endpoints.filter(([, endpoint]) => !bound.has(endpoint)).map(([name]) => name);
    expect(missing).toEqual([]);
  });

  it('has no undeclared route under /api', async () => {
    await using server = await createTestServer({ engine });
    const declared = new Map(endpoints.map(([, each]) => [`${each.method} /api${each.path}`, each]));
    const routes = knownRoutes(server.http).filter((route) => isApiPath(route.pattern));
    expect(routes.length).toBeGreaterThan(0);
    for (const { method, pattern, endpoint } of routes) {
      expect(declared.get(`${method} ${pattern}`), `${method} ${pattern}`).toBe(endpoint);
    }
  });
});
