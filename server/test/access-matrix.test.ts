import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Access, Endpoint } from '@atelier/domain/endpoint.ts';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_SECONDS } from '../src/features/auth/tokens/access-token.ts';
import type { Engine } from '../src/platform/db/database.ts';
import { boundEndpoints, isApiPath, knownRoutes } from '../src/platform/http/routes.ts';
import { describeEachEngine } from './harness/database.ts';
import { findUndocumented } from './harness/documented-replies.ts';
import { sendTo, spellingsOf, type TargetReply } from './harness/raw-connection.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import { callWith, type TestUser } from './harness/test-app.ts';
import { makeSubjects, type Subjects, sampleCalls } from './samples/all-samples.ts';
import { makeUndoable } from './samples/milestones.ts';
import type { SampleCall } from './samples/noun-samples.ts';

/** A caller of such an endpoint is deleted by it: each call needs new users. */
const ENDS_THE_ACCOUNT: ReadonlySet<EndpointName> = new Set(['deleteMyAccount']);

const ACTORS = ['visitor', 'client', 'stranger', 'admin', 'expired', 'forged', 'signed out'] as const;
type ActorKind = (typeof ACTORS)[number];

const NOBODY = { visitor: 401, expired: 401, forged: 401, 'signed out': 401 } as const;

/** The expected result of each access for each actor: a status, or success. */
const EXPECTED: Record<Access, Record<ActorKind, number | 'answered'>> = {
  public: {
    visitor: 'answered',
    expired: 'answered',
    forged: 'answered',
    'signed out': 'answered',
    client: 'answered',
    stranger: 'answered',
    admin: 'answered',
  },
  'signed-in': { ...NOBODY, client: 'answered', stranger: 'answered', admin: 'answered' },
  project: { ...NOBODY, client: 'answered', stranger: 404, admin: 'answered' },
  'project-client': { ...NOBODY, client: 'answered', stranger: 404, admin: 403 },
  admin: { ...NOBODY, client: 403, stranger: 403, admin: 'answered' },
};

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const names = endpoints.map(([name]) => name);

async function signUp(server: TestServer, email: string): Promise<TestUser> {
  const reply = await server.inject({
    method: 'POST',
    url: '/auth/v1/signup',
    payload: { email, password: 'a long sentence nobody else uses' },
  });
  const { access_token: token, user } = reply.json();
  return { id: user.id, email, token, call: callWith(server, token) };
}

/** The same claims, signed with a forger's key under our key's name. */
async function forge(token: string): Promise<string> {
  const [header, claims] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ ...claims, app_metadata: { roles: ['admin'] } })
    .setProtectedHeader(header)
    .sign(privateKey);
}

/** Real users with real tokens of the embedded provider. */
async function populate(engine: Engine) {
  const server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
  const late = await signUp(server, 'late@client.example');
  server.clock.advance(ACCESS_TOKEN_SECONDS + 1);
  const client = await signUp(server, 'ada@client.example');
  const gone = await signUp(server, 'gone@client.example');
  await server.inject({
    method: 'POST',
    url: '/auth/v1/logout',
    headers: { authorization: `Bearer ${gone.token}` },
  });
  const owner = await signUp(server, 'owner@studio.example');
  const tokens: Record<ActorKind, string | undefined> = {
    visitor: undefined,
    client: client.token,
    stranger: (await signUp(server, 'eve@client.example')).token,
    admin: owner.token,
    expired: late.token,
    forged: await forge(owner.token),
    'signed out': gone.token,
  };
  // From here on every actor has an account.
  const second = await signUp(server, 'second@studio.example');
  for (const token of [...Object.values(tokens), second.token]) await callWith(server, token)(api.getMe);
  await server.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', second.id).execute();
  return { server, client, tokens };
}

async function everything({ db }: TestServer) {
  return {
    accounts: await db.selectFrom('accounts').selectAll().orderBy('id').execute(),
    projects: await db.selectFrom('projects').selectAll().orderBy('id').execute(),
    milestones: await db.selectFrom('milestones').selectAll().orderBy('id').execute(),
    actions: await db.selectFrom('admin_actions').selectAll().orderBy('id').execute(),
    enquiries: await db.selectFrom('enquiries').selectAll().orderBy('id').execute(),
    files: await db.selectFrom('project_files').selectAll().orderBy('id').execute(),
    stored: await db.selectFrom('stored_files').selectAll().orderBy('key').execute(),
    counts: await db.selectFrom('list_counts').selectAll().orderBy('name').execute(),
    contracts: await db.selectFrom('contracts').selectAll().orderBy('project_id').execute(),
    mails: await db.selectFrom('mail_outbox').select('id').orderBy('id').execute(),
  };
}

/**
 * Makes a call as every actor: permitted ones each on new subjects, all others on the same ones, which must
 * stay unchanged.
 */
async function expectAnswers(
  { server, client, tokens }: Awaited<ReturnType<typeof populate>>,
  name: EndpointName,
  actors: readonly ActorKind[],
): Promise<void> {
  const endpoint: Endpoint = api[name];
  const sample = sampleCalls[name];
  const expected = EXPECTED[endpoint.access];
  const newSubjects = async () =>
    makeUndoable(server, await makeSubjects({ ...server, call: callWith(server, undefined) }, client));
  const subjects = await newSubjects();
  // Pending effects of earlier calls don't belong to these.
  await server.whenIdle();
  const before = await everything(server);
  for (const actor of actors.filter((each) => expected[each] !== 'answered')) {
    const where = `${name} by ${actor}`;
    const reply = await callWith(server, tokens[actor])(endpoint, sample(subjects));
    expect([where, reply.status]).toEqual([where, expected[actor]]);
    expect(findUndocumented(name, reply), where).toEqual([]);
    expect(await everything(server), where).toEqual(before);
  }
  for (const actor of actors.filter((each) => expected[each] === 'answered')) {
    const where = `${name} by ${actor}`;
    const reply = await callWith(server, tokens[actor])(endpoint, sample(await newSubjects()));
    expect([where, reply.status, reply.body?.code]).toEqual([where, endpoint.status ?? 200, undefined]);
    expect(findUndocumented(name, reply), where).toEqual([]);
  }
}

/** The parts of a reply that are the same for every spelling of its address. */
function compareReply({ status, headers }: TargetReply) {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...same } = headers;
  return { status, headers: same };
}

/** The path and query of a call. */
function targetOf(endpoint: Endpoint, { params = {}, query = {} }: SampleCall): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `/api${path}${asked.size > 0 ? `?${asked}` : ''}`;
}

/** The callers permitted to make a read-only call, and a visitor: their replies don't depend on the day. */
function callersOf({ method, access, isStream }: Endpoint): ActorKind[] {
  const answered: ActorKind = access === 'admin' ? 'admin' : 'client';
  return method === 'GET' && !isStream ? ['visitor', answered] : ['visitor'];
}

describeEachEngine((engine) => {
  describe('the table of endpoints', () => {
    let people: Awaited<ReturnType<typeof populate>>;
    beforeAll(async () => {
      people = await populate(engine);
    });
    afterAll(() => people.server.close());

    it.each(names.filter((name) => !ENDS_THE_ACCOUNT.has(name)))(
      'opens %s to its access alone, and changes nothing for other callers',
      (name) => expectAnswers(people, name, ACTORS),
    );
  });

  it.each([...ENDS_THE_ACCOUNT])('opens %s to its access alone', async (name) => {
    const people = await populate(engine);
    await using _ = people.server;
    // The client of the subjects last.
    const clientLast = ACTORS.toSorted((one, other) => Number(one === 'client') - Number(other === 'client'));
    await expectAnswers(people, name, clientLast);
  });

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

  it('answers a stranger about a foreign project as about a missing one', async () => {
    const { server, client, tokens } = await populate(engine);
    await using _ = server;
    const stranger = callWith(server, tokens.stranger);
    const bound = boundEndpoints(server.http);
    for (const [name, endpoint] of endpoints.filter(
      ([, each]) => bound.has(each) && each.access.startsWith('project'),
    )) {
      const subjects = await makeSubjects({ ...server, call: callWith(server, undefined) }, client);
      const [foreign, missing] = [subjects.projectId, '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f'].map((id) =>
        stranger(endpoint, sampleCalls[name]({ ...subjects, projectId: id })),
      );
      expect((await foreign)?.body, name).toEqual((await missing)?.body);
    }
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
