import { securityContact } from '@atelier/content/security.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../test/harness/database.ts';
import { createTestServer } from '../test/harness/server.ts';

const DAY_MS = 24 * 3600_000;

describe('security.txt', () => {
  describeAnyEngine((engine) => {
    it('names contact, policy and its own address, and always expires within a year', async () => {
      await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
      for (const days of [0, 400, 4000]) {
        server.clock.advance(days * 24 * 3600);
        const reply = await server.inject({
          url: '/.well-known/security.txt',
          headers: { host: 'evil.example' },
        });
        expect(reply.statusCode).toBe(200);
        expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
        const fields = Object.fromEntries(
          reply.body
            .trim()
            .split('\n')
            .map((line) => line.split(/: (.*)/, 2)),
        );
        expect(fields).toEqual({
          Contact: `mailto:${securityContact.email}`,
          Expires: expect.any(String),
          'Preferred-Languages': 'en',
          Canonical: 'https://studio.example/.well-known/security.txt',
          Policy: 'https://studio.example/security-policy',
        });
        const left = Date.parse(fields.Expires) - server.clock.now().getTime();
        expect(left).toBeGreaterThan(30 * DAY_MS);
        expect(left).toBeLessThan(365 * DAY_MS);
      }
    });

    it('leads to a page that says how to report, under a policy that runs nothing', async () => {
      await using server = await createTestServer({ engine });
      const reply = await server.inject({ url: '/security-policy' });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(reply.body).toContain(securityContact.email);
    });
  });
});
