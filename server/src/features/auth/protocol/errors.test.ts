import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { type AuthCall, callAuth } from '../../../../test/harness/sign-in.ts';
import {
  AuthError,
  invalidCredentials,
  parseErrorForm,
  presentAuthError,
  unexpectedFailure,
} from './errors.ts';

it.each([
  ['2024-01-01', 'dated'],
  ['2026-08-07', 'dated'],
  ['2023-12-31', 'legacy'],
  ['2024-13-01', 'legacy'],
  ['tomorrow', 'legacy'],
  ['20240101', 'legacy'],
  [undefined, 'legacy'],
  [['2024-01-01', '2024-01-01'], 'legacy'],
])('the API version %s selects the %s error form', (header, form) => {
  expect(parseErrorForm(header)).toBe(form);
});

it('an error is presented in both forms', () => {
  expect(presentAuthError(invalidCredentials(), 'dated', 'r1')).toEqual({
    status: 400,
    headers: { 'x-sb-error-code': 'invalid_credentials', 'x-supabase-api-version': '2024-01-01' },
    body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
  });
  expect(presentAuthError(invalidCredentials(), 'legacy', 'r1')).toEqual({
    status: 400,
    headers: { 'x-sb-error-code': 'invalid_credentials' },
    body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
  });
});

it('a weak password error names the reasons in both forms', () => {
  const weak = new AuthError(422, 'weak_password', 'Too short.', { reasons: ['length'] });
  expect(presentAuthError(weak, 'dated', 'r1').body).toEqual({
    code: 'weak_password',
    message: 'Too short.',
    weak_password: { reasons: ['length'] },
  });
  expect(presentAuthError(weak, 'legacy', 'r1').body).toMatchObject({
    weak_password: { reasons: ['length'] },
  });
});

it('a crash reveals only the id of its log entry', () => {
  const crash = unexpectedFailure(new Error('secret detail'));
  const message = 'Unexpected failure, please check server logs for more information';
  expect(presentAuthError(crash, 'dated', 'r1').body).toEqual({ code: 'unexpected_failure', message });
  expect(presentAuthError(crash, 'legacy', 'r1').body).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    msg: message,
    error_id: 'r1',
  });
});

it('a rate limit error has Retry-After in seconds', () => {
  const tired = new AuthError(429, 'over_request_rate_limit', 'Later.', { retryAfter: 7 });
  expect(presentAuthError(tired, 'dated', 'r1').headers['retry-after']).toBe('7');
});

const MIB = 1024 * 1024;
const json = { 'content-type': 'application/json' };

/** Requests that cannot be served, with the provider's reply to each. */
const CASES: [string, string, AuthCall, number, string][] = [
  ['an unknown route', '/nowhere', {}, 404, 'not_found'],
  ['an unknown route below a known one', '/user/nothing', {}, 404, 'not_found'],
  ['the bare prefix', '/', {}, 404, 'not_found'],
  ['an address that cannot be read', '/user/%ff%zz', {}, 400, 'validation_failed'],
  ['a wrong method', '/signup', {}, 405, 'method_not_allowed'],
  ['another wrong method', '/token', { method: 'DELETE' }, 405, 'method_not_allowed'],
  ['a HEAD', '/settings', { method: 'HEAD' }, 405, 'method_not_allowed'],
  ['no JSON', '/signup', { body: '{"email":', headers: json }, 400, 'bad_json'],
  ['a list for a body', '/signup', { body: [1] }, 400, 'bad_json'],
  ['a number for a body', '/signup', { body: '5', headers: json }, 400, 'bad_json'],
  ['a number for a text', '/token?grant_type=password', { body: { email: 5 } }, 400, 'bad_json'],
  [
    'an object with a __proto__ key',
    '/signup',
    { body: '{"__proto__":{"email":"a@b.c"}}', headers: json },
    400,
    'bad_json',
  ],
  ['a NUL', '/signup', { body: { email: 'a\0@b.c' } }, 400, 'validation_failed'],
  [
    'bytes that aren’t UTF-8',
    '/signup',
    { body: Buffer.from([0x22, 0xff, 0x22]), headers: json },
    400,
    'bad_json',
  ],
  [
    'an unsupported content type',
    '/signup',
    { body: 'x', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  [
    'a body over the size limit',
    '/signup',
    { body: `"${'a'.repeat(MIB)}"`, headers: json },
    413,
    'request_entity_too_large',
  ],
  ['no grant', '/token', { body: {} }, 400, 'invalid_credentials'],
  ['an unknown grant', '/token?grant_type=client_credentials', { body: {} }, 400, 'invalid_credentials'],
  ['a grant that is not offered', '/token?grant_type=id_token', { body: {} }, 400, 'provider_disabled'],
  ['a grant of another kind', '/token?grant_type=toString', { body: {} }, 400, 'invalid_credentials'],
  ['sign-in by a link', '/otp', { body: { email: 'a@b.c' } }, 422, 'otp_disabled'],
  ['sign-in at another provider', '/authorize?provider=github', {}, 400, 'validation_failed'],
  ['sign-in by a company', '/sso', { body: { domain: 'b.c' } }, 404, 'saml_provider_disabled'],
  ['linking of identities', '/user/identities/authorize', {}, 404, 'manual_linking_disabled'],
  ['nobody', '/user', {}, 401, 'no_authorization'],
  ['nobody signing out', '/logout', { method: 'POST' }, 401, 'no_authorization'],
];

const failing = (server: TestServer) => server.db.schema.dropTable('auth_attempted_passwords').execute();

describeAnyEngine((engine) => {
  describe.each([
    ['dated', { 'x-supabase-api-version': '2024-01-01' }],
    ['legacy', { 'x-supabase-api-version': '' }],
  ])('errors in the %s form', (form, version) => {
    it('every failure is reported in the protocol’s JSON', async () => {
      await using server = await createTestServer({ engine });
      for (const [name, path, call, status, code] of CASES) {
        const reply = await callAuth(server, path, { ...call, headers: { ...call.headers, ...version } });
        const got = [reply.status, reply.headers['x-sb-error-code'], reply.headers['content-type']];
        expect(got, name).toEqual([status, code, 'application/json; charset=utf-8']);
        expect(reply.headers['x-supabase-api-version'], name).toBe(
          form === 'dated' ? '2024-01-01' : undefined,
        );
        if (call.method === 'HEAD') continue;
        const { body } = reply;
        if (form === 'dated') expect(body, name).toEqual({ code, message: expect.any(String) });
        else expect(body, name).toEqual({ code: status, error_code: code, msg: expect.any(String) });
      }
    });

    it('security: a crash reveals no detail of the error', async () => {
      await using server = await createTestServer({ engine });
      await failing(server);
      const reply = await callAuth(server, '/token?grant_type=password', {
        body: { email: 'a@b.c', password: 'whatever it is' },
        headers: version,
      });
      const message = 'Unexpected failure, please check server logs for more information';
      expect(reply.status).toBe(500);
      if (form === 'dated') expect(reply.body).toEqual({ code: 'unexpected_failure', message });
      else {
        expect(reply.body).toEqual({
          code: 500,
          error_code: 'unexpected_failure',
          msg: message,
          error_id: expect.any(String),
        });
      }
      expect(reply.headers['x-sb-error-code']).toBe('unexpected_failure');
      const errors = server.takeLoggedErrors();
      expect(errors).toHaveLength(1);
      expect(JSON.stringify(errors)).not.toContain('whatever it is');
    });
  });

  it('a wrong method’s reply lists the allowed methods', async () => {
    await using server = await createTestServer({ engine });
    expect((await callAuth(server, '/verify', { method: 'DELETE' })).headers.allow).toContain('GET, POST');
  });

  it('a refusal is logged with its error code', async () => {
    await using server = await createTestServer({ engine });
    await callAuth(server, '/token?grant_type=password', { body: { email: 'a@b.c', password: 'wrong' } });
    expect(server.log.find((line) => line.msg === 'answered')).toMatchObject({
      outcome: 'invalid_credentials',
    });
  });

  it('errors of API routes keep the API’s own form', async () => {
    await using server = await createTestServer({ engine });
    const reply = await server.inject({ url: '/api/nowhere' });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect(reply.headers['x-sb-error-code']).toBeUndefined();
  });
});
