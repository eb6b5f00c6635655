import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { errorReplySchema } from './api-document/shapes.ts';
import { AppError, type ErrorCode, errorStatus, isErrorCode, issuesOf } from './errors.ts';

describe('the error table', () => {
  test.each(Object.entries(errorStatus))('maps %s to status %i', (code, status) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    const error = new AppError(code as ErrorCode, 'A sentence.');
    expect(error.status).toBe(status);
    expect(errorReplySchema.parse(error.toReply())).toEqual({
      error: 'A sentence.',
      message: 'A sentence.',
      code,
    });
  });

  it('keeps the statuses that other programs rely on', () => {
    expect(errorStatus).toMatchObject({
      validation_failed: 400,
      unauthenticated: 401,
      forbidden: 403,
      not_found: 404,
      conflict: 409,
      other_key: 409,
      gone: 409,
      provider_refused: 409,
      draft_conflict: 409,
      already_submitted: 409,
      invalid_transition: 409,
      username_taken: 409,
      payload_too_large: 413,
      unsupported_media_type: 415,
      rate_limited: 429,
      internal_error: 500,
      unavailable: 503,
    });
  });
});

describe('isErrorCode', () => {
  it.each([
    ['not_found', true],
    ['from_a_newer_server', false],
    ['toString', false],
    ['', false],
    [404, false],
    [undefined, false],
  ])('given %j, returns %s', (value, isCode) => {
    expect(isErrorCode(value)).toBe(isCode);
  });
});

describe('AppError', () => {
  it('replies with its issues and never with its cause', () => {
    const error = new AppError('validation_failed', 'Please check the form.', {
      cause: new Error('secret detail'),
      issues: [{ path: 'name', message: 'Please enter your name.' }],
    });
    expect(error.toReply()).toEqual({
      error: 'Please check the form.',
      message: 'Please check the form.',
      code: 'validation_failed',
      issues: [{ path: 'name', message: 'Please enter your name.' }],
    });
    expect(JSON.stringify(error.toReply())).not.toContain('secret');
    expect((error.cause as Error).message).toBe('secret detail');
  });

  it('omits an empty list of issues', () => {
    expect(new AppError('not_found', 'Not found.', { issues: [] }).toReply()).not.toHaveProperty('issues');
  });
});

it('issuesOf gives the path of each issue of a schema', () => {
  const schema = z.object({ rows: z.array(z.object({ url: z.string('Text, please.') })) });
  const { error } = schema.safeParse({ rows: [{ url: 'a' }, { url: 1 }] });
  expect(error && issuesOf(error)).toEqual([{ path: 'rows.1.url', message: 'Text, please.' }]);
});
