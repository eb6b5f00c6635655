import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  type AuthReply,
  callAuth,
  codeIn,
  cookieOf,
  followLink,
  makeServiceToken,
  newestMail,
  sendForm,
  tokenIn,
  tryPassword,
} from '../../../../test/harness/sign-in.ts';

/*
 * A stranger signs up with the victim's address, before or after the victim does. The victim then proves the
 * address in every way there is. Whose password and data does the account have afterwards?
 */

const ADDRESS = 'ada@client.example';
const PASSWORDS = {
  victim: 'the password that Ada chose',
  stranger: 'the password that Eve chose',
  typed: 'the password that Ada typed on the page',
} as const;
const NAMES = { victim: 'ada', stranger: 'eve' } as const;
const PKCE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 's256' };

type Person = keyof typeof NAMES;
type Outcome = { password: keyof typeof PASSWORDS | 'nobody'; data: Person | 'nobody' };

const ORDERS = { 'victim first': ['victim', 'stranger'], 'stranger first': ['stranger', 'victim'] } as const;
const MAILS = ['the victim’s mail', 'the stranger’s mail', 'a mail asked for again'] as const;
const FLOWS = { pkce: PKCE, implicit: {} } as const;

interface Attempts {
  server: TestServer;
  /** The victim's cookie. */
  cookie: string;
  tokens: Record<(typeof MAILS)[number], string>;
}

/** Both sign up, and a resend follows. The victim reads all mails of the address. */
async function signUpBoth(server: TestServer, order: readonly Person[], flow: object): Promise<Attempts> {
  const cookies = new Map<Person, string>();
  const tokens = new Map<Person, string>();
  for (const person of order) {
    const reply = await callAuth(server, '/signup', {
      body: { email: ADDRESS, password: PASSWORDS[person], data: { username: NAMES[person] }, ...flow },
    });
    cookies.set(person, cookieOf(reply));
    tokens.set(person, tokenIn(await newestMail(server, ADDRESS)));
  }
  await callAuth(server, '/resend', { body: { type: 'signup', email: ADDRESS, ...flow } });
  return {
    server,
    cookie: cookies.get('victim') ?? '',
    tokens: {
      'the victim’s mail': tokens.get('victim') ?? '',
      'the stranger’s mail': tokens.get('stranger') ?? '',
      'a mail asked for again': tokenIn(await newestMail(server, ADDRESS)),
    },
  };
}

/** Opens the page of a link and presses its button, typing a password if it asks for one. */
async function press({ server }: Attempts, token: string, cookie: string): Promise<{ asked: boolean }> {
  const inject: typeof fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url));
    const reply = await server.inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: `${pathname}${search}`,
      headers: {
        cookie,
        ...(init?.body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(init?.body ? { payload: String(init.body) } : {}),
    });
    return new Response(reply.statusCode === 303 ? null : reply.body, {
      status: reply.statusCode,
      headers: { location: String(reply.headers.location ?? '') },
    });
  };
  const link = `http://localhost:4000/auth/v1/verify?token=${token}&type=signup`;
  const html = await (await inject(link)).text();
  const asked = html.includes('type="password"');
  const typed = asked ? { password: PASSWORDS.typed, confirm: PASSWORDS.typed } : undefined;
  const reply = await sendForm(link, html, { fetch: inject }, typed);
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).not.toContain('error');
  return { asked };
}

/** Types the code of the newest mail. */
async function typeCode({ server }: Attempts, cookie: string): Promise<AuthReply> {
  const token = codeIn(await newestMail(server, ADDRESS));
  return callAuth(server, '/verify', {
    body: { type: 'signup', email: ADDRESS, token },
    ...(cookie ? { headers: { cookie } } : {}),
  });
}

/** Checks the account's credentials, and that no earlier link works. */
async function expectOutcome(
  { server, cookie, tokens }: Attempts,
  { password, data }: Outcome,
): Promise<void> {
  const works: string[] = [];
  for (const [name, tried] of Object.entries(PASSWORDS)) {
    if ((await tryPassword(server, ADDRESS, tried)).status === 200) works.push(name);
  }
  expect(works).toEqual(password === 'nobody' ? [] : [password]);
  const account = await server.db
    .selectFrom('auth_users')
    .select(['email_confirmed_at', 'user_metadata'])
    .executeTakeFirstOrThrow();
  expect(account.email_confirmed_at).not.toBeNull();
  expect(JSON.parse(account.user_metadata)).toEqual(data === 'nobody' ? {} : { username: NAMES[data] });
  for (const token of Object.values(tokens)) {
    const late: AuthReply = await followLink(server, 'signup', token, cookie);
    expect(late.body.code).toBe('otp_expired');
  }
}

async function askService(server: TestServer, path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
  return callAuth(server, path, { method, token: await makeServiceToken(server), body });
}

describeAnyEngine((engine) => {
  const NOBODYS: Outcome = { password: 'nobody', data: 'nobody' };

  for (const [orderName, order] of Object.entries(ORDERS)) {
    for (const [flowName, flow] of Object.entries(FLOWS)) {
      describe(`security: ${orderName}, ${flowName} flow`, () => {
        it.each(MAILS)('%s pressed in the victim’s browser installs the victim’s attempt', async (mail) => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          expect((await press(attempts, attempts.tokens[mail], attempts.cookie)).asked).toBe(false);
          await expectOutcome(attempts, { password: 'victim', data: 'victim' });
        });

        it.each(MAILS)('%s pressed in another browser installs the password typed there', async (mail) => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          expect((await press(attempts, attempts.tokens[mail], '')).asked).toBe(true);
          await expectOutcome(attempts, { password: 'typed', data: 'nobody' });
        });

        it.each(MAILS)('%s used by a call without a cookie installs no attempt', async (mail) => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          expect((await followLink(server, 'signup', attempts.tokens[mail])).status).toBe(200);
          await expectOutcome(attempts, NOBODYS);
          expect((await newestMail(server, ADDRESS))?.subject).toMatch(/^Choose a password for/);
        });

        it.each(MAILS)('%s used by a call of the victim’s browser installs their attempt', async (mail) => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          expect((await followLink(server, 'signup', attempts.tokens[mail], attempts.cookie)).status).toBe(
            200,
          );
          await expectOutcome(attempts, { password: 'victim', data: 'victim' });
        });

        it('the newest mail’s code installs the victim’s attempt when typed in the victim’s browser', async () => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          expect((await typeCode(attempts, attempts.cookie)).status).toBe(200);
          await expectOutcome(attempts, { password: 'victim', data: 'victim' });
        });

        it('the newest mail’s code installs no attempt when typed without a cookie', async () => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          expect((await typeCode(attempts, '')).status).toBe(200);
          await expectOutcome(attempts, NOBODYS);
          expect((await newestMail(server, ADDRESS))?.subject).toMatch(/^Choose a password for/);
        });

        it('a recovery installs no attempt', async () => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          await callAuth(server, '/recover', { body: { email: ADDRESS } });
          const token = tokenIn(await newestMail(server, ADDRESS));
          expect((await followLink(server, 'recovery', token, attempts.cookie)).status).toBe(200);
          await expectOutcome(attempts, NOBODYS);
        });

        it('an invitation installs no attempt', async () => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          await askService(server, '/invite', { email: ADDRESS });
          const token = tokenIn(await newestMail(server, ADDRESS));
          expect((await followLink(server, 'invite', token, attempts.cookie)).status).toBe(200);
          await expectOutcome(attempts, NOBODYS);
        });

        it('an admin’s confirmation installs no attempt, and a mail informs the victim', async () => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          const { id } = await server.db.selectFrom('auth_users').select('id').executeTakeFirstOrThrow();
          const put = await askService(server, `/admin/users/${id}`, { email_confirm: true }, 'PUT');
          expect(put.status).toBe(200);
          await expectOutcome(attempts, NOBODYS);
          expect((await newestMail(server, ADDRESS))?.subject).toMatch(/^Choose a password for/);
        });

        it('an account that an admin creates has the admin’s password', async () => {
          await using server = await createTestServer({ engine });
          const attempts = await signUpBoth(server, order, flow);
          await askService(server, '/admin/users', {
            email: ADDRESS,
            password: PASSWORDS.typed,
            email_confirm: true,
          });
          await expectOutcome(attempts, { password: 'typed', data: 'nobody' });
        });
      });
    }
  }

  it('security: a stranger’s sign-up gains no access when the victim presses the link', async () => {
    await using server = await createTestServer({ engine });
    const attempts = await signUpBoth(server, ['stranger'], PKCE);
    expect((await press(attempts, attempts.tokens['the stranger’s mail'], '')).asked).toBe(true);
    await expectOutcome(
      { ...attempts, tokens: { ...attempts.tokens, 'the victim’s mail': 'x' } },
      {
        password: 'typed',
        data: 'nobody',
      },
    );
  });

  it('security: a service’s link installs the service’s credentials when sign-ups are waiting', async () => {
    await using server = await createTestServer({ engine });
    const attempts = await signUpBoth(server, ['stranger', 'victim'], {});
    const made = await askService(server, '/admin/generate_link', {
      type: 'signup',
      email: ADDRESS,
      password: PASSWORDS.typed,
      data: { username: 'ada' },
    });
    const token = new URL(made.body.action_link).searchParams.get('token') ?? '';
    expect((await press(attempts, token, attempts.cookie)).asked).toBe(false);
    await expectOutcome(attempts, { password: 'typed', data: 'victim' });
  });
});
