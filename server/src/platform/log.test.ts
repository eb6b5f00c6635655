import { describe, expect, it } from 'vitest';
import { createTestHttp } from '../../test/harness/http.ts';
import { createLog, describeError, redactUrl, toReadableLine } from './log.ts';

const SECRET = 'SeCrEt-VaLuE';

function logged(fields: object): string {
  let text = '';
  createLog('info', { write: (line) => (text += line) }).info(fields, 'something');
  return text;
}

describe('createLog', () => {
  it.each([
    ['a password', { password: SECRET }],
    ['a password in a body', { body: { password: SECRET } }],
    ['a token three deep', { request: { body: { refresh_token: SECRET } } }],
    ['a code', { code: SECRET }],
    ['a link', { mail: { link: SECRET } }],
    ['the authorization header', { headers: { authorization: `Bearer ${SECRET}` } }],
    ['a cookie', { req: { headers: { cookie: SECRET } } }],
    ['a request’s address', { req: { method: 'GET', url: `/auth/v1/verify?type=signup&token=${SECRET}` } }],
    [
      'an error that quotes an address',
      { err: new Error(`GET /auth/callback?code=${SECRET}#access_token=${SECRET}`) },
    ],
  ])('redacts %s', (_what, fields) => {
    const text = logged(fields);
    expect(text).toContain('something');
    expect(text).not.toContain(SECRET);
  });

  it('logs values that are no secret', () => {
    expect(
      JSON.parse(logged({ account: 'a', err: Object.assign(new Error('no'), { code: 'ENOSPC' }) })),
    ).toMatchObject({
      account: 'a',
      err: { message: 'no', kind: 'ENOSPC' },
    });
  });

  it('writes each entry on one line', () => {
    expect(logged({ userAgent: 'a\n{"level":60,"msg":"forged"}' }).trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['/a?token=1&type=x', '/a?token=[redacted]&type=x'],
    ['/a?TOKEN=1', '/a?TOKEN=[redacted]'],
    ['/a?x=1&code=2#access_token=3&y=4', '/a?x=1&code=[redacted]#access_token=[redacted]&y=4'],
    ['/a?q=ada%40example.com', '/a?q=[redacted]'],
    [`/api/calendar/${'x'.repeat(43)}.ics`, '/api/calendar/[redacted].ics'],
    ['/a?page=2&status=new', '/a?page=2&status=new'],
    [
      '/files/018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f.abc.signature',
      '/files/018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f.[redacted]',
    ],
  ])('logs the address %s as %s', (url, redacted) => {
    expect(redactUrl(url)).toBe(redacted);
  });

  it('logs caller, address and outcome of each call', async () => {
    await using http = await createTestHttp(() => {});
    await http.app.inject({ url: '/api/nothing?token=abc' });
    expect(http.log.find(({ msg }) => msg === 'answered')).toMatchObject({
      req: { method: 'GET', url: '/api/nothing?token=[redacted]', address: '127.0.0.1' },
      res: { status: 404 },
      outcome: 'not_found',
    });
  });

  function lineOf(fields: object, message: string): string {
    let text = '';
    createLog('info', { write: (line) => (text += toReadableLine(line)) }).warn(fields, message);
    return text;
  }

  it('formats a line as a sentence with its details', () => {
    expect(lineOf({ mail: 'a', attempt: 2 }, 'a mail could not be sent')).toMatch(
      /^\d\d:\d\d:\d\d warn {2}a mail could not be sent {"mail":"a","attempt":2}\n$/,
    );
    expect(lineOf({}, 'stopped')).toMatch(/^\d\d:\d\d:\d\d warn {2}stopped\n$/);
  });

  it('formats the stack of an error without its secrets', () => {
    const line = lineOf({ err: new Error('GET /verify?token=SECRET failed') }, 'request failed');
    expect(line).toContain('\n  Error: GET /verify?token=[redacted] failed\n      at ');
    expect(line).not.toContain('SECRET');
  });

  it('returns text that is no log line unchanged', () => {
    expect(toReadableLine('plain\n')).toBe('plain\n');
  });
});

describe('describeError', () => {
  it('says an error and its cause in one bounded line, without secrets or control characters', () => {
    const cause = new Error('refused by\u202e\r\n\tsmtp://me:secret@mail.example/?token=abc');
    const said = describeError(new Error('The mail did not leave', { cause }));
    expect(said).toBe('The mail did not leave: refused by smtp://[redacted]@mail.example/?token=[redacted]');
    expect(describeError(new Error('x'.repeat(9_000)))).toHaveLength(500);
    expect(describeError(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(
      'ECONNREFUSED',
    );
    expect(describeError('no')).toBe('no');
  });
});
