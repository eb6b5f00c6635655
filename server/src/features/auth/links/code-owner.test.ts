import { describe, expect, it } from 'vitest';
import { RequestBody } from '../protocol/request-body.ts';
import { readCodeOwner } from './code-owner.ts';

const NOT_ONE = 'Only an email address or phone number should be provided on verify';
const NO_PHONE = 'Invalid phone number format (E.164 required)';

describe('readCodeOwner', () => {
  it('returns the address in lower case', () => {
    expect(readCodeOwner(new RequestBody({ email: 'Ada@Client.example' }))).toBe('ada@client.example');
  });

  it.each([
    [{}, 400, 'validation_failed', NOT_ONE],
    [{ email: '', phone: null }, 400, 'validation_failed', NOT_ONE],
    [{ email: 'a@b.c', phone: '+491700000000' }, 400, 'validation_failed', NOT_ONE],
    [{ email: 'a@b.c', phone: 'x' }, 400, 'validation_failed', NOT_ONE],
    [{ email: 'a' }, 422, 'validation_failed', 'Invalid email format'],
    [{ email: ' a@b.c' }, 422, 'validation_failed', 'Invalid email format'],
    [{ email: 'a'.repeat(100_000) }, 422, 'validation_failed', 'Invalid email format'],
    [{ phone: 'x' }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '0170' }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '+' }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '1'.repeat(16) }, 400, 'validation_failed', NO_PHONE],
    [{ phone: ' '.repeat(100_000) }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '+49 170 0000000' }, 403, 'otp_expired', 'Token has expired or is invalid'],
    [{ phone: '491700000000' }, 403, 'otp_expired', 'Token has expired or is invalid'],
  ])('refuses %.80j', (body, status, code, message) => {
    expect(() => readCodeOwner(new RequestBody(body))).toThrow(
      expect.objectContaining({ status, code, message }),
    );
  });
});
