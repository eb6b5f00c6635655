import { CLICK_LIMIT, endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestHttp } from '../../../test/harness/http.ts';
import { bindEndpoint } from './bind.ts';
import { boundEndpoints, knownRoutes } from './routes.ts';

const reply = z.object({ said: z.string() });
const open = endpoint({ method: 'GET', path: '/open', access: 'public', summary: 's', reply });
const writing = endpoint({
  method: 'POST',
  needsRecentSignIn: false,
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
  createTestHttp((app) => {
    bindEndpoint(app, open, async () => ({ said: 'yes' }));
    bindEndpoint(app, writing, async ({ body, query }) => ({
      said: `${body.name} ${query.page} ${Object.keys(body)}`,
      password: 'not in the schema',
    }));
  });

async function write(url: string, payload?: object) {
  await using http = await server();
  const { statusCode, body } = await http.app.inject({
    method: 'POST',
    url: `/api${url}`,
    ...(payload ? { payload } : {}),
  });
  const json = JSON.parse(body);
  return [statusCode, json.code ?? json.said];
}

describe('bindEndpoint', () => {
  it('drops fields that the schemas do not name, from the request and from the reply', async () => {
    expect(await write('/things?page=3&isAdmin=1', { name: ' a ', role: 'admin' })).toEqual([
      201,
      'a 3 name',
    ]);
    await using http = await server();
    const { body } = await http.app.inject({ method: 'POST', url: '/api/things', payload: { name: 'a' } });
    expect(JSON.parse(body)).toEqual({ said: 'a 1 name' });
  });

  it('names each fault of an invalid body and where it is', async () => {
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

  it('refuses an empty body and an invalid query', async () => {
    expect(await write('/things')).toEqual([400, 'validation_failed']);
    expect(await write('/things?page=x', { name: 'a' })).toEqual([400, 'validation_failed']);
    expect(await write('/things?page=1&page=2', { name: 'a' })).toEqual([400, 'validation_failed']);
  });
});

describe('bindEndpoint, when a handler fails', () => {
  it('answers 500 without the detail, and logs it', async () => {
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

  it('answers 500 for a reply that does not fit its schema', async () => {
    await using http = await createTestHttp((app) =>
      bindEndpoint(app, open, async () => JSON.parse('{"said":1}')),
    );
    expect((await http.app.inject({ url: '/api/open' })).statusCode).toBe(500);
    expect(
      http.log.some(({ err }) => String((err as Error)?.message).includes('does not fit its schema')),
    ).toBe(true);
  });

  it.each([
    ['GET', '/open', undefined],
    ['POST', '/things', { name: 'a' }],
  ])('answers a %s with 503 when the deadline has passed', async (method, path, payload) => {
    const late = Promise.withResolvers<{ said: string }>();
    await using http = await createTestHttp((app) => {
      for (const each of [open, writing]) bindEndpoint(app, each, () => late.promise, { deadlineMs: 30 });
    });
    // Over a connection: only there a request ends before its reply.
    const reply = await fetch(`${await http.listen()}/api${path}`, {
      method,
      ...(payload && { body: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }),
    });
    const { code } = (await reply.json()) as { code: string };
    expect([reply.status, code]).toEqual([503, 'unavailable']);
    late.resolve({ said: 'too late' });
  });
});

describe('the known routes', () => {
  it('are the endpoints that have a handler', async () => {
    await using http = await server();
    await http.app.ready();
    expect(boundEndpoints(http.app)).toEqual(new Set([open, writing]));
    expect(knownRoutes(http.app).map(({ method, pattern }) => `${method} ${pattern}`)).toContain(
      'GET /api/open',
    );
  });

  it('stop the server from starting when one under /api is not in the table', async () => {
    await using http = await createTestHttp((app) => {
      app.get('/api/backdoor', async () => 'open');
    });
    await expect(http.app.ready()).rejects.toThrow('Not in the table of endpoints: GET /api/backdoor');
  });
});
