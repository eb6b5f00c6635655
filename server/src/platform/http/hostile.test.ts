import { connect } from 'node:net';
import { CLICK_LIMIT, endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestHttp, type TestHttp } from '../../../test/harness/http.ts';
import { bindEndpoint } from './bind.ts';
import { answerErrors } from './errors.ts';

const echo = endpoint({
  method: 'POST',
  needsRecentSignIn: false,
  path: '/echo',
  access: 'public',
  summary: 's',
  body: z.object({ text: z.string().optional() }),
  reply: z.object({ text: z.string().optional() }),
  limit: CLICK_LIMIT,
});
const named = endpoint({
  method: 'GET',
  path: '/named/:name',
  access: 'public',
  summary: 's',
  params: z.object({ name: z.string() }),
  reply: z.object({}),
});

const DEEP = `{"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

const server = () =>
  createTestHttp((app) => {
    bindEndpoint(app, echo, async ({ body }) => body);
    bindEndpoint(app, named, async () => ({}));
    app.register(
      async (scope) => {
        answerErrors(scope, ({ error }) => ({ status: error.status, body: { msg: error.code } }));
        scope.post('/token', { config: { limit: CLICK_LIMIT } }, async () => ({ ok: true }));
      },
      { prefix: '/auth/v1' },
    );
  });

async function post(
  payload: string | Buffer,
  type: string | undefined,
  headers: Record<string, string> = {},
) {
  await using http = await server();
  const { statusCode, body } = await http.app.inject({
    method: 'POST',
    url: '/api/echo',
    payload,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
  });
  return [statusCode, JSON.parse(body).code ?? JSON.parse(body)];
}

describe('a body', () => {
  it.each([
    ['application/json', [200, { text: 'a' }]],
    ['application/json; charset=utf-8', [200, { text: 'a' }]],
    ['APPLICATION/JSON;charset="UTF-8"', [200, { text: 'a' }]],
    ['application/json; charset=utf-16', [415, 'unsupported_media_type']],
    ['text/plain', [415, 'unsupported_media_type']],
    ['application/x-www-form-urlencoded', [415, 'unsupported_media_type']],
    ['multipart/form-data; boundary=x', [415, 'unsupported_media_type']],
    ['application/jsonp', [415, 'unsupported_media_type']],
    ['text/plain, application/json', [415, 'unsupported_media_type']],
    ['\tapplication/json', [200, { text: 'a' }]],
    ['nonsense', [415, 'unsupported_media_type']],
  ])('of type %j', async (type, answer) => {
    expect(await post('{"text":"a"}', type)).toEqual(answer);
  });

  it.each([
    ['{"text":', [400, 'bad_json']],
    ['{"text":"a"}}', [400, 'bad_json']],
    ["{'text':'a'}", [400, 'bad_json']],
    ['[]', [400, 'validation_failed']],
    ['null', [200, {}]],
    ['"text"', [400, 'validation_failed']],
    ['{"__proto__":{"isAdmin":true}}', [400, 'bad_json']],
    ['{"text":"a","more":{"constructor":{"prototype":{}}}}', [400, 'bad_json']],
    ['{"text":"a","text":"b"}', [200, { text: 'b' }]],
    ['\ufeff{"text":"a"}', [200, { text: 'a' }]],
  ])('holding %s', async (payload, answer) => {
    expect(await post(payload, 'application/json')).toEqual(answer);
  });

  it('is refused when it is nested too deeply', async () => {
    expect(await post(DEEP, 'application/json')).toEqual([400, 'bad_json']);
  });

  it('may be empty with the content type of JSON', async () => {
    expect(await post('', 'application/json')).toEqual([200, {}]);
    expect(await post('', undefined)).toEqual([200, {}]);
  });

  it('is refused when it is not UTF-8 or is compressed', async () => {
    expect(await post(Buffer.from([0x22, 0xff, 0x22]), 'application/json')).toEqual([400, 'bad_json']);
    expect(await post('{}', 'application/json', { 'content-encoding': 'gzip' })).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  it('is refused above a megabyte', async () => {
    const text = (length: number) => `{"text":"${'a'.repeat(length)}"}`;
    expect((await post(text(1024 * 1024 - 20), 'application/json'))[0]).toBe(200);
    expect(await post(text(1024 * 1024), 'application/json')).toEqual([413, 'payload_too_large']);
  });
});

describe('an address', () => {
  it.each([
    ['GET', '/api/nothing', 404, 'not_found', undefined],
    ['GET', '/api', 404, 'not_found', undefined],
    ['GET', '/api/echo', 405, 'method_not_allowed', 'POST'],
    ['DELETE', '/api/echo?x=1', 405, 'method_not_allowed', 'POST'],
    ['OPTIONS', '/api/echo', 405, 'method_not_allowed', 'POST'],
    ['POST', '/api/named/x', 405, 'method_not_allowed', 'GET'],
    ['HEAD', '/api/named/x', 405, 'method_not_allowed', 'GET'],
    ['PATCH', '/api/nothing', 404, 'not_found', undefined],
    ['GET', '/api/named/%ff', 400, 'validation_failed', undefined],
    ['GET', `/api/named/${'x'.repeat(300)}`, 414, 'uri_too_long', undefined],
  ] as const)('%s %.30s', async (method, url, status, code, allow) => {
    await using http = await server();
    const { statusCode, headers, body } = await http.app.inject({ method, url });
    expect([statusCode, method === 'HEAD' ? code : JSON.parse(body).code, headers.allow]).toEqual([
      status,
      code,
      allow,
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('answers every failure in the error shape of its scope', async () => {
    await using http = await server();
    const call = async (method: 'GET' | 'POST', url: string, payload?: string, type = 'application/json') => {
      const headers = payload === undefined ? {} : { 'content-type': type };
      const { statusCode, body } = await http.app.inject({
        method,
        url: `/auth/v1${url}`,
        headers,
        ...(payload ? { payload } : {}),
      });
      return [statusCode, JSON.parse(body)];
    };
    expect(await call('POST', '/token', '{}')).toEqual([200, { ok: true }]);
    expect(await call('POST', '/token', '{')).toEqual([400, { msg: 'bad_json' }]);
    expect(await call('POST', '/token', '{}', 'text/plain')).toEqual([
      415,
      { msg: 'unsupported_media_type' },
    ]);
    expect(await call('POST', '/token', `"${'a'.repeat(1024 * 1024)}"`)).toEqual([
      413,
      { msg: 'payload_too_large' },
    ]);
    expect(await call('GET', '/token')).toEqual([405, { msg: 'method_not_allowed' }]);
    expect(await call('GET', '/nothing')).toEqual([404, { msg: 'not_found' }]);
  });

  it("gets an id for each request that the caller can't choose", async () => {
    await using http = await server();
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const { headers: given } = await http.app.inject({ url: '/api/nothing', headers });
    expect(given['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(http.log.some(({ reqId }) => reqId === given['x-request-id'])).toBe(true);
  });
});

/** Writes raw bytes, piece by piece on demand, and collects the answer until the server closes. */
function speak(http: TestHttp, origin: string, first: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const start = performance.now();
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.write(first);
  return new Promise<{ answer: string; seconds: number }>((resolve) =>
    socket.once('close', () => resolve({ answer, seconds: (performance.now() - start) / 1000 })),
  ).finally(() => expect(http.app.server.listening).toBe(true));
}

describe('a connection', () => {
  const line = 'POST /api/echo HTTP/1.1\r\nhost: x\r\n';

  it.each([
    ['that speaks no HTTP', 'nonsense\r\n\r\n', 400, 'validation_failed'],
    [
      'with headers that are too large',
      `${line}x-large: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['with two lengths', `${line}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, 'validation_failed'],
    [
      'with a length and chunks',
      `${line}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
      400,
      'validation_failed',
    ],
    ['without a host', 'GET /api/named/x HTTP/1.1\r\n\r\n', 400, undefined],
    [
      'that announces too much',
      `${line}content-type: application/json\r\ncontent-length: 99999999\r\n\r\n{`,
      413,
      'payload_too_large',
    ],
    [
      'that sends too much in chunks',
      `${line}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n180000\r\n${'1'.repeat(0x180000)}\r\n`,
      413,
      'payload_too_large',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    await using http = await server();
    const { answer } = await speak(http, await http.listen(), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (code) expect(JSON.parse(answer.slice(answer.indexOf('{'))).code).toBe(code);
  });

  it('security: answers no TRACE', async () => {
    await using http = await server();
    const request = 'TRACE /api/nothing HTTP/1.1\r\nhost: x\r\nx-secret: told\r\nconnection: close\r\n\r\n';
    const { answer } = await speak(http, await http.listen(), request);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(answer).not.toContain('told');
  });

  it('is closed when it stays silent, or sends headers or body too slowly', async () => {
    await using http = await server();
    const origin = await http.listen();
    const slow = [
      speak(http, origin, ''),
      speak(http, origin, line),
      speak(http, origin, `${line}content-type: application/json\r\ncontent-length: 10\r\n\r\n{`),
    ];
    const [silent, headers, body] = await Promise.all(slow);
    expect(Math.max(...[silent, headers, body].map((end) => end?.seconds ?? 99))).toBeLessThan(60);
    expect([headers?.answer, body?.answer].map((answer) => /"code":"(\w+)"/.exec(answer ?? '')?.[1])).toEqual(
      ['request_timeout', 'request_timeout'],
    );
  });
});
