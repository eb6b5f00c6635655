import { describe, expect, it } from 'vitest';
import { ApiError, errorOfReply, failureMessage, messageOfReply } from './api-error.ts';

const json = 'application/json';
const html = 'text/html; charset=utf-8';
const page = '<!DOCTYPE html><html><body>Bad gateway</body></html>';

describe('messageOfReply', () => {
  it.each([
    ['the error field', json, '{"error":"No.","message":"Never."}', 'No.'],
    ['the message field', json, '{"message":"Never."}', 'Never.'],
    ['the message when error isn’t text', json, '{"error":{"a":1},"message":"Never."}', 'Never.'],
    ['the message when error is empty', json, '{"error":"","message":"Never."}', 'Never.'],
    ['JSON whatever its declared type', 'text/plain', '{"error":"No."}', 'No.'],
    ['JSON without a message', json, '{"code":"x"}', 'Request failed'],
    ['a list', json, '[1,2]', 'Request failed'],
    ['a text body', 'text/plain', 'Out of order', 'Out of order'],
    ['a long text body', 'text/plain', 'x'.repeat(300), 'x'.repeat(160)],
    ['an HTML page', html, page, '502 Bad Gateway'],
    ['an HTML page without a declared type', null, page, '502 Bad Gateway'],
    ['an empty body', null, '', 'Request failed'],
    ['an empty HTML page', html, '', '502 Bad Gateway'],
    ['white space only', 'text/plain', '  \n ', 'Request failed'],
    ['broken JSON, which is text', json, '{"error":', '{"error":'],
  ])('%s', (_, contentType, text, message) => {
    expect(messageOfReply({ status: 502, statusText: 'Bad Gateway', contentType, text })).toBe(message);
  });

  it('omits a missing status text, as over HTTP/2', () => {
    expect(messageOfReply({ status: 502, statusText: '', contentType: html, text: page })).toBe('502');
  });
});

describe('errorOfReply', () => {
  it('carries status, address, payload and code', () => {
    const text = '{"error":"Taken.","message":"Taken.","code":"username_taken"}';
    const error = errorOfReply({
      status: 409,
      statusText: 'Conflict',
      contentType: json,
      text,
      url: '/api/profile',
      requestId: '019a0000-0000-7000-8000-0000c0ffee00',
    });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'Taken.',
      status: 409,
      url: '/api/profile',
      code: 'username_taken',
      reference: 'c0ffee00',
      payload: { error: 'Taken.', message: 'Taken.', code: 'username_taken' },
    });
  });
});

describe('errorOfReply, of the code', () => {
  it.each([
    ['keeps a known code', '{"code":"not_found"}', 'not_found'],
    ['omits a newer server’s code', '{"code":"from_tomorrow"}', undefined],
    ['omits a code that isn’t text', '{"code":404}', undefined],
    ['omits a name that every object has', '{"code":"toString"}', undefined],
  ])('%s', (_, text, code) => {
    const reply = { status: 404, statusText: '', contentType: json, text, url: '/api/me', requestId: null };
    expect(errorOfReply(reply).code).toBe(code);
  });
});

describe('failureMessage', () => {
  const reply = { status: 500, url: '/api/me', payload: undefined };
  it.each([
    ["the server's sentence", new ApiError('It is full.', reply), 'It is full.'],
    [
      'the fallback when the server sent no message',
      new ApiError('Request failed', reply),
      'Failed to load.',
    ],
    [
      'the fallback where no reply came',
      new ApiError('Request failed', { ...reply, status: 0 }),
      'Failed to load.',
    ],
    [
      'the reference too when the server failed',
      new ApiError('It broke.', { ...reply, requestId: '019a0000-0000-7000-8000-0000c0ffee00' }),
      'It broke. If you report this, mention c0ffee00.',
    ],
    [
      'the reference after the fallback when the server sent no message',
      new ApiError('Request failed', { ...reply, requestId: '019a0000-0000-7000-8000-0000c0ffee00' }),
      'Failed to load. If you report this, mention c0ffee00.',
    ],
    [
      'no reference when the server refused',
      new ApiError('Taken.', { ...reply, status: 409, requestId: '019a0000-0000-7000-8000-0000c0ffee00' }),
      'Taken.',
    ],
    ['the fallback for anything else', new TypeError('x is undefined'), 'Failed to load.'],
  ])('%s', (_, error, message) => {
    expect(failureMessage(error, 'Failed to load.')).toBe(message);
  });
});
