import { describe, expect, it } from 'vitest';
import { describeEachEngine } from './harness/database.ts';
import { createTestServer } from './harness/server.ts';

describe('the operator pages', () => {
  describeEachEngine((engine) => {
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
      expect((await open.inject({ url: '/metrics', headers: bearer })).statusCode).toBe(200);
    });
  });
});
