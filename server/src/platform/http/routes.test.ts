import { describe, expect, it } from 'vitest';
import { createTestHttp } from '../../../test/harness/http.ts';
import { canonicalTarget } from './routes.ts';

const limit = { max: 2, seconds: 60 };

it.each([
  ['POST', '/things'],
  ['PUT', '/auth/v1/things'],
  ['PATCH', '/things/:id'],
  ['DELETE', '/things/:id'],
] as const)('refuses to start with %s %s without a limit', async (method, url) => {
  await using http = await createTestHttp((app) => {
    app.route({ method, url, handler: async () => ({}) });
  });
  await expect(http.app.ready()).rejects.toThrow(`Without a limit: ${method} ${url}`);
});

it('accepts reading routes without a limit', async () => {
  await using http = await createTestHttp((app) => {
    app.route({ method: ['GET', 'HEAD', 'OPTIONS'], url: '/things', handler: async () => ({}) });
  });
  await http.app.ready();
});

it('counts calls of a route by address, against the limit of its scope', async () => {
  await using http = await createTestHttp(
    (app) =>
      app.register(async (scope) => {
        scope.addHook('onRoute', (route) => {
          route.config = { limit, ...route.config };
        });
        scope.post('/things', async () => ({}));
        scope.post('/others', { config: { limit: { max: 1, seconds: 60 } } }, async () => ({}));
      }),
    { scale: 1 },
  );
  const ask = async (url: string, remoteAddress = '192.0.2.1') =>
    (await http.app.inject({ method: 'POST', url, remoteAddress })).statusCode;
  expect([await ask('/things'), await ask('/things'), await ask('/things')]).toEqual([200, 200, 429]);
  expect([await ask('/others'), await ask('/others')]).toEqual([200, 429]);
  expect(await ask('/things', '192.0.2.2')).toBe(200);
});

describe('canonicalTarget', () => {
  it.each([
    ['/api/me', '/api/me'],
    ['/%61pi/me', '/api/me'],
    ['/%61%75th/v1/%73ettings?%74oken=%2F', '/auth/v1/settings?token=%2F'],
    ['/api/%7Eme%2Dx%5F%2e', '/api/~me-x_.'],
    ['http://studio.example/api/me?a=b', '/api/me?a=b'],
    ['HTTPS://studio.example/%61pi/me', '/api/me'],
    ['http://studio.example', '/'],
    ['http://studio.example?a=b', '/?a=b'],
    ['http://a/http://b/api/me', '/http://b/api/me'],
    ['//studio.example/api/me', '//studio.example/api/me'],
  ])('normalizes %s to %s', (target, canonical) => {
    expect(canonicalTarget(target)).toBe(canonical);
    expect(canonicalTarget(canonical)).toBe(canonical);
  });

  it.each([
    '/api/%2Fme',
    '/api%3Fme',
    '/%2561pi/me',
    '/api/%C3%A9',
    '/%zz%61pi',
    '/api/%%36%31',
    '/api/%',
    '*',
    'ftp://studio.example/api/me',
  ])('keeps %s unchanged', (target) => {
    expect(canonicalTarget(target)).toBe(target);
  });
});
