import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { type AuthBody, callAuth, signInByCall, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { callWith } from '../../../../test/harness/test-app.ts';

const [ADA, OWNER] = ['ada@client.example', 'owner@studio.example'];
const HOUR = 3_600;
const DAY = 24 * HOUR;

const refresh = (server: TestServer, { refresh_token }: AuthBody) =>
  callAuth(server, '/token?grant_type=refresh_token', { body: { refresh_token } });

/** Refreshes so often that the session never lies unused. */
async function useFor(server: TestServer, session: AuthBody, seconds: number): Promise<AuthBody> {
  let latest = session;
  for (let left = seconds; left > 0; left -= 5 * DAY) {
    server.clock.advance(Math.min(left, 5 * DAY));
    const { status, body } = await refresh(server, latest);
    expect(status).toBe(200);
    latest = body;
  }
  return latest;
}

/** How calls to the product and to the provider end. */
async function statusesOf(server: TestServer, { access_token: token }: AuthBody) {
  const replies = [await callWith(server, token)(api.getMe), await callAuth(server, '/user', { token })];
  return replies.map(({ status }) => status);
}

const EXPIRED = [400, 'session_expired', 'Invalid Refresh Token: Session Expired'];

async function outcomeOf(server: TestServer, session: AuthBody) {
  const { status, body } = await refresh(server, session);
  return status === 200 ? 200 : [status, body.code, body.message];
}

const countSessions = async (server: TestServer) =>
  (await server.db.selectFrom('auth_sessions').select('id').execute()).length;

describeEachEngine((engine) => {
  it('security: a session that nobody uses ends after 30 days, for good', async () => {
    await using server = await createTestServer({ engine });
    const kept = await signUpByCall(server, ADA);
    const left = await signInByCall(server, ADA);
    server.clock.advance(30 * DAY - 1);
    expect(await outcomeOf(server, kept)).toBe(200);
    server.clock.advance(1);
    expect(await outcomeOf(server, left)).toEqual(EXPIRED);
    expect(await countSessions(server)).toBe(1);
    const entries = await server.db
      .selectFrom('auth_audit')
      .select('user_id')
      .where('action', '=', 'session_expired')
      .execute();
    expect(entries).toEqual([{ user_id: left.user?.id }]);
    const again = await refresh(server, left);
    expect([again.status, again.body.code]).toEqual([400, 'refresh_token_not_found']);
  });

  it('security: a session in daily use ends 90 days after the sign-in, with its access token', async () => {
    await using server = await createTestServer({ engine });
    const session = await signUpByCall(server, ADA);
    const latest = await useFor(server, session, 90 * DAY - HOUR / 2);
    expect(await statusesOf(server, latest)).toEqual([200, 200]);
    server.clock.advance(HOUR / 2);
    expect(await statusesOf(server, latest)).toEqual([401, 403]);
    expect(await outcomeOf(server, latest)).toEqual(EXPIRED);
    expect(await statusesOf(server, await signInByCall(server, ADA))).toEqual([200, 200]);
  });

  it('security: admins sign in again after 7 days unused and after 30 days', async () => {
    await using server = await createTestServer({ engine });
    const used = await signUpByCall(server, OWNER);
    expect(await statusesOf(server, used)).toEqual([200, 200]);
    const unused = await signInByCall(server, OWNER);
    server.clock.advance(7 * DAY - 1);
    const next = (await refresh(server, used)).body;
    server.clock.advance(1);
    expect(await outcomeOf(server, unused)).toEqual(EXPIRED);
    const latest = await useFor(server, next, 23 * DAY - HOUR);
    server.clock.advance(HOUR);
    expect(await outcomeOf(server, latest)).toEqual(EXPIRED);
  });

  it('security: a client who becomes an admin has an admin’s limits from the next call', async () => {
    await using server = await createTestServer({ engine });
    const session = await useFor(server, await signUpByCall(server, ADA), 31 * DAY);
    expect(await statusesOf(server, session)).toEqual([200, 200]);
    await server.db.updateTable('accounts').set({ role: 'admin' }).execute();
    expect(await statusesOf(server, session)).toEqual([401, 403]);
    expect(await outcomeOf(server, session)).toEqual(EXPIRED);
  });

  it('lasts as long as the settings say, and the sessions on show are those that count', async () => {
    const env = { AUTH_SESSION_IDLE_DAYS: '1', AUTH_SESSION_DAYS: '2', AUTH_ADMIN_SESSION_DAYS: '5' };
    await using server = await createTestServer({ engine, env });
    const left = await signUpByCall(server, ADA);
    server.clock.advance(DAY);
    const session = await signInByCall(server, ADA);
    const { body } = await callWith(server, session.access_token)(api.listMySessions);
    expect(body.sessions).toMatchObject([{ isCurrent: true }]);
    expect(await outcomeOf(server, left)).toEqual(EXPIRED);
    const latest = await useFor(server, session, DAY - 1);
    server.clock.advance(DAY);
    expect(await outcomeOf(server, latest)).toEqual(EXPIRED);
  });

  it('the cleanup job deletes the sessions that are over, and no others', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA);
    server.clock.advance(29 * DAY);
    const used = await signInByCall(server, ADA);
    await server.instance.jobs.runDue();
    expect(await countSessions(server)).toBe(2);
    server.clock.advance(2 * DAY);
    await server.instance.jobs.runDue();
    expect(await countSessions(server)).toBe(1);
    const latest = await useFor(server, used, 87 * DAY);
    await server.instance.jobs.runDue();
    expect(await outcomeOf(server, latest)).toBe(200);
    server.clock.advance(DAY);
    await server.instance.jobs.runDue();
    expect(await countSessions(server)).toBe(0);
  });
});
