import { describe, expect, it } from 'vitest';
import { describeEachEngine } from './harness/database.ts';
import { createTestServer } from './harness/server.ts';

describe('createTestServer', () => {
  describeEachEngine((engine) => {
    it('runs the real application on a migrated database', async () => {
      await using server = await createTestServer({ engine });
      const ready = await server.inject({ url: '/readyz' });
      expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
      const health = await server.inject({ url: '/healthz' });
      expect([health.statusCode, health.json()]).toEqual([200, { status: 'ok' }]);
    });
  });
});
