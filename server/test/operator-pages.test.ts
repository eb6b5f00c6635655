import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from './harness/database.ts';
import { createTestServer } from './harness/server.ts';

describe('the operator pages', () => {
  describeAnyEngine((engine) => {
    it.each([
      ['http://localhost:4000', true],
      ['http://127.0.0.1:4000', true],
      ['http://[::1]:4000', true],
      ['https://studio.example', false],
      ['http://localhost.studio.example', false],
      ['http://127.studio.example', false],
    ])(
      'security: show kept mails and metrics to a local Host when PUBLIC_URL is %s: %s',
      async (url, isShown) => {
        await using server = await createTestServer({ engine, env: { PUBLIC_URL: url } });
        for (const path of ['/dev/mailbox', '/metrics']) {
          const reply = await server.inject({ url: path, headers: { host: 'localhost:4000' } });
          expect(reply.statusCode === 200, path).toBe(isShown);
        }
      },
    );

    it('security: show /metrics in production only to callers with the token', async () => {
      const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://studio.example' };
      await using server = await createTestServer({ engine, env: production });
      const headers = { host: 'localhost:4000' };
      expect((await server.inject({ url: '/metrics', headers })).statusCode).toBe(404);
      await using open = await createTestServer({
        engine,
        env: { ...production, METRICS_TOKEN: 'a-token-of-sixteen' },
      });
      const bearer = { ...headers, authorization: 'Bearer a-token-of-sixteen' };
      expect((await open.inject({ url: '/metrics', headers })).statusCode).toBe(401);
      const { statusCode, headers: sent } = await open.inject({ url: '/metrics', headers: bearer });
      expect(statusCode).toBe(200);
      expect(sent).toMatchObject({
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'strict-transport-security': expect.stringContaining('max-age='),
      });
    });
  });
});
