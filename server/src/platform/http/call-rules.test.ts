import { endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestHttp, type TestHttp } from '../../../test/harness/http.ts';
import { sendTo, spellingsOf } from '../../../test/harness/raw-connection.ts';
import { bindEndpoint } from './bind.ts';
import { answerErrors } from './errors.ts';

const named = endpoint({
  method: 'GET',
  path: '/named/:name',
  access: 'public',
  summary: 's',
  params: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
});

/** A thousandth of the limits: one call and a bit. */
const server = (scale = 1000) =>
  createTestHttp(
    (app) => {
      bindEndpoint(app, named, async ({ params }) => params);
      app.get('/elsewhere', async () => ({}));
      app.register(
        async (scope) => {
          answerErrors(scope, ({ error }) => ({ status: error.status, body: { msg: error.code } }));
          scope.get('/settings', async () => ({}));
        },
        { prefix: '/auth/v1' },
      );
    },
    { scale },
  );

const linesOf = ({ log }: TestHttp) => log.filter(({ msg }) => msg === 'answered');

describe('security: the rules of calls', () => {
  it.each([
    ['/api/named/ada?token=secret', 200, '{"name":"ada"}'],
    ['/auth/v1/settings', 200, '{}'],
    ['/api/nothing', 404, '"code":"not_found"'],
    ['/api', 404, '"code":"not_found"'],
    ['/api#x', 404, '"code":"not_found"'],
    ['/auth/v1/nothing', 404, '{"msg":"not_found"}'],
  ])('apply to %s in every spelling', async (path, status, body) => {
    await using http = await server();
    const origin = await http.listen();
    for (const [spelling, target] of spellingsOf(path)) {
      const reply = await sendTo(origin, { target });
      expect([spelling, reply.status, reply.headers['cache-control']]).toEqual([
        spelling,
        status,
        'no-store',
      ]);
      expect(reply.body, spelling).toContain(body);
    }
    const url = path.replace('=secret', '=[redacted]');
    expect(linesOf(http)).toHaveLength(spellingsOf(path).length);
    for (const line of linesOf(http)) expect(line).toMatchObject({ level: 30, req: { url } });
  });

  it.each([
    '/api/named/ada',
    '/auth/v1/settings',
    '/api/nothing',
    '/auth/v1/nothing',
    '/api/%ff',
    '/%61pi/%zz',
  ])('limit %s by the address of the caller, whatever its spelling', async (path) => {
    await using http = await server(1 / 600);
    const origin = await http.listen();
    expect((await sendTo(origin, { target: path })).status).not.toBe(429);
    for (const [spelling, target] of spellingsOf(path)) {
      const reply = await sendTo(origin, { target });
      expect([spelling, reply.status, reply.headers['retry-after']]).toEqual([spelling, 429, '60']);
    }
  });

  it("log an address that the router can't read", async () => {
    await using http = await server();
    await sendTo(await http.listen(), { target: '/api/named/%ff' });
    expect(linesOf(http)).toMatchObject([{ level: 30, outcome: 'validation_failed', res: { status: 400 } }]);
  });

  it('leave all other addresses alone', async () => {
    await using http = await server(1 / 600);
    const origin = await http.listen();
    for (const target of ['/elsewhere', '/elsewhere', '/nothing', '/nothing']) {
      expect((await sendTo(origin, { target })).status).not.toBe(429);
    }
    expect(linesOf(http).map(({ level }) => level)).toEqual([20, 20, 20, 20]);
  });

  it('list the allowed methods in every spelling', async () => {
    await using http = await server();
    const origin = await http.listen();
    for (const [spelling, target] of spellingsOf('/api/named/ada')) {
      const reply = await sendTo(origin, { target, method: 'DELETE' });
      expect([spelling, reply.status, reply.headers.allow]).toEqual([spelling, 405, 'GET']);
    }
  });
});
