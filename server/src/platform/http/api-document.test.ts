import { api } from '@atelier/domain/api.ts';
import { describeApi } from '@atelier/domain/api-document/api-document.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestServer } from '../../../test/harness/server.ts';

describe('the API document', () => {
  describeAnyEngine((engine) => {
    it('serves the description of every call to a visitor, cacheable', async () => {
      await using server = await createTestServer({ engine });
      const reply = await server.inject({ url: '/api/openapi.json' });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=300',
      });
      expect(reply.json()).toEqual(JSON.parse(JSON.stringify(describeApi(api))));
    });

    it('limits how often one address asks for it', async () => {
      await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '0.05' } });
      const ask = async () => (await server.inject({ url: '/api/openapi.json' })).statusCode;
      expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
    });
  });
});
