import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  type AuthReply,
  callAuth,
  followLink,
  newestMail,
  PASSWORD,
  signUpByCall,
  tokenIn,
  tryPassword,
  updateUser,
} from '../../../../test/harness/sign-in.ts';

/** The address that a stranger wants to know about. */
const TARGET = 'target@client.example';
const EVE = 'eve@evil.example';
const GUESS = 'what Eve signed up with';

/** What may be true of the address; a stranger must not find out which. */
const STATES: Record<string, (server: TestServer) => Promise<unknown>> = {
  'has no account': async () => {},
  'waits for its confirmation': (server) =>
    callAuth(server, '/signup', { body: { email: TARGET, password: PASSWORD } }),
  'has an account': (server) => signUpByCall(server, TARGET),
  'has an account without a password': async (server) => {
    await signUpByCall(server, TARGET);
    await server.db.updateTable('auth_users').set({ password_hash: null }).execute();
  },
  'has an account that is disabled': async (server) => {
    await signUpByCall(server, TARGET);
    await server.db.updateTable('auth_users').set({ banned_until: '2090-01-01T00:00:00.000Z' }).execute();
  },
};

/** What the owner of the address may do while the stranger is at it. */
const MEANWHILE: Record<string, (server: TestServer) => Promise<unknown>> = {
  'does nothing': async () => {},
  'signs up and confirms': (server) => signUpByCall(server, TARGET),
  'recovers and confirms': async (server) => {
    await callAuth(server, '/recover', { body: { email: TARGET } });
    await followLink(server, 'recovery', tokenIn(await newestMail(server, TARGET)));
  },
  'deletes the account': async (server) => {
    await signUpByCall(server, TARGET);
    await server.db.deleteFrom('auth_users').where('email', '=', TARGET).execute();
  },
};

const DOINGS = Object.keys(MEANWHILE);

const COOKIE = /(atelier-sign-up)=[\w-]{43}/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A reply as the caller sees it, without its random parts. */
function seen({ status, body, headers }: AuthReply) {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  const text = JSON.stringify({ status, body, headers: others });
  return JSON.parse(text.replaceAll(UUID, 'id').replaceAll(COOKIE, '$1=secret'));
}

/** A sign-up, and everything that may be tried with its address and password afterwards. */
async function signUpAndTry(server: TestServer, meanwhile: (server: TestServer) => Promise<unknown>) {
  const post = (path: string, body: object) => callAuth(server, path, { body });
  const signUp = (password: string) =>
    post('/signup', { email: TARGET, password, data: { username: 'eve' } });
  const resend = (type: string) => post('/resend', { type, email: TARGET });
  const replies = [
    await tryPassword(server, TARGET, GUESS),
    await signUp(GUESS),
    await tryPassword(server, TARGET, GUESS),
    await tryPassword(server, TARGET, 'wrong'),
    await tryPassword(server, TARGET, ''),
    await resend('signup'),
    await resend('email_change'),
  ];
  await meanwhile(server);
  server.clock.advance(60);
  const later = [
    await tryPassword(server, TARGET, GUESS),
    await post('/recover', { email: TARGET }),
    await signUp('a second guess of hers'),
    await tryPassword(server, TARGET, GUESS),
    await tryPassword(server, TARGET, 'a second guess of hers'),
    await post('/verify', { type: 'signup', email: TARGET, token: '123456' }),
    await post('/verify', { type: 'signup', token_hash: 'x'.repeat(43) }),
  ];
  server.clock.advance(29 * 24 * 3_600);
  await server.instance.jobs.runDue();
  replies.push(...later, await tryPassword(server, TARGET, GUESS));
  server.clock.advance(2 * 24 * 3_600);
  await server.instance.jobs.runDue();
  replies.push(await tryPassword(server, TARGET, GUESS));
  return replies.map(seen);
}

/** A change of the stranger's own address to that one, and everything that may be tried with it. */
async function changeAddressAndTry(server: TestServer) {
  const { access_token: token } = await signUpByCall(server, EVE);
  const ask = () => updateUser(server, token, { email: TARGET });
  const look = () => callAuth(server, '/user', { token });
  const resend = () => callAuth(server, '/resend', { body: { type: 'email_change', email: EVE } });
  const confirm = async () => followLink(server, 'email_change', tokenIn(await newestMail(server, EVE)));
  const replies: AuthReply[] = [];
  for (const step of [ask, look, resend, look, confirm, look, confirm, ask, look, resend, confirm, look]) {
    server.clock.advance(60);
    replies.push(await step());
  }
  const mails = server.mails.filter((mail) => mail.to.address === EVE).map(({ subject }) => subject);
  return { replies: replies.map(seen), mails };
}

describeAnyEngine((engine) => {
  it.each(DOINGS)('security: sign-up and sign-in reveal no account when its owner %s', async (doing) => {
    const answers: Record<string, unknown> = {};
    for (const [state, reach] of Object.entries(STATES)) {
      await using server = await createTestServer({ engine });
      await reach(server);
      // The owner of an account has nothing to confirm; what follows is of an address without one.
      const isFree = state === 'has no account' || state === 'waits for its confirmation';
      const meanwhile = isFree ? MEANWHILE[doing] : undefined;
      answers[state] = await signUpAndTry(server, meanwhile ?? (async () => {}));
    }
    const expected = answers['has no account'] as { body: { code?: string } }[];
    for (const [state, answer] of Object.entries(answers)) expect([state, answer]).toEqual([state, expected]);
    const codes = expected.map(({ body }) => body.code);
    expect(codes.slice(0, 5)).toEqual([
      'invalid_credentials',
      undefined,
      'email_not_confirmed',
      'invalid_credentials',
      'invalid_credentials',
    ]);
    expect(codes.slice(-2)).toEqual(['email_not_confirmed', 'invalid_credentials']);
  });

  it('security: an email change reveals no account of the new address', async () => {
    const answers: Record<string, Awaited<ReturnType<typeof changeAddressAndTry>>> = {};
    for (const [state, reach] of Object.entries(STATES)) {
      await using server = await createTestServer({ engine });
      await reach(server);
      answers[state] = await changeAddressAndTry(server);
    }
    const expected = answers['has no account'];
    for (const [state, answer] of Object.entries(answers)) expect([state, answer]).toEqual([state, expected]);
    expect(expected?.replies.slice(0, 5)).toMatchObject([
      { status: 200, body: { email: EVE, new_email: TARGET } },
      { status: 200, body: { email: EVE, new_email: TARGET } },
      { status: 200, body: {} },
      { status: 200, body: { new_email: TARGET } },
      { status: 200, body: { msg: expect.stringContaining('Confirmation link accepted') } },
    ]);
  });

  it('security: a sign-up for an existing account never replaces its password or data', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, TARGET);
    const links = server.mails.length;
    await callAuth(server, '/signup', {
      body: { email: TARGET, password: GUESS, data: { username: 'eve' } },
    });
    await callAuth(server, '/resend', { body: { type: 'signup', email: TARGET } });
    await server.drainOutbox();
    const mails = server.mails.slice(links);
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }) => text).join()).not.toContain('/verify');
    expect((await tryPassword(server, TARGET, GUESS)).body.code).toBe('email_not_confirmed');
    const { status, body } = await tryPassword(server, TARGET);
    expect([status, body.user.user_metadata.username]).toEqual([200, undefined]);
  });

  it('sign-in refuses the account’s former password as wrong', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, TARGET);
    await updateUser(server, token, { password: GUESS, current_password: PASSWORD });
    expect((await tryPassword(server, TARGET)).body.code).toBe('invalid_credentials');
  });
});
