import { CLICK_LIMIT, endpoint } from '@atelier/domain/endpoint.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { idSchema } from '@atelier/domain/ids.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestActor } from '../../../test/harness/actor.ts';
import { createTestHttp } from '../../../test/harness/http.ts';
import type { AccessPorts, Actor } from './access.ts';
import { bindEndpoint } from './bind.ts';
import { boundEndpoints, knownRoutes } from './routes.ts';

const CLIENT = createTestActor();
const STRANGER = createTestActor({ accountId: 'stranger', email: 'stranger@example.com', sessionId: 's2' });
const ADMIN = createTestActor({
  accountId: 'admin',
  email: 'admin@example.com',
  isAdmin: true,
  sessionId: 's3',
});
const ACTORS: Record<string, Actor> = { client: CLIENT, stranger: STRANGER, admin: ADMIN };
const MINE = '0198c5f0-0000-7000-8000-000000000001';
const MISSING = '0198c5f0-0000-7000-8000-000000000009';

const access: AccessPorts = {
  authenticate: async (token) => ACTORS[token],
  findProjectAccess: async (projectId, actor) =>
    projectId === MINE
      ? { projectId, clientId: CLIENT.accountId, isClient: actor === CLIENT, isStudio: actor.isAdmin }
      : undefined,
};

const reply = z.object({ said: z.string() });
const signedIn = endpoint({ method: 'GET', path: '/signed-in', access: 'signed-in', summary: 's', reply });
const open = endpoint({ method: 'GET', path: '/open', access: 'public', summary: 's', reply });
const admins = endpoint({ method: 'GET', path: '/admins', access: 'admin', summary: 's', reply });
const project = endpoint({
  method: 'GET',
  path: '/projects/:id/parts/:part',
  access: 'project',
  summary: 's',
  params: z.object({ id: idSchema, part: idSchema }),
  reply,
});
const clientOnly = endpoint({
  method: 'POST',
  path: '/projects/:id/accept',
  access: 'project-client',
  summary: 's',
  params: z.object({ id: idSchema }),
  reply,
  limit: CLICK_LIMIT,
});
const writing = endpoint({
  method: 'POST',
  path: '/things',
  access: 'public',
  summary: 's',
  query: z.object({ page: z.coerce.number().int().default(1) }),
  body: z.object({ name: z.string().trim().min(1, 'Say a name.'), note: z.string().optional() }),
  reply,
  status: 201,
  limit: CLICK_LIMIT,
});

const server = () =>
  createTestHttp(
    (app) => {
      bindEndpoint(app, signedIn, async ({ actor }) => ({ said: actor.email }));
      bindEndpoint(app, open, async ({ actor }) => ({ said: actor?.email ?? 'nobody' }));
      bindEndpoint(app, admins, async () => ({ said: 'yes' }));
      bindEndpoint(app, project, async (call) => ({ said: `${call.params.part} ${call.project.isClient}` }));
      bindEndpoint(app, clientOnly, async ({ params }) => ({ said: params.id }));
      bindEndpoint(app, writing, async ({ body, query }) => ({
        said: `${body.name} ${query.page} ${Object.keys(body)}`,
        password: 'not in the schema',
      }));
    },
    { access },
  );

async function call(method: 'GET' | 'POST', url: string, token?: string, payload?: object) {
  await using http = await server();
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const { statusCode, body } = await http.app.inject({
    method,
    url: `/api${url}`,
    headers,
    ...(payload ? { payload } : {}),
  });
  const json = JSON.parse(body);
  return [statusCode, json.code ?? json.said];
}

describe('who may call', () => {
  it.each([
    ['/signed-in', undefined, [401, 'unauthenticated']],
    ['/signed-in', 'forged', [401, 'unauthenticated']],
    ['/signed-in', 'client', [200, 'client@example.com']],
    ['/open', undefined, [200, 'nobody']],
    ['/open', 'forged', [200, 'nobody']],
    ['/open', 'client', [200, 'client@example.com']],
    ['/admins', undefined, [401, 'unauthenticated']],
    ['/admins', 'client', [403, 'forbidden']],
    ['/admins', 'admin', [200, 'yes']],
    [`/projects/${MINE}/parts/${MINE}`, undefined, [401, 'unauthenticated']],
    [`/projects/${MINE}/parts/${MINE}`, 'stranger', [404, 'not_found']],
    [`/projects/${MINE}/parts/${MINE}`, 'client', [200, `${MINE} true`]],
    [`/projects/${MINE}/parts/${MINE}`, 'admin', [200, `${MINE} false`]],
    [`/projects/${MINE.toUpperCase()}/parts/${MINE}`, 'client', [200, `${MINE} true`]],
    [`/projects/${MISSING}/parts/${MINE}`, 'client', [404, 'not_found']],
    [`/projects/nonsense/parts/${MINE}`, 'client', [404, 'not_found']],
    [`/projects/${MINE}/parts/nonsense`, 'client', [404, 'not_found']],
  ])('%s as %s', async (url, token, answer) => {
    expect(await call('GET', url, token)).toEqual(answer);
  });

  it.each([
    ['client', [200, MINE]],
    ['admin', [403, 'forbidden']],
    ['stranger', [404, 'not_found']],
  ])('what only the client may do, as %s', async (token, answer) => {
    expect(await call('POST', `/projects/${MINE}/accept`, token)).toEqual(answer);
  });

  it('answers what is foreign, missing or malformed with the same words', async () => {
    await using http = await server();
    const bodies = await Promise.all(
      [MINE, MISSING, 'nonsense', '..%2f..', '%00'].map(async (id) => {
        const url = `/api/projects/${id}/parts/${MINE}`;
        return (await http.app.inject({ url, headers: { authorization: 'Bearer stranger' } })).body;
      }),
    );
    expect(new Set(bodies)).toEqual(
      new Set([new AppError('not_found', 'Not found.').toReply()].map((r) => JSON.stringify(r))),
    );
  });

  it('does not read the body of somebody who may not call', async () => {
    await using http = await server();
    const { statusCode } = await http.app.inject({
      method: 'POST',
      url: `/api/projects/${MINE}/accept`,
      headers: { 'content-type': 'application/json' },
      payload: '{ not json',
    });
    expect(statusCode).toBe(401);
  });
});

describe('what is sent', () => {
  it('is checked, and what the schema does not name is left out both ways', async () => {
    expect(await call('POST', '/things?page=3&isAdmin=1', undefined, { name: ' a ', role: 'admin' })).toEqual(
      [201, 'a 3 name'],
    );
    await using http = await server();
    const { body } = await http.app.inject({ method: 'POST', url: '/api/things', payload: { name: 'a' } });
    expect(JSON.parse(body)).toEqual({ said: 'a 1 name' });
  });

  it('is refused with each fault and where it is', async () => {
    await using http = await server();
    const { statusCode, body } = await http.app.inject({
      method: 'POST',
      url: '/api/things',
      payload: { name: ' ', note: 1 },
    });
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      {
        error: 'Say a name.',
        message: 'Say a name.',
        code: 'validation_failed',
        issues: [
          { path: 'name', message: 'Say a name.' },
          { path: 'note', message: 'Invalid input: expected string, received number' },
        ],
      },
    ]);
  });

  it('says what is missing when nothing was sent at all', async () => {
    expect(await call('POST', '/things')).toEqual([400, 'validation_failed']);
    expect(await call('POST', '/things?page=x', undefined, { name: 'a' })).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await call('POST', '/things?page=1&page=2', undefined, { name: 'a' })).toEqual([
      400,
      'validation_failed',
    ]);
  });
});

describe('what goes wrong inside', () => {
  it('is a 500 that says nothing of it, and is logged', async () => {
    await using http = await createTestHttp((app) =>
      bindEndpoint(app, open, async () => {
        throw new Error('secret detail');
      }),
    );
    const { statusCode, body } = await http.app.inject({ url: '/api/open' });
    expect([statusCode, JSON.parse(body).code]).toEqual([500, 'internal_error']);
    expect(body).not.toContain('secret');
    expect(http.log.filter(({ level }) => level === 50).map(({ err }) => (err as Error).message)).toEqual([
      'secret detail',
    ]);
  });

  it('includes a reply that does not fit its schema', async () => {
    await using http = await createTestHttp((app) =>
      bindEndpoint(app, open, async () => JSON.parse('{"said":1}')),
    );
    expect((await http.app.inject({ url: '/api/open' })).statusCode).toBe(500);
    expect(
      http.log.some(({ err }) => String((err as Error)?.message).includes('does not fit its schema')),
    ).toBe(true);
  });

  it('has a deadline, after which the caller may try again', async () => {
    await using http = await createTestHttp((app) =>
      bindEndpoint(
        app,
        open,
        ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
        { deadlineMs: 30 },
      ),
    );
    const { statusCode, body } = await http.app.inject({ url: '/api/open' });
    expect([statusCode, JSON.parse(body).code]).toEqual([503, 'unavailable']);
  });
});

describe('the routes that there are', () => {
  it('are those of the table that have a handler', async () => {
    await using http = await server();
    await http.app.ready();
    expect(boundEndpoints(http.app)).toEqual(new Set([signedIn, open, admins, project, clientOnly, writing]));
    expect(knownRoutes(http.app).map(({ method, pattern }) => `${method} ${pattern}`)).toContain(
      'GET /api/open',
    );
  });

  it('cannot be had under /api without the table', async () => {
    await using http = await createTestHttp((app) => {
      app.get('/api/backdoor', async () => 'open');
    });
    await expect(http.app.ready()).rejects.toThrow('Not in the table of endpoints: GET /api/backdoor');
  });
});
