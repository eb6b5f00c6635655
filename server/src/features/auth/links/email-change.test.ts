import { studio } from '@atelier/content/studio.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createServerOfToday, createTestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  followLink,
  linkIn,
  newestMail,
  PASSWORD,
  pressButton,
  signUpAndConfirm,
  signUpByCall,
  tokenIn,
  tryPassword,
  updateUser,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const NEW = 'new@client.example';

describeAnyEngine((engine) => {
  it.each(['current first', 'new first'])('an email change takes both links, %s', async (order) => {
    await using server = await createServerOfToday(engine);
    const origin = await server.listen();
    const { auth } = await signUpAndConfirm(server, origin, ADA);
    const asked = await auth.updateUser(
      { email: 'New@Client.example' },
      { emailRedirectTo: 'http://localhost:4000/auth/email-change' },
    );
    expect(asked.error).toBeNull();
    expect(asked.data.user).toMatchObject({ email: ADA, new_email: NEW });
    const links = [
      linkIn(await newestMail(server, ADA), origin),
      linkIn(await newestMail(server, NEW), origin),
    ];
    if (order === 'new first') links.reverse();

    const half = await pressButton(links[0] ?? '');
    const message = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
    expect(half.searchParams.get('message')).toBe(message);
    expect(half.hash).toBe(`#${new URLSearchParams({ message, sb: '' })}`);
    expect(half.searchParams.has('code')).toBe(false);
    expect((await auth.getUser()).data.user?.email).toBe(ADA);
    // The first link again is not the second.
    expect((await pressButton(links[0] ?? '')).searchParams.get('error_code')).toBe('otp_expired');
    expect((await auth.getUser()).data.user?.email).toBe(ADA);

    const done = await pressButton(links[1] ?? '');
    expect(done.pathname).toBe('/auth/email-change');
    const { data } = await auth.exchangeCodeForSession(done.searchParams.get('code') ?? '');
    expect(data.user).toMatchObject({
      email: NEW,
      user_metadata: { email: NEW, email_verified: true },
      identities: [{ email: NEW, identity_data: { email: NEW } }],
    });
    expect(data.user).not.toHaveProperty('new_email');
    const notice = await newestMail(server, ADA);
    expect([notice?.subject, notice?.text.includes(NEW)]).toEqual([
      `Your address at ${studio.name} was changed`,
      true,
    ]);
    expect((await tryPassword(server, ADA)).status).toBe(400);
    expect((await tryPassword(server, NEW)).status).toBe(200);
  });

  it('an email change works when a client uses both links by API calls', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await updateUser(server, token, { email: NEW });
    const [current, next] = [tokenIn(await newestMail(server, ADA)), tokenIn(await newestMail(server, NEW))];
    const half = await followLink(server, 'email_change', current);
    expect([half.status, half.body]).toEqual([
      200,
      {
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      },
    ]);
    expect((await followLink(server, 'email_change', next)).body.user.email ?? '').toBe(NEW);
  });

  it('security: one of the two links alone changes nothing, even when autoconfirm is on (DEV-7)', async () => {
    await using server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
    const { body } = await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
    await updateUser(server, body.access_token, { email: NEW });
    await followLink(server, 'email_change', tokenIn(await newestMail(server, NEW)));
    expect((await callAuth(server, '/user', { token: body.access_token })).body.email).toBe(ADA);
    // Not even when the other link has expired and its row is deleted.
    await server.db.deleteFrom('auth_one_time_tokens').execute();
    expect((await tryPassword(server, ADA)).status).toBe(200);
  });

  it('security: a new request voids both links of the earlier one and discards its confirmed half', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await updateUser(server, token, { email: 'eve@evil.example' });
    const evil = tokenIn(await newestMail(server, 'eve@evil.example'));
    expect((await followLink(server, 'email_change', evil)).status).toBe(200);
    await updateUser(server, token, { email: NEW });
    const next = tokenIn(await newestMail(server, NEW));
    const half = await followLink(server, 'email_change', next);
    expect(half.body.code).toBe('200');
    const current = tokenIn(await newestMail(server, ADA));
    expect((await followLink(server, 'email_change', current)).body.user.email ?? '').toBe(NEW);
  });

  it('a resend sends links to both addresses', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await updateUser(server, token, { email: NEW });
    const old = tokenIn(await newestMail(server, NEW));
    await callAuth(server, '/resend', { body: { type: 'email_change', email: ADA } });
    const fresh = [tokenIn(await newestMail(server, NEW)), tokenIn(await newestMail(server, ADA))];
    expect(fresh).not.toContain(old);
    expect((await followLink(server, 'email_change', fresh[0] ?? '')).status).toBe(200);
    expect((await followLink(server, 'email_change', fresh[1] ?? '')).body.user.email ?? '').toBe(NEW);
    // The earlier links end with the change.
    expect((await followLink(server, 'email_change', old)).body.code).toBe('otp_expired');
  });

  it('security: a resend by another caller voids no link and no confirmed half', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await updateUser(server, token, { email: NEW });
    const [current, next] = [tokenIn(await newestMail(server, ADA)), tokenIn(await newestMail(server, NEW))];
    const askAgain = (ip: string) =>
      callAuth(server, '/resend', { body: { type: 'email_change', email: ADA }, ip });
    await askAgain('192.0.2.1');
    expect((await followLink(server, 'email_change', next)).body.code).toBe('200');
    await server.drainOutbox();
    const mailsTo = (address: string) => server.mails.filter((mail) => mail.to.address === address).length;
    const before = [mailsTo(ADA), mailsTo(NEW)];
    await askAgain('192.0.2.2');
    await server.drainOutbox();
    // The half that is confirmed needs no link any more; another one of it is not the second half.
    expect([mailsTo(ADA), mailsTo(NEW)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    const again = await followLink(server, 'email_change', tokenIn(await newestMail(server, NEW)));
    expect(again.body.code).toBe('otp_expired');
    expect((await followLink(server, 'email_change', current)).body.user.email ?? '').toBe(NEW);
  });

  it('security: a taken address gets a notice instead of a link', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await signUpByCall(server, 'bob@client.example');
    const taken = await updateUser(server, token, { email: 'Bob@client.example' });
    expect([taken.status, taken.body.email, taken.body.new_email]).toEqual([200, ADA, 'bob@client.example']);
    const notice = await newestMail(server, 'bob@client.example');
    expect(notice?.subject).toBe(`Someone asked for your address at ${studio.name}`);
    expect(notice?.text).not.toMatch(new RegExp(`/verify|${ADA}`));
    const current = await followLink(server, 'email_change', tokenIn(await newestMail(server, ADA)));
    expect(current.body.code).toBe('200');
    expect((await tryPassword(server, 'bob@client.example')).status).toBe(200);
    expect((await tryPassword(server, ADA)).status).toBe(200);
  });

  it('a change to the account’s current address does nothing', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    const before = server.mails.length;
    expect((await updateUser(server, token, { email: 'ADA@client.example' })).body).not.toHaveProperty(
      'new_email',
    );
    await server.drainOutbox();
    expect(server.mails).toHaveLength(before);
  });

  it('security: a change fails when another user has confirmed the address first', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await updateUser(server, token, { email: NEW });
    const [current, next] = [tokenIn(await newestMail(server, ADA)), tokenIn(await newestMail(server, NEW))];
    await followLink(server, 'email_change', next);
    await signUpByCall(server, NEW);
    const late = await followLink(server, 'email_change', current);
    expect([late.status, late.body.code]).toEqual([422, 'email_exists']);
    expect((await callAuth(server, '/user', { token })).body.email).toBe(ADA);
  });

  it('security: an unconfirmed sign-up doesn’t block an email change to its address', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await callAuth(server, '/signup', { body: { email: NEW, password: 'the password of Eve' } });
    expect((await updateUser(server, token, { email: NEW })).status).toBe(200);
    const [current, next] = [tokenIn(await newestMail(server, ADA)), tokenIn(await newestMail(server, NEW))];
    await followLink(server, 'email_change', next);
    expect((await followLink(server, 'email_change', current)).body.user.email ?? '').toBe(NEW);
    expect((await tryPassword(server, NEW, 'the password of Eve')).status).toBe(400);
    expect((await tryPassword(server, NEW)).status).toBe(200);
  });

  it('security: one of two concurrent changes to the same address succeeds', async () => {
    await using server = await createTestServer({ engine });
    const people = [
      await signUpByCall(server, 'a@client.example'),
      await signUpByCall(server, 'b@client.example'),
    ];
    const last: string[] = [];
    for (const { access_token: token, user } of people) {
      await updateUser(server, token, { email: NEW });
      await followLink(server, 'email_change', tokenIn(await newestMail(server, user.email ?? '')));
      last.push(tokenIn(await newestMail(server, NEW)));
    }
    const results = await Promise.all(last.map((token) => followLink(server, 'email_change', token)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
    const users = await server.db.selectFrom('auth_users').select('email').where('email', '=', NEW).execute();
    expect(users).toHaveLength(1);
  });

  it('requests are paused in between, so that they flood no mailbox', async () => {
    await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    const { access_token: token } = await signUpByCall(server, ADA);
    expect((await updateUser(server, token, { email: NEW })).status).toBe(200);
    const soon = await updateUser(server, token, { email: NEW });
    expect([soon.status, soon.body.code]).toEqual([429, 'over_email_send_rate_limit']);
  });
});
