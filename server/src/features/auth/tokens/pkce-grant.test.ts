import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  attemptByCall,
  callAuth,
  linkIn,
  newestMail,
  openBrowser,
  PASSWORD,
  pressButton,
  signUpAndConfirm,
  tokenIn,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Signs up with a challenge, uses the link, and returns the code it leaves. */
async function getCode(server: TestServer): Promise<string> {
  const cookie = await attemptByCall(server, {
    email: ADA,
    code_challenge: CHALLENGE,
    code_challenge_method: 's256',
  });
  const token = tokenIn(await newestMail(server, ADA));
  const reply = await server.inject({
    method: 'POST',
    url: '/auth/v1/verify',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams({ token, type: 'signup' }).toString(),
  });
  return new URL(String(reply.headers.location)).searchParams.get('code') ?? '';
}

const exchange = (server: TestServer, code: unknown, verifier: unknown) =>
  callAuth(server, '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } });

describeAnyEngine((engine) => {
  it('a code is exchanged once, and the session records the flow’s method', async () => {
    await using server = await createTestServer({ engine });
    const code = await getCode(server);
    const { status, body } = await exchange(server, code, VERIFIER);
    expect([status, body.user.email]).toEqual([200, ADA]);
    expect(decodeJwt(body.access_token).amr).toMatchObject([{ method: 'email/signup' }]);
    const again = await exchange(server, code, VERIFIER);
    expect([again.status, again.body]).toEqual([
      404,
      { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
    ]);
  });

  it('security: a code is exchanged once when many requests use it concurrently', async () => {
    await using server = await createTestServer({ engine });
    const code = await getCode(server);
    const replies = await Promise.all(Array.from({ length: 12 }, () => exchange(server, code, VERIFIER)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(11);
    expect(await server.db.selectFrom('auth_sessions').selectAll().execute()).toHaveLength(1);
  });

  it('security: a code is void after three wrong verifiers, and failed tries are committed (DEV-11)', async () => {
    await using server = await createTestServer({ engine });
    const code = await getCode(server);
    for (let i = 0; i < 2; i += 1) {
      const wrong = await exchange(server, code, 'wrong');
      expect([wrong.status, wrong.body]).toEqual([
        400,
        {
          code: 'bad_code_verifier',
          message: 'code challenge does not match previously saved code verifier',
        },
      ]);
    }
    expect((await exchange(server, code, VERIFIER)).status).toBe(200);
    await server.db.deleteFrom('auth_users').execute();
    const other = await getCode(server);
    for (let i = 0; i < 3; i += 1) expect((await exchange(server, other, 'wrong')).status).toBe(400);
    expect((await exchange(server, other, VERIFIER)).status).toBe(404);
  });

  it('a code lasts five minutes from the use of its link, not from the request (DEV-10)', async () => {
    await using server = await createTestServer({ engine });
    const browser = openBrowser(await server.listen());
    await browser.auth.signUp({ email: ADA, password: PASSWORD });
    const mail = await newestMail(server, ADA);
    server.clock.advance(3_000);
    const origin = `http://127.0.0.1:${(server.http.server.address() as { port: number }).port}`;
    const landing = await pressButton(linkIn(mail, origin), browser);
    server.clock.advance(299);
    const { error } = await browser.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(error).toBeNull();
  });

  it('an expired code is refused and deleted', async () => {
    await using server = await createTestServer({ engine });
    const code = await getCode(server);
    server.clock.advance(300);
    const late = await exchange(server, code, VERIFIER);
    expect([late.status, late.body]).toEqual([
      422,
      { code: 'flow_state_expired', message: 'invalid flow state, flow state has expired' },
    ]);
    expect((await exchange(server, code, VERIFIER)).status).toBe(404);
  });

  it.each([
    ['', VERIFIER],
    ['code', ''],
    [null, null],
  ])('an exchange is refused when code and verifier are %j and %j', async (code, verifier) => {
    await using server = await createTestServer({ engine });
    const { status, body } = await exchange(server, code, verifier);
    expect([status, body]).toEqual([
      400,
      {
        code: 'validation_failed',
        message: 'invalid request: both auth code and code verifier should be non-empty',
      },
    ]);
  });

  it('security: a link token isn’t accepted as a code, nor a code as a link token', async () => {
    await using server = await createTestServer({ engine });
    const code = await getCode(server);
    expect((await callAuth(server, '/verify', { body: { type: 'signup', token_hash: code } })).status).toBe(
      403,
    );
    await callAuth(server, '/signup', { body: { email: 'x@client.example', password: PASSWORD } });
    const token = tokenIn(await newestMail(server, 'x@client.example'));
    expect((await exchange(server, token, VERIFIER)).status).toBe(404);
  });

  it('a callback opened in another browser fails without a call to the server', async () => {
    await using server = await createTestServer({ engine });
    const origin = await server.listen();
    const [mine, other] = [openBrowser(origin), openBrowser(origin)];
    await mine.auth.signUp({ email: ADA, password: PASSWORD });
    const landing = await pressButton(linkIn(await newestMail(server, ADA), origin), mine);
    const code = landing.searchParams.get('code') ?? '';
    const refused = await other.auth.exchangeCodeForSession(code);
    expect(refused.error?.code).toBe('pkce_code_verifier_not_found');
    expect((await mine.auth.exchangeCodeForSession(code)).error).toBeNull();
    await signUpAndConfirm(server, origin, 'b@client.example');
  });
});
