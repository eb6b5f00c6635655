import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth, newestMail, openBrowser, PASSWORD, tokenIn } from '../../../../test/harness/sign-in.ts';
import { ADA } from '../../../../test/harness/sign-up-link.ts';
import { RequestBody } from '../protocol/request-body.ts';
import { readCodeAddress } from './verify.flow.ts';

const NOT_ONE = 'Only an email address or phone number should be provided on verify';
const NO_PHONE = 'Invalid phone number format (E.164 required)';

describe('readCodeAddress', () => {
  it('returns the address in lower case', () => {
    expect(readCodeAddress(new RequestBody({ email: 'Ada@Client.example' }))).toBe('ada@client.example');
  });

  it.each([
    [{}, 400, 'validation_failed', NOT_ONE],
    [{ email: '', phone: null }, 400, 'validation_failed', NOT_ONE],
    [{ email: 'a@b.c', phone: '+491700000000' }, 400, 'validation_failed', NOT_ONE],
    [{ email: 'a@b.c', phone: 'x' }, 400, 'validation_failed', NOT_ONE],
    [{ email: 'a' }, 422, 'validation_failed', 'Invalid email format'],
    [{ email: 'a @b.c' }, 422, 'validation_failed', 'Invalid email format'],
    [{ email: 'a'.repeat(100_000) }, 422, 'validation_failed', 'Invalid email format'],
    [{ phone: 'x' }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '0170' }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '+' }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '1'.repeat(16) }, 400, 'validation_failed', NO_PHONE],
    [{ phone: ' '.repeat(100_000) }, 400, 'validation_failed', NO_PHONE],
    [{ phone: '+49 170 0000000' }, 403, 'otp_expired', 'Token has expired or is invalid'],
    [{ phone: '491700000000' }, 403, 'otp_expired', 'Token has expired or is invalid'],
  ])('refuses %.80j', (body, status, code, message) => {
    expect(() => readCodeAddress(new RequestBody(body))).toThrow(
      expect.objectContaining({ status, code, message }),
    );
  });
});

describeAnyEngine((engine) => {
  describe('verifyOtp by call', () => {
    it('gives the official client a session for a link’s token on any device', async () => {
      await using server = await createTestServer({ engine });
      const origin = await server.listen();
      const [laptop, phone] = [openBrowser(origin), openBrowser(origin)];
      await laptop.auth.signUp({ email: ADA, password: PASSWORD });
      const token = tokenIn(await newestMail(server, ADA));
      const { data, error } = await phone.auth.verifyOtp({ type: 'email', token_hash: token });
      expect([error, data.user?.email]).toEqual([null, ADA]);
      expect((await phone.auth.getUser()).data.user?.email).toBe(ADA);
      const again = await phone.auth.verifyOtp({ type: 'email', token_hash: token });
      expect([again.error?.status, again.error?.code]).toEqual([403, 'otp_expired']);
    });

    it.each([
      [{ token_hash: 'x' }, 400, 'validation_failed', 'Verify requires a verification type'],
      [{ type: 'signup' }, 400, 'validation_failed', 'Verify requires either a token or a token hash'],
      [
        { type: 'signup', token: '1', token_hash: 'x' },
        400,
        'validation_failed',
        'Verify requires either a token or a token hash',
      ],
      [
        { type: 'signup', token_hash: 'x', email: ADA },
        400,
        'validation_failed',
        'Only the token_hash and type should be provided',
      ],
      [
        { type: 'signup', token: '123456' },
        400,
        'validation_failed',
        'Only an email address or phone number should be provided on verify',
      ],
      [
        { type: 'signup', token: '123456', email: ADA },
        403,
        'otp_expired',
        'Token has expired or is invalid',
      ],
      [{ type: 'signup', token: '123456', email: 'ada@' }, 422, 'validation_failed', 'Invalid email format'],
      [
        { type: 'sms', token: '123456', phone: '+49 170 0000000' },
        403,
        'otp_expired',
        'Token has expired or is invalid',
      ],
      [{ type: 'wrong', token_hash: 'x' }, 400, 'validation_failed', 'Unsupported verification type'],
      [{ type: 'toString', token_hash: 'x' }, 400, 'validation_failed', 'Unsupported verification type'],
      [{ type: 'signup', token_hash: 'x' }, 403, 'otp_expired', 'Email link is invalid or has expired'],
    ])('refuses %j', async (body, status, code, message) => {
      await using server = await createTestServer({ engine });
      const reply = await callAuth(server, '/verify', { body });
      expect([reply.status, reply.body]).toEqual([status, { code, message }]);
    });
  });
});
