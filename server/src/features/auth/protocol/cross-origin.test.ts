import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth } from '../../../../test/harness/sign-in.ts';

describeEachEngine((engine) => {
  it('lets pages of the site’s own machine call, with the version that clients read errors by', async () => {
    await using server = await createTestServer({ engine });
    const origin = 'http://localhost:5173';
    const preflight = await callAuth(server, '/token', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('x-supabase-api-version'),
    });
    const reply = await callAuth(server, '/user', { headers: { origin } });
    expect(reply.headers['access-control-expose-headers']).toContain('X-Supabase-Api-Version');
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('security: lets no other site’s page', async () => {
    await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
    for (const origin of [
      'https://evil.example',
      'http://studio.example',
      'null',
      'https://studio.example.evil.example',
    ]) {
      const reply = await callAuth(server, '/token', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(reply.headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  });
});
