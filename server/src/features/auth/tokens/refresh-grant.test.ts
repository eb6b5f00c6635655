import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { callAuth, openBrowser, signUpAndConfirm, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { encodeRefreshToken, newRefreshKey } from './refresh-token.ts';

const ADA = 'ada@client.example';

const refresh = (server: TestServer, token: unknown) =>
  callAuth(server, '/token?grant_type=refresh_token', { body: { refresh_token: token } });

const countSessions = async (server: TestServer) =>
  (await server.db.selectFrom('auth_sessions').selectAll().execute()).length;

describeEachEngine((engine) => {
  it('a refresh rotates the token and keeps the session and its sign-in method', async () => {
    await using server = await createTestServer({ engine });
    const first = await signUpByCall(server, ADA);
    server.clock.advance(3_000);
    const { status, body } = await refresh(server, first.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(body.expires_at).toBe(first.expires_at + 3_000);
    const [old, fresh] = [first, body].map((session) => decodeJwt(session.access_token));
    expect(fresh).toMatchObject({ session_id: old?.session_id, amr: old?.amr });
    expect(await countSessions(server)).toBe(1);
  });

  it('fifty concurrent refreshes of one token give one session and one new token (DEV-6)', async () => {
    await using server = await createTestServer({ engine });
    const { refresh_token: token } = await signUpByCall(server, ADA);
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(server, token)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await countSessions(server)).toBe(1);
    const next = await refresh(server, replies[0]?.body.refresh_token);
    expect(next.status).toBe(200);
  });

  it('concurrent refreshes with the current and the previous token all succeed', async () => {
    await using server = await createTestServer({ engine });
    let newest = (await signUpByCall(server, ADA)).refresh_token;
    for (let round = 0; round < 5; round += 1) {
      const older = newest;
      newest = (await refresh(server, older)).body.refresh_token;
      const mixed = Array.from({ length: 12 }, (_, index) => refresh(server, index === 0 ? newest : older));
      const replies = await Promise.all(mixed);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      newest = replies[0]?.body.refresh_token ?? '';
    }
    expect((await refresh(server, newest)).status).toBe(200);
  });

  it('the previous token gives the current one again at any time (a lost reply, a second tab)', async () => {
    await using server = await createTestServer({ engine });
    const first = await signUpByCall(server, ADA);
    const second = (await refresh(server, first.refresh_token)).body;
    server.clock.advance(24 * 3_600);
    const again = await refresh(server, first.refresh_token);
    expect([again.status, again.body.refresh_token]).toEqual([200, second.refresh_token]);
  });

  it('an older token gives the current one for ten seconds after a refresh', async () => {
    await using server = await createTestServer({ engine });
    const tokens = [(await signUpByCall(server, ADA)).refresh_token];
    for (let i = 0; i < 4; i += 1) tokens.push((await refresh(server, tokens.at(-1))).body.refresh_token);
    server.clock.advance(9);
    const late = await refresh(server, tokens[0]);
    expect([late.status, late.body.refresh_token]).toEqual([200, tokens.at(-1)]);
  });

  it('security: a replay after the reuse window ends the session, which is committed despite the error reply', async () => {
    await using server = await createTestServer({ engine });
    const first = await signUpByCall(server, ADA);
    const other = (
      await callAuth(server, '/token?grant_type=password', {
        body: { email: ADA, password: 'a long sentence nobody else uses' },
      })
    ).body;
    const second = (await refresh(server, first.refresh_token)).body;
    const third = (await refresh(server, second.refresh_token)).body;
    server.clock.advance(10);
    const replayed = await refresh(server, first.refresh_token);
    expect([replayed.status, replayed.body]).toEqual([
      400,
      { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    ]);
    // The replayed session ends for thief and owner; the other browser's continues.
    expect((await refresh(server, third.refresh_token)).body.code).toBe('refresh_token_not_found');
    expect((await callAuth(server, '/user', { token: third.access_token })).body.code).toBe(
      'session_not_found',
    );
    expect((await refresh(server, other.refresh_token)).status).toBe(200);
    const audit = await server.db
      .selectFrom('auth_audit')
      .select('action')
      .where('action', '=', 'session_revoked_for_token_reuse')
      .execute();
    expect(audit).toHaveLength(1);
  });

  it('security: replaying old tokens doesn’t extend the reuse window', async () => {
    await using server = await createTestServer({ engine });
    const first = (await signUpByCall(server, ADA)).refresh_token;
    const second = (await refresh(server, first)).body.refresh_token;
    await refresh(server, second);
    server.clock.advance(6);
    expect((await refresh(server, first)).status).toBe(200);
    server.clock.advance(6);
    expect((await refresh(server, first)).body.code).toBe('refresh_token_already_used');
  });

  it('malformed tokens, unknown tokens and disabled accounts each get their own error', async () => {
    await using server = await createTestServer({ engine });
    const session = await signUpByCall(server, ADA);
    const id = String(decodeJwt(session.access_token).session_id);
    const malformed = [400, 'validation_failed', 'Refresh token is not valid'];
    const notFound = [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'];
    const codeOf = async (token: unknown) => {
      const { status, body } = await refresh(server, token);
      return [status, body.code, body.message];
    };
    for (const token of ['', null, 'abc', `${session.refresh_token}x`])
      expect(await codeOf(token)).toEqual(malformed);
    expect(await codeOf(encodeRefreshToken(randomUUID(), 0, newRefreshKey()))).toEqual(notFound);
    expect(await codeOf(encodeRefreshToken(id, 0, newRefreshKey()))).toEqual(notFound);
    expect(await codeOf(encodeRefreshToken(id, 9, newRefreshKey()))).toEqual(notFound);
    expect((await refresh(server, session.refresh_token)).status).toBe(200);
    await server.db.updateTable('auth_sessions').set({ refresh_counter: 0 }).execute();
    await server.db.updateTable('auth_users').set({ banned_until: '2030-01-01T00:00:00.000Z' }).execute();
    expect(await codeOf(session.refresh_token)).toEqual([
      400,
      'user_banned',
      'Invalid Refresh Token: User Banned',
    ]);
    await server.db.deleteFrom('auth_sessions').execute();
    expect(await codeOf(session.refresh_token)).toEqual(notFound);
  });

  it('a token with a counter ahead of its session is refused', async () => {
    await using server = await createTestServer({ engine });
    const first = (await signUpByCall(server, ADA)).refresh_token;
    const second = (await refresh(server, first)).body.refresh_token;
    await server.db.updateTable('auth_sessions').set({ refresh_counter: 0 }).execute();
    const { status, body } = await refresh(server, second);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('two tabs of the official client can refresh one session concurrently', async () => {
    await using server = await createTestServer({ engine });
    const origin = await server.listen();
    const { auth, storage } = await signUpAndConfirm(server, origin, ADA);
    const tabs = [openBrowser(origin), openBrowser(origin), openBrowser(origin)];
    const session = (await auth.getSession()).data.session;
    if (!session) throw new Error('no session');
    const results = await Promise.all(tabs.map((tab) => tab.auth.refreshSession(session)));
    expect(results.map(({ error }) => error)).toEqual([null, null, null]);
    expect(new Set(results.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
    expect(storage.size).toBeGreaterThan(0);
  });
});
