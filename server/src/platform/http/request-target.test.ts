import { describe, expect, it } from 'vitest';
import { canonicalTarget } from './request-target.ts';

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
  ])('writes %s as %s', (target, canonical) => {
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
  ])('leaves %s as it is', (target) => {
    expect(canonicalTarget(target)).toBe(target);
  });
});
