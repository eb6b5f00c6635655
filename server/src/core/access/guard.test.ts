import { CLICK_LIMIT, endpoint } from '@atelier/domain/endpoint.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { idSchema } from '@atelier/domain/ids.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestActor, createTestHttp } from '../../../test/harness/http.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { type AccessPorts, type Actor, projectAccess } from './access.ts';

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

const access: Pick<AccessPorts, 'authenticate'> = {
  authenticate: async (token, projectId) => {
    const actor = ACTORS[token];
    if (!actor) return undefined;
    const owner = projectId === MINE ? { clientId: CLIENT.accountId, role: undefined } : undefined;
    return { actor, project: projectAccess(projectId, owner, actor) };
  },
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
  needsRecentSignIn: false,
  path: '/projects/:id/accept',
  access: 'project-client',
  summary: 's',
  params: z.object({ id: idSchema }),
  reply,
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
    },
    { access },
  );

async function call(method: 'GET' | 'POST', url: string, token?: string) {
  await using http = await server();
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const { statusCode, body } = await http.app.inject({ method, url: `/api${url}`, headers });
  const json = JSON.parse(body);
  return [statusCode, json.code ?? json.said];
}

describe('the call guard', () => {
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
  ])('answers %s when called as %s', async (url, token, answer) => {
    expect(await call('GET', url, token)).toEqual(answer);
  });

  it.each([
    ['client', [200, MINE]],
    ['admin', [403, 'forbidden']],
    ['stranger', [404, 'not_found']],
  ])('answers a client-only call when called as %s', async (token, answer) => {
    expect(await call('POST', `/projects/${MINE}/accept`, token)).toEqual(answer);
  });

  it('gives the same reply for a foreign, missing or malformed project', async () => {
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

  it('refuses a caller before it reads the body', async () => {
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
